import { describe, expect, it } from 'vitest';
import { createDecoder } from '../../src/core/json/decode.js';

const distinctKeys = (count: number): string => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`;

describe('a bound on the values of a document', () => {
  it.each([
    ['members with names of their own', distinctKeys(1001)],
    ['numbers', `[${'1,'.repeat(1000)}1]`],
    ['empty objects', `[${'{},'.repeat(1000)}{}]`],
    ['lists in lists', `[${`${'['.repeat(20)}${']'.repeat(20)},`.repeat(60)}1]`],
    ['texts in records that look alike', `[${'{"a":["1","2"]},'.repeat(400)}{"a":["1"]}]`],
    ['records that look alike', `[${'{"a":1},'.repeat(1001)}{"a":1}]`],
  ])('stops at too many %s', (_what, text) => {
    expect(() => createDecoder([], 1000)(text)).toThrow('more than 1000 JSON values');
    expect(createDecoder()(text)).toBeDefined();
  });

  it('counts a record that looks like the one before as one value', () => {
    const record = `{${Array.from({ length: 28 }, (_, i) => `"k${i}":"${i}"`).join()}}`;
    expect(createDecoder([], 1000)(`[${`${record},`.repeat(900)}${record}]`)).toHaveLength(901);
  });
});
