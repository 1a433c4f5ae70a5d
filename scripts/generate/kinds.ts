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

/** TypeScript types of each kind: of an input, and of an answer field, where it depends on the description and never on the value. */
const TYPES: Readonly<Record<Kind, readonly [input: string, result: string]>> = {
  string: ['string', 'string'],
  id: ['IdInput', 'string'],
  decimal: ['DecimalInput', 'string'],
  code: ['string', 'string'],
  count: ['IntegerInput', 'string'],
  'unix-time-ms': ['IntegerInput', 'number'],
  integer: ['IntegerInput', 'number'],
  number: ['DecimalInput', 'number'],
  boolean: ['boolean', 'boolean'],
};
const typesAt = (place: 0 | 1) =>
  Object.fromEntries(Object.entries(TYPES).map(([kind, types]) => [kind, types[place]])) as Readonly<
    Record<Kind, string>
  >;
export const INPUT_TYPES = typesAt(0);
export const RESULT_TYPES = typesAt(1);

/** Values that were only observed: an editor offers them, and any other one compiles as well. */
export function openType(type: string, { observedValues }: About): string {
  const names = Object.keys(observedValues?.values ?? {});
  if (names.length === 0) return type;
  if (type === 'string') return [...names.map((name) => literal(name, 0)), '(string & {})'].join(' | ');
  // Written out, because TypeScript makes a plain number of it behind the name of a type. A word is not a code.
  const asText = type === 'IntegerInput' ? '`${bigint}`' : '`${number}`';
  return [...names, '(number & {})', ...(type === 'number' ? [] : [asText, 'bigint'])].join(' | ');
}
