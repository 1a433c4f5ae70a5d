import { describe, expect, it } from 'vitest';
import { createDecoder, createLayouts } from '../../src/core/json/decode.js';

/** The layout of a record that was seen twice. */
function learn(record: object) {
  const layouts = createLayouts(new Set(['time']));
  layouts.of(record);
  return layouts.of(record);
}

describe('what learns layouts', () => {
  it('knows the layout of a flat record from the second one on', () => {
    const layouts = createLayouts(new Set());
    expect(layouts.of({ a: '1' })).toBeUndefined();
    expect(layouts.of({ a: '2' })).toBeDefined();
  });

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

describe('a layout', () => {
  it('reads a record at a position and knows where it ends', () => {
    const layout = learn({ orderId: '1', time: 1, ok: true })!;
    const text = '[{"orderId":25660922920568422,"time":"1607702400000","ok":null}]';
    expect(layout.read(text, 1)).toStrictEqual({ orderId: '25660922920568422', time: 1607702400000, ok: null });
    expect(layout.end()).toBe(text.length - 1);
  });

  it.each([
    [
      'an envelope',
      '{"code":0,"data":{"a":1,"time":2},"msg":"ok"}',
      { code: '0', data: { a: '1', time: 2 }, msg: 'ok' },
      2,
    ],
    ['a list in it', '{"a":1,"b":[{"c":2},{"c":3}],"d":4}', { a: '1', b: [{ c: '2' }, { c: '3' }], d: '4' }, 4],
    ['a list that is empty this time', '{"a":1,"b":[],"d":4}', { a: '1', b: [], d: '4' }, 2],
    [
      'blanks',
      '{ "a" : 1,\n\t"b" : [ {"c":2} , {"c":3} ],\r\n "d":4 }',
      { a: '1', b: [{ c: '2' }, { c: '3' }], d: '4' },
      4,
    ],
    ['escapes', '{"a":"\\u00e9\\"","b":[],"d":4}', { a: 'é"', b: [], d: '4' }, 2],
  ])('reads %s, and counts its records and lists', (_what, text, value, values) => {
    const layout = learn('data' in value ? value : { a: '1', b: [{ c: '1' }], d: '1' })!;
    expect(layout.read(text, 0)).toStrictEqual(value);
    expect(layout.end()).toBe(text.length);
    expect(layout.values()).toBe(values);
  });

  it.each([
    ['texts and numbers', '{"ids":[25660922920568422,"a",-1.50]}', { ids: ['25660922920568422', 'a', '-1.50'] }, 5],
    ['one text', '{"ids":["1"]}', { ids: ['1'] }, 3],
    ['nothing', '{"ids":[]}', { ids: [] }, 2],
    ['null, true and false', '{"ids":[null,true,false]}', { ids: [null, true, false] }, 5],
    ['escapes and blanks', '{"ids":[ "\\u00e9\\"" ,\n2 ]}', { ids: ['é"', '2'] }, 4],
  ])('reads a list of %s, and counts each', (_what, text, value, values) => {
    const layout = learn({ ids: ['1'] })!;
    expect(layout.read(text, 0)).toStrictEqual(value);
    expect(layout.end()).toBe(text.length);
    expect(layout.values()).toBe(values);
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
