import type { Arbitrary } from 'fast-check';
import type { DeclaredField } from '../operations.js';
import type { AnyInput } from '../call/input.js';
import type { FastCheck, Property } from '../engine/property.js';

/** How one field breaks a declared rule. */
export type InputBreak =
  | { readonly field: string; readonly rule: 'missing'; readonly as?: 'null' }
  /** A single value is declared, and this is a list or an object. */
  | { readonly field: string; readonly rule: 'type'; readonly as: 'list' | 'object' | 'empty list' | 'list of lists' }
  | { readonly field: string; readonly rule: 'value'; readonly as: string };

/** One input that has to be refused: what is wrong with it, and nothing else is. */
export type Breaks = readonly InputBreak[];

const isBreakable: Readonly<Record<InputBreak['rule'], (field: DeclaredField) => boolean>> = {
  missing: ({ required, effectWhenOmitted }) => required && effectWhenOmitted === undefined,
  // Text for a number is an open question (unknown `request.number-forms`); a list is neither.
  type: () => true,
  value: ({ enum: values }) => values !== undefined,
};

const SHAPES = ['list', 'object'] as const;

/** Those fields that can break a rule. */
export const breakable = (fields: readonly DeclaredField[], rule: InputBreak['rule']): readonly DeclaredField[] =>
  fields.filter(isBreakable[rule]);

const arbitraries = {
  missing: (fc: FastCheck, { name }: DeclaredField) => fc.constant<InputBreak>({ field: name, rule: 'missing' }),
  type: (fc: FastCheck, { name }: DeclaredField) =>
    fc
      .constantFrom('list' as const, 'empty list' as const, 'object' as const, 'list of lists' as const)
      .map((as): InputBreak => ({ field: name, rule: 'type', as })),
  // A word by chance must not be one that deployments know besides those declared.
  value: (fc: FastCheck, { name }: DeclaredField) =>
    fc.stringMatching(/^X[A-Z]{0,6}X$/).map((as): InputBreak => ({ field: name, rule: 'value', as })),
};

/**
 * Inputs that break one rule in one field, each field in turn, and then several at once: at least one field breaks the
 * rule, others break any.
 */
export function wrongInputs(
  fields: readonly DeclaredField[],
  rule: InputBreak['rule'],
  several: { readonly runs: number; readonly others: readonly DeclaredField[] },
): readonly Property<Breaks>[] {
  const { runs, others } = several;
  // Where several are allowed, a list and an object of each field: a server may take one of them.
  const shapes = rule === 'type' && runs > 0 ? SHAPES : [undefined];
  // A required field that is null is as good as missing, and nothing is not an allowed value.
  const more: readonly (readonly [what: string, (field: DeclaredField) => InputBreak])[] =
    runs === 0
      ? []
      : rule === 'missing'
        ? [['null', ({ name }) => ({ field: name, rule, as: 'null' })]]
        : rule === 'value'
          ? [['nothing', ({ name }) => ({ field: name, rule, as: '' })]]
          : [];
  const fixed = more.flatMap(([what, breakOf]) =>
    fields.map((field) => ({
      name: `${field.name} as ${what}`,
      runs: 1,
      cases: (fc: FastCheck) => fc.constant<Breaks>([breakOf(field)]),
    })),
  );
  const single = fields.flatMap((field) =>
    shapes.map((as) => ({
      name: as === undefined ? field.name : `${field.name} as ${as}`,
      runs: 1,
      cases: (fc: FastCheck) =>
        (as === undefined
          ? arbitraries[rule](fc, field)
          : fc.constant<InputBreak>({ field: field.name, rule: 'type', as })
        ).map((one) => [one]),
    })),
  );
  if (runs === 0 || others.length < 2) return [...single, ...fixed];
  return [...single, ...fixed, { name: 'several', runs, cases: (fc) => severalAtOnce(fc, fields, rule, others) }];
}

function severalAtOnce(
  fc: FastCheck,
  fields: readonly DeclaredField[],
  rule: InputBreak['rule'],
  others: readonly DeclaredField[],
) {
  const anyBreak = (field: DeclaredField): Arbitrary<InputBreak> => {
    const own = fields.includes(field) ? [arbitraries[rule](fc, field)] : [];
    const any = (['missing', 'type', 'value'] as const).filter((kind) => isBreakable[kind](field));
    return fc.oneof(...own, ...any.map((kind) => arbitraries[kind](fc, field)));
  };
  // One option for each field, so that shrinking takes away one after the other.
  return fc
    .tuple(...others.map((field) => fc.option(anyBreak(field), { nil: undefined, freq: 2 })))
    .map((breaks): Breaks => breaks.filter((one) => one !== undefined))
    .filter((breaks) => breaks.length > 1 && breaks.some((one) => one.rule === rule));
}

/** A valid input with everything that is wrong put into it. */
export function broken(valid: AnyInput, breaks: Breaks): AnyInput {
  const byField = new Map(breaks.map((one) => [one.field, one]));
  const added = breaks.filter(({ field }) => !(field in valid)).map(({ field }) => [field, undefined] as const);
  return Object.fromEntries(
    [...Object.entries(valid), ...added].flatMap(([name, value]) => {
      const wrong = byField.get(name);
      if (wrong === undefined) return [[name, value]];
      if (wrong.rule === 'missing') return wrong.as === undefined ? [] : [[name, null]];
      return [[name, wrong.rule === 'value' ? wrong.as : reshaped(value, wrong.as)]];
    }),
  );
}

function reshaped(value: unknown, as: (InputBreak & { rule: 'type' })['as']): unknown {
  switch (as) {
    case 'list':
      return [value];
    case 'empty list':
      return [];
    case 'object':
      return { value };
    case 'list of lists':
      return [[value]];
  }
}

/** In words, for a reason. */
export const inWords = (breaks: Breaks): string => `a call with ${breaks.map(wordsOf).join(' and ')}`;

function wordsOf(one: InputBreak): string {
  if (one.rule === 'missing') return one.as === undefined ? `no ${one.field}` : `null as ${one.field}`;
  return `${one.rule === 'type' ? an(one.as) : one.as || 'nothing'} as ${one.field}`;
}

const an = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
