import { type About, aboutOf, type Evidence, evidenceOf } from './evidence.js';
import type { Kind } from '../../generated/operations.js';
import { kindOf } from './kinds.js';
import { follow, type Json } from './references.js';

export interface DescribedField {
  /** Path from the top of the body: `data.contracts.bid`. */
  readonly path: string;
  /** Type and format in words. */
  readonly type: string;
  /** JSON types of the value; of an array, those of its entries. */
  readonly jsonTypes: readonly string[];
  readonly kind: Kind;
  readonly required: boolean;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly effectWhenOmitted?: string;
  readonly about: About;
}

export function fieldsOf(document: Json, schema: Json, around: Evidence, prefix = ''): readonly DescribedField[] {
  const node = follow(document, schema);
  const evidence = evidenceOf(node, around);
  const required: readonly string[] = node['required'] ?? [];
  return Object.entries((node['properties'] ?? {}) as Json).flatMap(([name, property]) => {
    const resolved = follow(document, property);
    return [
      fieldOf(document, `${prefix}${name}`, resolved, evidence, required.includes(name)),
      ...fieldsOf(document, recordIn(document, resolved), evidenceOf(resolved, evidence), `${prefix}${name}.`),
    ];
  });
}

export function parameterField(document: Json, parameter: Json, around: Evidence): DescribedField {
  const node = { ...follow(document, parameter['schema']), ...parameter };
  return fieldOf(document, parameter['name'], node, evidenceOf(parameter, around), parameter['required'] === true);
}

function fieldOf(document: Json, path: string, node: Json, around: Evidence, required: boolean): DescribedField {
  const inner = recordIn(document, node);
  return {
    path,
    type: typeInWords(document, node),
    jsonTypes: [inner['type'] ?? []].flat(),
    kind: kindOf(inner),
    required,
    ...(node['default'] !== undefined && { default: node['default'] }),
    ...(node['enum'] !== undefined && { enum: node['enum'] }),
    ...(node['x-effect-when-omitted'] !== undefined && { effectWhenOmitted: node['x-effect-when-omitted'] }),
    about: aboutOf(node, around),
  };
}

/** The text that the description gives in place of a type would be longer than the type. */
function typeInWords(document: Json, node: Json): string {
  const inner = node['anyOf'] as Json[] | undefined;
  if (inner !== undefined) {
    return [...new Set(inner.map((one) => typeInWords(document, follow(document, one))))].join(' or ');
  }
  const types = [node['type'] ?? 'any JSON'].flat() as string[];
  const format = node['format'] === undefined ? '' : ` (${node['format']})`;
  const items = node['items'] as Json | undefined;
  const text = types.map((type) =>
    type === 'array' && items ? `array of ${typeInWords(document, follow(document, items))}` : type,
  );
  return `${text.join(' or ')}${format}`;
}

function recordIn(document: Json, node: Json): Json {
  const items = node['items'] as Json | undefined;
  return items === undefined ? node : recordIn(document, follow(document, items));
}
