import type { Kind } from '../../generated/operations.js';
import type { About } from './evidence.js';
import { literal } from './literal.js';
import type { Json } from './references.js';

const FORMATS: readonly string[] = ['id', 'decimal', 'code', 'count', 'unix-time-ms', 'integer'] satisfies Kind[];

/** The kind of a scalar: from its `format`, from `x-format` where that is our reading, or from its `type`. */
export function kindOf(schema: Json): Kind {
  const format = formatOf(schema);
  if (FORMATS.includes(format!)) return format as Kind;
  const types: string[] = [schema['type']].flat().filter((type) => type !== 'null');
  for (const kind of ['string', 'number', 'integer', 'boolean'] as const) if (types.includes(kind)) return kind;
  return 'string';
}

/** The format of a schema: declared, or by our reading. */
export const formatOf = (schema: Json): string | undefined => schema['format'] ?? schema['x-format'];

export const isNumberKind = (kind: Kind): boolean => kind === 'unix-time-ms' || kind === 'integer' || kind === 'number';

export const INPUT_TYPES: Readonly<Record<Kind, string>> = {
  string: 'string',
  id: 'IdInput',
  decimal: 'DecimalInput',
  code: 'string',
  count: 'IntegerInput',
  'unix-time-ms': 'IntegerInput',
  integer: 'IntegerInput',
  number: 'DecimalInput',
  boolean: 'boolean',
};

/** TypeScript type of an answer field of each kind: it depends on the description, never on the value. */
export const RESULT_TYPES: Readonly<Record<Kind, string>> = {
  string: 'string',
  id: 'string',
  decimal: 'string',
  code: 'string',
  count: 'string',
  'unix-time-ms': 'number',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
};

/** Values that were only observed: an editor offers them, and any other one compiles as well. */
export function openType(type: string, { observedValues }: About): string {
  const names = Object.keys(observedValues?.values ?? {});
  if (names.length === 0) return type;
  if (type === 'string') return [...names.map((name) => literal(name, 0)), '(string & {})'].join(' | ');
  // Written out, because TypeScript makes a plain number of it behind the name of a type. A word is not a code.
  const asText = type === 'IntegerInput' ? '`${bigint}`' : '`${number}`';
  return [...names, '(number & {})', ...(type === 'number' ? [] : [asText, 'bigint'])].join(' | ');
}
