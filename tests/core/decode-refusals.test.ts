import { describe, expect, it } from 'vitest';
import { createDecoder } from '../../src/core/json/decode.js';

const decode = createDecoder(['time']);

describe('documents that JSON does not allow', () => {
  it.each([
    ['{"a":01}', 6],
    ['[1 2]', 3],
    ['{"abc":1,}', 9],
    ['{"a":"x\ny"}', 7],
    ['nul', 0],
  ])('%j is refused with the position of the fault', (document, position) => {
    expect(() => decode(document)).toThrow(`unexpected character in JSON at position ${position}`);
  });

  it('a string with an invalid escape is refused with the position where it starts in the document', () => {
    expect(() => decode('{"abc":"\\x"}')).toThrow('unexpected character in JSON at position 7');
  });

  it.each(['', '[1', '{"a":', '"abc', '"a\\n'])('%j is refused as ending too early', (document) => {
    expect(() => decode(document)).toThrow('JSON ends unexpectedly');
  });

  it('no refusal quotes the document', () => {
    expect(() => decode('{"key":"my-secret\\x"}')).toThrow(/^(?!.*my-secret)/);
    expect(() => decode('{"key":"my-secret"x}')).toThrow(/^(?!.*my-secret)/);
  });
});

describe('a document of a layout that was read before', () => {
  /** The third one is read by the layout that the second one left. */
  const learned = (document: string) => {
    const reading = createDecoder();
    for (let i = 0; i < 3; i++) expect(JSON.stringify(reading(document))).toBe(document);
    return reading;
  };

  it.each([
    ['[{"a":"1"},{"a":"2"}]', '[{"a":"1"},{"a":"2"}}'],
    ['{"a":["1","2"]}', '{"a":["1","2"}}'],
    ['{"a":[{"b":"1"}],"c":"2"}', '{"a":[{"b":"1"}},"c":"2"}'],
  ])('%s: a list that "}" ends is refused', (document, malformed) => {
    expect(() => learned(document)(malformed)).toThrow(SyntaxError);
  });

  it('keeps what stands behind a record in a record where it is', () => {
    const [first, other] = [1, 2].map((value) => `{"a":{"b":{"c":"${value}"},"d":"${value}"},"e":"${value}"}`);
    expect(JSON.stringify(learned(first!)(other!))).toBe(other);
  });
});

describe('nesting', () => {
  const lists = (depth: number, inside = '') => '['.repeat(depth) + inside + ']'.repeat(depth);
  const objects = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

  it('128 deep is read', () => {
    expect(decode(lists(128))).toStrictEqual(JSON.parse(lists(128)));
    expect(JSON.stringify(decode(objects(128)))).toBe(objects(128).replace('1', '"1"'));
  });

  it.each([
    ['lists', lists(129)],
    ['objects', objects(129)],
    ['a list in records', lists(127, '{"a":[]}')],
    ['a list in records of a layout that was read before', lists(127, '{"a":1},{"a":1},{"a":1},{"a":[]}')],
    ['a hundred thousand lists', lists(100_000)],
  ])('129 deep is refused: %s', (_what, document) => {
    expect(() => createDecoder()(document)).toThrow('JSON is nested deeper than 128 levels');
  });

  it('what stands side by side is not depth', () => {
    const wide = `[${'[],{"a":{}},'.repeat(1000)}[]]`;
    expect(decode(wide)).toStrictEqual(JSON.parse(wide));
  });

  it('depth is counted from zero again in the next document', () => {
    expect(() => decode(lists(200))).toThrow(SyntaxError);
    expect(decode(lists(1))).toStrictEqual([]);
  });
});

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
