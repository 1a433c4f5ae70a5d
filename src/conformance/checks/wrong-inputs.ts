import type { DeclaredField } from '../model/operations.js';
import type { AnyInput } from '../call/input.js';
import { an } from '../model/counted.js';
import type { Property, Random } from '../findings/property.js';
import { NO_CONTRACT } from '../scenes/open-orders.js';

type OtherType = 'list' | 'object' | 'empty list' | 'list of lists' | 'boolean' | 'word' | 'fraction' | 'unknown name';

export type InputBreak =
  | { readonly field: string; readonly rule: 'missing'; readonly as?: 'null' }
  /** A single value of a type is declared, and this is of another one. */
  | { readonly field: string; readonly rule: 'type'; readonly as: OtherType }
  | { readonly field: string; readonly rule: 'value'; readonly as: string };

/** One input that has to be refused: what is wrong with it, and nothing else is. */
export type InputBreaks = readonly InputBreak[];

const isBreakable: Readonly<Record<InputBreak['rule'], (field: DeclaredField) => boolean>> = {
  missing: ({ required }) => required,
  // Text for a number is an open question (unknown `request.number-forms`); a list is neither.
  type: () => true,
  value: ({ enum: values }) => values !== undefined,
};

/** Declared as a number beside "integer codes": whether a fraction is one is open (unknown `request.position-type-number`). */
const MAY_BE_FRACTION = 'positionType';

/** Wrong types for a field. They are tried in several calls, because a server may take one of them and refuse the others. */
export function typesUnlike({ name, wire, kind }: DeclaredField, place: 'body' | 'query'): readonly OtherType[] {
  const isInteger = wire === 'number' && (kind === 'integer' || kind === 'id') && name !== MAY_BE_FRACTION;
  return [
    // In a query all is text.
    ...(place === 'body' ? (['list', 'empty list', 'object', 'boolean'] as const) : []),
    ...(wire === 'number' ? (['word'] as const) : []),
    ...(isInteger ? (['fraction'] as const) : []),
  ];
}

/** The declared rule that a value breaks, or that it is open whether it breaks one; undefined where it breaks none. */
export function breakOf(
  field: DeclaredField,
  value: unknown,
  place: 'body' | 'query',
): InputBreak | 'open' | undefined {
  const { name, required, enum: values, wire } = field;
  const type = (as: OtherType): InputBreak => ({ field: name, rule: 'type', as });
  if (value === undefined) return required ? { field: name, rule: 'missing' } : undefined;
  if (value === null) return required ? { field: name, rule: 'missing', as: 'null' } : 'open';
  if (typeof value === 'object') return type(Array.isArray(value) ? 'list' : 'object');
  if (typeof value === 'boolean') return place === 'body' ? type('boolean') : 'open';
  const text = String(value);
  const others = typesUnlike(field, place);
  if (others.includes('word') && text !== '' && !/\d/.test(text)) return type('word');
  const isNumber = place === 'query' || typeof value === 'number';
  if (others.includes('fraction') && isNumber && /^\d+\.\d*[1-9]/.test(text)) return type('fraction');
  if (typeof value === 'string' && values?.includes(value) === false)
    return value === '' && !required ? 'open' : { field: name, rule: 'value', as: value.slice(0, 40) };
  return place === 'body' && typeof value !== wire ? 'open' : undefined;
}

export const breakable = (fields: readonly DeclaredField[], rule: InputBreak['rule']): readonly DeclaredField[] =>
  fields.filter(isBreakable[rule]);

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LISTS = ['list', 'empty list', 'object', 'list of lists'] as const;

function drawn({ name }: DeclaredField, rule: InputBreak['rule'], random: Random): InputBreak {
  if (rule === 'missing') return { field: name, rule };
  if (rule === 'type') return { field: name, rule, as: LISTS[random(LISTS.length)]! };
  // A word by chance must not be one that deployments know besides those declared.
  const letters = Array.from({ length: random(7) }, () => LETTERS.charAt(random(LETTERS.length)));
  return { field: name, rule, as: `X${letters.join('')}X` };
}

/**
 * Inputs that break one rule in one field, each field in turn, and then several at once: at least one field breaks the
 * rule, others break any.
 */
