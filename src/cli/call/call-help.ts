import type { Command } from 'commander';
import { description, type OperationDescription, unknowns } from '../../../generated/description.js';
import type { Field, Operation } from '../../../generated/operations.js';
import { COMMAND } from '../../core/command-name.js';
import { exitsOfCall } from '../exit.js';
import { fieldOption } from './call-options.js';
import { type CallTarget, isWithoutSelectors } from './call-targets.js';
import { asksFirst, EFFECTS, everyOrder } from './effects.js';

/** Writes into a command what the description says about its operation and each of its fields. */
export function explain(command: Command, target: CallTarget): void {
  const { operation, fields } = target;
  const described = description[operation.operationId];
  const help = isWithoutSelectors(target) ? described.helpWithout! : described.help;
  command.description(help).addHelpText('after', closing(target, described));
  for (const field of fields) {
    const { long } = fieldOption(field);
    const option = command.options.find((candidate) => candidate.long === long);
    if (option !== undefined) option.description = aboutField(target, field, described);
  }
}

function aboutField(target: CallTarget, field: Field, { input }: OperationDescription): string {
  const about = input.find(({ name }) => name === field.name)!;
  const { fields: selecting = [], methodWithout } = target.operation.selectors ?? {};
  const isNeeded = methodWithout !== undefined && selecting.includes(field.name);
  const isDeclared = about.evidence === 'declared';
  const facts = [field.required ? 'required' : 'optional', ...(isDeclared ? [`declared as ${about.type}`] : [])];
  if (about.default !== undefined) facts.push(`default ${String(about.default)}, applied by the service`);
  if (field.maximum !== undefined) facts.push(`at most ${field.maximum}`);
  if (!isDeclared) facts.push(`${about.evidence}, not declared`);
  const lines = [
    about.help,
    isNeeded &&
      `${selecting.length === 1 ? 'Required' : `${selecting.join(' or ')} is required`} by this command: without it, ${target.operation.selectors!.without}, which is ${methodWithout}.`,
    `(${facts.join('; ')})`,
  ];
  return lines.filter((line) => line !== false && line !== '').join('\n');
}

function closing(target: CallTarget, described: OperationDescription): string {
  const { operation, wipes } = target;
  const asks = asksFirst(operation.effect) ? ' You are asked before it is sent, unless you give --yes.' : '';
  const open = described.unknowns.map((id) => {
    const { question, check } = unknowns.find((one) => one.id === id)!;
    return `  ${id}: ${question}${measuredBy(check, operation)}`;
  });
  return [
    '',
    `Effect: ${operation.effect}. It ${EFFECTS[operation.effect]}.${wipes ? ` IT ${everyOrder(target.fields.length > 0)}.` : ''}${asks}`,
    `Request: ${operation.method} ${operation.path}, ${SECURITY[operation.security]}. ${operation.evidence === 'declared' ? 'In' : 'Not in'} the service document: ${described.summary}.`,
    '',
    'Example:',
    `  ${COMMAND} call ${target.name}${exampleOptions(target, described)}`,
    ...(open.length === 0 ? [] : ['', 'Not shown by the service document:', ...open]),
    '',
    exitsOfCall(operation.effect === 'read'),
  ].join('\n');
}

/** The check that measures a question, on this operation where there is one; what nothing measures says why in the register. */
function measuredBy(checks: readonly string[] | string, { operationId }: Operation): string {
  if (typeof checks === 'string') return '';
  return ` (${COMMAND} conformance --check ${checks.find((address) => address.includes(`/${operationId}/`)) ?? checks[0]})`;
}

const SECURITY: Readonly<Record<Operation['security'], string>> = {
  signed: 'signed',
  undeclared: 'no signing headers declared; signed when there is a key',
  public: 'public, never signed',
};

/** The options of the first example that has just what this command takes. */
function exampleOptions({ fields }: CallTarget, { inputExamples }: OperationDescription): string {
  const fitting = inputExamples.find(
    ({ value: example }) =>
      fields.every(({ name, required }) => !required || name in example) &&
      Object.keys(example).every((name) => fields.some((field) => field.name === name)),
  );
  return fields
    .map((field) => ({ field, value: fitting?.value[field.name] ?? (field.required ? `<${field.name}>` : undefined) }))
    .filter(({ value }) => value !== undefined)
    .map(({ field, value }) => ` ${fieldOption(field).long} ${String(value)}`)
    .join('');
}
