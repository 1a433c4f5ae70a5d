import { describe, expect, it } from 'vitest';
import { createDecoder } from '../../src/core/json/decode.js';

const decode = createDecoder(['time']);

describe('numbers', () => {
  it.each(
    '256609229205684228 67000.0000000000000000 0E-8 0e-16 9.8E+4 -3350051449.6928050669137353 1234567890123456789012345 -0 1e400 0'.split(
      ' ',
    ),
  )('%s arrives as exactly that text, wherever it stands', (token) => {
    expect(decode(token)).toBe(token);
    expect(decode(`[${token}]`)).toStrictEqual([token]);
    expect(decode(`{"undescribed":{"deep":[${token}]}}`)).toStrictEqual({ undescribed: { deep: [token] } });
  });

  it.each([
    ['1607702400000', 1607702400000],
    ['"1607702400000"', 1607702400000],
    ['"\\u0031"', 1],
    ['-5', -5],
    ['1.50', 1.5],
    ['1e3', 1000],
    ['1e16', 1e16],
    ['1607702400000.0000000000000000', 1607702400000],
    ['0E-8', 0],
    ['0E30000000000', 0],
    ['-0', -0],
    ['9007199254740992', 9007199254740992],
  ])('%s in a number field arrives as the number', (written, number) => {
    expect(decode(`{"time":${written}}`)).toStrictEqual({ time: number });
  });

  it.each(['9007199254740993', '256609229205684228', '1e400', '1e-400', '1e-30000000000', '0.30000000000000000001'])(
    '%s in a number field stays text, because a double would be another number',
    (token) => {
      expect(decode(`{"time":${token}}`)).toStrictEqual({ time: token });
    },
  );

  it.each(['', 'now', '007', '1.5', ' 5', '9007199254740993'])(
    'the string "%s" in a number field stays text',
    (text) => {
      expect(decode(`{"time":"${text}"}`)).toStrictEqual({ time: text });
    },
  );

  it('a number field reaches into lists, not into objects', () => {
    expect(decode('{"time":[1,[2],{"a":3}]}')).toStrictEqual({ time: [1, [2], { a: '3' }] });
  });

  it('a number field that is null, a boolean or empty arrives as it is', () => {
    expect(decode('[{"time":null},{"time":true},{"time":[]},{"time":{}}]')).toStrictEqual([
      { time: null },
      { time: true },
      { time: [] },
      { time: {} },
    ]);
  });
});

describe('strings and keys', () => {
  it.each([
    ['"\\" \\\\ \\/ \\b \\f \\n \\r \\t"', '" \\ / \b \f \n \r \t'],
    ['"\\u00e9\\u00E9"', 'éé'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"😀订é"', '😀订é'],
    ['"\\ud800"', '\ud800'],
    ['"\ud800"', '\ud800'],
    ['"\u007f\u2028\u2029"', '\u007f\u2028\u2029'],
    ['"ends in a backslash \\\\"', 'ends in a backslash \\'],
    ['""', ''],
  ])('%j is read as JSON.parse reads it', (document, text) => {
    expect(decode(document)).toBe(text);
    expect(JSON.parse(document)).toBe(text);
  });

  it('unicode escapes in a key name the same field', () => {
    expect(decode('{"t\\u0069me":1}')).toStrictEqual({ time: 1 });
  });

  it('the last of two equal keys wins, in the place of the first', () => {
    const members = decode('{"a":1,"b":2,"\\u0061":3}') as object;
    expect(Object.entries(members)).toStrictEqual([
      ['a', '3'],
      ['b', '2'],
    ]);
  });

  it.each(['__proto__', '\\u005f_proto__'])('%s becomes an ordinary member and no prototype', (key) => {
    const members = decode(`{"${key}":{"polluted":1},"${key}":{"polluted":2}}`) as Record<string, unknown>;
    expect(Object.keys(members)).toStrictEqual(['__proto__']);
    expect(Object.getPrototypeOf(members)).toBe(Object.prototype);
    expect(members['polluted']).toBeUndefined();
    expect(Object.getOwnPropertyDescriptor(members, '__proto__')?.value).toStrictEqual({ polluted: '2' });
  });

  it('names that every object has are ordinary members', () => {
    expect(decode('{"constructor":1,"toString":"x","hasOwnProperty":null}')).toStrictEqual({
      constructor: '1',
      toString: 'x',
      hasOwnProperty: null,
    });
  });
});

it('blank space is allowed between all tokens', () => {
  expect(decode(' \n\t\r{ "a" : [ 1 , { } , [ ] ] , "b" : "x" } \n')).toStrictEqual({ a: ['1', {}, []], b: 'x' });
});