export function wrongInputs(
  fields: readonly DeclaredField[],
  rule: InputBreak['rule'],
  several: { readonly runs: number; readonly others: readonly DeclaredField[]; readonly place: 'body' | 'query' },
): readonly Property<InputBreaks>[] {
  const { runs, others, place } = several;
  const one = (name: string, wrong: InputBreak): Property<InputBreaks> => ({ name, cases: () => [[wrong]] });
  const single = fields.flatMap((field): readonly Property<InputBreaks>[] => {
    const { name, enum: [word] = [] } = field;
    if (rule === 'type' && runs > 0)
      return typesUnlike(field, place).map((as) => one(`${name} as ${as}`, { field: name, rule, as }));
    // A word that begins like an allowed one; where any is taken, a shorter one shows it.
    if (rule === 'value') return [one(name, { field: name, rule, as: `${word}X` })];
    return [{ name, cases: (random) => [[drawn(field, rule, random)]] }];
  });
  if (runs === 0) return single;
  // A required field that is null counts as missing, and nothing is not an allowed value: where none is needed, it may be none.
  // Another letter case is not tried: a service may read words in any case.
  const empty = fields
    .filter(({ required }) => required)
    .flatMap(({ name }): readonly Property<InputBreaks>[] => {
      if (rule === 'missing') return [one(`${name} as null`, { field: name, rule, as: 'null' })];
      return rule === 'value' ? [one(`${name} as nothing`, { field: name, rule, as: '' })] : [];
    });
  if (others.length < 2 || place === 'query') return [...single, ...empty];
  const cases = (random: Random) => Array.from({ length: runs }, () => severalAtOnce(random, fields, rule, others));
  return [...single, ...empty, { name: 'several', cases }];
}

function severalAtOnce(
  random: Random,
  fields: readonly DeclaredField[],
  rule: InputBreak['rule'],
  others: readonly DeclaredField[],
): InputBreaks {
  for (;;) {
    const breaks = others
      .filter(() => random(3) > 0)
      .map((field) => {
        const any = (['missing', 'type', 'value'] as const).filter((kind) => isBreakable[kind](field));
        const rules = fields.includes(field) ? [rule, ...any] : any;
        return drawn(field, rules[random(rules.length)]!, random);
      });
    if (breaks.length > 1 && breaks.some((wrong) => wrong.rule === rule)) return breaks;
  }
}

/** The breaks of a rule without one of them, or with a shorter word; one alone was tried before. */
export function smallerBreaks(breaks: InputBreaks, rule: InputBreak['rule']): readonly InputBreaks[] {
  const [only] = breaks;
  if (only?.rule === 'value' && breaks.length === 1) return only.as.length > 2 ? [[{ ...only, as: 'XX' }]] : [];
  const fewer = breaks.length < 3 ? [] : breaks.map((left) => breaks.filter((wrong) => wrong !== left));
  return fewer.filter((rest) => rest.some((wrong) => wrong.rule === rule));
}

export function broken(valid: AnyInput, breaks: InputBreaks): AnyInput {
  const byField = new Map(breaks.map((one) => [one.field, one]));
  const added = breaks.filter(({ field }) => !(field in valid)).map(({ field }) => [field, undefined] as const);
  return Object.fromEntries(
    [...Object.entries(valid), ...added].flatMap(([name, value]) => {
      const wrong = byField.get(name);
      if (wrong === undefined) return [[name, value]];
      if (wrong.rule === 'missing') return wrong.as === undefined ? [] : [[name, null]];
      return [[name, wrong.rule === 'value' ? wrong.as : RESHAPED[wrong.as](value)]];
    }),
  );
}

/** A value in another shape. */
const RESHAPED: Readonly<Record<OtherType, (value: unknown) => unknown>> = {
  list: (value) => [value],
  'empty list': () => [],
  object: (value) => ({ value }),
  'list of lists': (value) => [[value]],
  boolean: () => true,
  word: () => WORD,
  'unknown name': (value) => (/\D/.test(String(value)) ? NO_CONTRACT : `9${String(value).replaceAll(/./g, '9')}`),
  fraction: (value) => `${/^\d+$/.test(String(value)) ? String(value) : '1'}.5`,
};

/** Text where a number is declared: digits in text are an open question, and this has none. */
const WORD = { toJSON: () => 'XYZ', toString: () => 'XYZ' };

export const inWords = (breaks: InputBreaks): string => `a call with ${breaks.map(wordsOf).join(' and ')}`;

function wordsOf(one: InputBreak): string {
  if (one.rule === 'missing') return one.as === undefined ? `no ${one.field}` : `null as ${one.field}`;
  return `${one.rule === 'type' ? an(one.as) : one.as || 'nothing'} as ${one.field}`;
}
