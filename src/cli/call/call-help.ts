import type { Command } from 'commander';
import type { Field, Operation } from '../../../generated/operations.js';
import { description, followRef, operationNode } from '../../sandbox/description.js';
import { fieldOption } from './call-options.js';
import { type CallTarget, commandWithout, isInsistedOn } from './call-targets.js';
import { asksFirst, EFFECTS } from './effects.js';

type Node = ReturnType<typeof followRef>;

/** Writes into a command what the description says about its operation and each of its fields. */
export function explain(command: Command, target: CallTarget): void {
  const { operation, fields } = target;
  const node = operationNode(operation.path, operation.method);
  command
    .description(paragraphs([`${node['summary']}. ${node['description']}`, observedText(node)]))
    .addHelpText('after', closing(target, node));
  for (const field of fields) {
    const { long } = fieldOption(field);
    const option = command.options.find((candidate) => candidate.long === long);
    if (option !== undefined) option.description = aboutField(target, field, fieldNode(operation, node, field.name));
  }
}

function aboutField(target: CallTarget, field: Field, node: Node): string {
  const other = isInsistedOn(field) ? commandWithout(target) : undefined;
  const facts = [field.required && other === undefined ? 'required' : 'optional'];
  if (node['default'] !== undefined) facts.push(`default ${node['default']}, applied by the service`);
  if (field.maximum !== undefined) facts.push(`at most ${field.maximum}`);
  if (field.enum !== undefined) facts.push(`one of ${field.enum.join(', ')}`);
  const mark = node['x-evidence'] as string | undefined;
  facts.push(mark === undefined ? 'declared' : `${mark}, not declared (${node['x-evidence-note']})`);
  return paragraphs([
    node['description'],
    `${facts.join('; ')}.`,
    other &&
      `Required by this command: without it the call has effect "${field.effectWhenOmitted}", which is ${other}.`,
    observedValues(node),
    observedText(node),
  ]);
}

function observedValues({ 'x-observed-values': seen }: Node): string | undefined {
  if (seen === undefined) return undefined;
  const values = seen.values as Readonly<Record<string, string>> | undefined;
  const list = values && Object.entries(values).map(([value, meaning]) => `${value} ${meaning}`);
  return `Values, ${seen['x-evidence']} (${seen['x-evidence-note']}): ${list?.join('; ') ?? seen.text}.`;
}

function observedText({ 'x-observed': seen }: Node): string | undefined {
  return seen?.text && `Observed (${seen['x-evidence-note']}): ${seen.text}`;
}

function closing(target: CallTarget, node: Node): string {
  const { operation, wipes } = target;
  const asks = asksFirst(operation.effect) ? ' You are asked before it is sent, unless you give --yes.' : '';
  const ids: readonly string[] = node['x-unknowns'] ?? [];
  const register = new Map((description['x-unknowns'] as Node[]).map((entry) => [entry['id'] as string, entry]));
  const unknowns = ids.map(
    (id) => `  ${id}: ${register.get(id)?.['question']}${measuredBy(register.get(id), operation)}`,
  );
  return [
    '',
    `Effect: ${operation.effect}. It ${EFFECTS[operation.effect]}.${wipes ? ' IT REACHES EVERY OPEN ORDER.' : ''}${asks}`,
    `Request: ${operation.method} ${operation.path}, ${SECURITY[operation.security]}.`,
    '',
    'Example:',
    `  futures call ${target.name}${exampleOptions(target, node)}`,
    ...(unknowns.length === 0 ? [] : ['', 'Not shown by the service document (openapi/unknowns.yaml):', ...unknowns]),
  ].join('\n');
}

/** The check that measures a question, on this operation where there is one; what nothing measures says why in the register. */
function measuredBy(entry: Node | undefined, { operationId }: Operation): string {
  const checks: unknown = entry?.['check'];
  if (!Array.isArray(checks)) return '';
  const check = (checks as string[]).find((address) => address.includes(`/${operationId}/`)) ?? (checks[0] as string);
  return ` (futures conformance --check ${check})`;
}

const SECURITY: Readonly<Record<Operation['security'], string>> = {
  signed: 'signed',
  undeclared: 'no signing headers declared; signed when there is a key',
  public: 'public, never signed',
};

/** The options of the first example that has just what this command takes. */
function exampleOptions({ operation, fields }: CallTarget, node: Node): string {
  const examples = inputExamples(operation, node);
  const fitting = examples.find(
    (example) =>
      fields.every(({ name, required }) => !required || name in example) &&
      Object.keys(example).every((name) => fields.some((field) => field.name === name)),
  );
  return fields
    .map((field) => ({ field, value: fitting?.[field.name] ?? (field.required ? `<${field.name}>` : undefined) }))
    .filter(({ value }) => value !== undefined)
    .map(({ field, value }) => ` ${fieldOption(field).long} ${String(value)}`)
    .join('');
}

function inputExamples(operation: Operation, node: Node): Node[] {
  if (operation.input === 'body') {
    return Object.values((jsonBody(node)['examples'] ?? {}) as Node).map((example) => followRef(example)['value']);
  }
  return [Object.fromEntries(parametersOf(node).map((parameter) => [parameter['name'], parameter['example']]))];
}

function fieldNode(operation: Operation, node: Node, name: string): Node {
  if (operation.input === 'body') return followRef(followRef(jsonBody(node)['schema'])['properties'][name]);
  const parameter = parametersOf(node).find((candidate) => candidate['name'] === name)!;
  return { ...followRef(parameter['schema']), ...parameter };
}

const jsonBody = (node: Node): Node => followRef(node['requestBody'])['content']['application/json'];
const parametersOf = (node: Node): Node[] =>
  ((node['parameters'] ?? []) as Node[]).map(followRef).filter((parameter) => parameter['in'] === 'query');

function paragraphs(texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined && text !== '')
    .map((text) => text!.trim().replace(/\s+/g, ' '))
    .join('\n');
}
