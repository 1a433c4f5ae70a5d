import type { Effect } from '../../../generated/operations.js';
import { EFFECTS } from '../../../src/cli/call/effects.js';
import { follow, type Node } from '../../description.js';
import { DECLARED, type Evidence, evidenceOf } from './evidence.js';

/** Something that was seen beside what is declared of a field. */
export interface Remark {
  readonly text: string;
  readonly evidence: Evidence;
}

/** One line of a table of fields. */
export interface Field {
  /** Path from the top of the body: `data.contracts.bid`. */
  readonly path: string;
  readonly type: string;
  /** undefined in answers, where it means nothing. */
  readonly required?: boolean;
  readonly text: string;
  readonly defaultValue?: string;
  readonly values?: readonly string[];
  readonly evidence: Evidence;
  readonly remarks: readonly Remark[];
}

/** Every field of a schema, those inside others right after them. */
export function fieldsOf(schema: Node, around: Evidence = DECLARED, prefix = ''): readonly Field[] {
  const node = follow(schema);
  const evidence = evidenceOf(node, around);
  const required = new Set((node['required'] as string[] | undefined) ?? []);
  return Object.entries((node['properties'] ?? {}) as Node).flatMap(([name, property]) => [
    fieldOf(`${prefix}${name}`, property, evidence, required.has(name)),
    ...fieldsOf(recordIn(follow(property)), evidenceOf(follow(property), evidence), `${prefix}${name}.`),
  ]);
}

/** A parameter of the query, as a field. */
export const parameterField = (parameter: Node): Field =>
  fieldOf(
    parameter['name'],
    { ...follow(parameter['schema']), ...parameter },
    evidenceOf(parameter),
    parameter['required'] === true,
  );

function fieldOf(path: string, property: Node, around: Evidence, required: boolean): Field {
  const node = follow(property);
  return {
    path,
    type: typeOf(node),
    required,
    text: (node['description'] as string | undefined) ?? '',
    ...(node['default'] !== undefined && { defaultValue: JSON.stringify(node['default']) }),
    ...(node['enum'] !== undefined && { values: (node['enum'] as unknown[]).map(String) }),
    evidence: evidenceOf(node, around),
    remarks: remarksOn(node),
  };
}

/** The text that the description gives in place of a type would be longer than the type. */
function typeOf(node: Node): string {
  const inner = node['anyOf'] as Node[] | undefined;
  if (inner !== undefined) return [...new Set(inner.map((one) => typeOf(follow(one))))].join(' or ');
  const types = [node['type'] ?? 'any JSON'].flat() as string[];
  const format = node['format'] === undefined ? '' : ` (${node['format']})`;
  const items = node['items'] as Node | undefined;
  const text = types.map((type) => (type === 'array' && items ? `array of ${typeOf(follow(items))}` : type));
  return `${text.join(' or ')}${format}`;
}

function remarksOn(node: Node): readonly Remark[] {
  const said = node['x-observed'] as Node | undefined;
  const values = node['x-observed-values'] as Node | undefined;
  const omitted = node['x-effect-when-omitted'] as Effect | undefined;
  return [
    ...(omitted === undefined ? [] : [{ text: `Left out, the call ${EFFECTS[omitted]}.`, evidence: DECLARED }]),
    ...(said === undefined ? [] : [{ text: said['text'] as string, evidence: evidenceOf(said) }]),
    ...(values === undefined ? [] : [{ text: valuesText(values['values'] as Node), evidence: evidenceOf(values) }]),
  ];
}

const valuesText = (values: Node): string =>
  `${Object.entries(values)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join('; ')}.`;

/** Of an array, the record that it is about. */
function recordIn(node: Node): Node {
  const items = node['items'] as Node | undefined;
  return items === undefined ? node : recordIn(follow(items));
}
