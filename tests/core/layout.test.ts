import { describe, expect, it } from 'vitest';
import { createDecoder, createLayouts } from '../../src/core/json/decode.js';

/** The layout of a record that was seen twice. */
function learn(record: object) {
  const layouts = createLayouts(new Set(['time']));
  layouts.of(record);
  return layouts.of(record);
}

describe('what learns layouts', () => {
  it.each([
    ['nested deeper than 4 levels', { a: { b: { c: { d: { e: '1' } } } } }],
    ['holding a list of lists', { a: [['1']] }],
    ['holding a record without a layout', { a: [{ 'b.c': '1' }] }],
    ['empty', {}],
    ['named with more than letters, digits and underscores', { 'a.b': '1' }],
    ['of more than 100 keys', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`key${i}`, '1']))],
    ['named at great length', { ['x'.repeat(100_000)]: '1' }],
    ['a list', ['1']],
    ['null', null],
  ])('learns nothing from a value that is %s', (_what, value) => {
    expect(learn(value as object)).toBeUndefined();
  });

  it('stops learning after 32 layouts', () => {
    const layouts = createLayouts(new Set());
    for (let i = 0; i < 32; i++) layouts.of({ [`key${i}`]: '1' });
    for (let i = 0; i < 2; i++) layouts.of({ late: '1' });
    expect(layouts.of({ late: '1' })).toBeUndefined();
    expect(layouts.of({ key31: '1' })).toBeDefined();
  });
});

it.each([
  ['2,500 keys', Array.from({ length: 2500 }, (_, i) => `k${i}`)],
  ['a very long key', ['x'.repeat(1_000_000)]],
])('records of %s are read, however many', (_what, keys) => {
  const row = `{${keys.map((key) => `"${key}":1`).join()}}`;
  const decode = createDecoder();
  expect(decode(`[${row},${row},${row}]`)).toStrictEqual(
    Array(3).fill(Object.fromEntries(keys.map((key) => [key, '1']))),
  );
  for (let i = 0; i < 3; i++) expect(Object.keys(decode(row) as object)).toHaveLength(keys.length);
});

it('records of one layout do not share anything', () => {
  const [a, b, c] = createDecoder()('[{"x":[]},{"x":[]},{"x":[]}]') as { x: unknown[] }[];
  expect(new Set([a!.x, b!.x, c!.x]).size).toBe(3);
});
