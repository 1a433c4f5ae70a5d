import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEnvelope, takeResult } from '../../src/core/envelope.js';
import { parseHttpDate } from '../../src/core/http-date.js';
import { createDecoder } from '../../src/core/json/decode.js';
import { fromNumberString } from '../../src/core/json/to-number.js';
import { createRedactor } from '../../src/core/redact.js';
import { readRetryAfter } from '../../src/core/retry-after.js';
import { textOf } from '../../src/conformance/call/answer.js';
import { printable } from '../../src/cli/printable.js';
import { expectLinear } from './linear.js';

/* No text of a service takes more than linear time. */
const CHARS = 20_000;

const secrets = [
  'my-key',
  'ab+/cd+/==',
  String.raw`x\\\\\\\\\\\\\\\\y`,
  '++++++++z',
  '%%%%%%%%z',
  'u0+u0+u0+z',
  'é😀é😀',
];
const redact = createRedactor(secrets);

/** Everything that takes a text of a service as it is. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  redact,
  'code of an envelope': (text) => openEnvelope({ code: text, msg: text }),
  'names of members': (text) =>
    takeResult(openEnvelope({}), { [text]: 1, list: [] }, { shape: 'list', mayBeEmpty: true }),
  'a whole number': fromNumberString,
  'an HTTP date': parseHttpDate,
  'Retry-After': (text) => readRetryAfter({ retryAfter: text, date: text }, 0),
  'an id in the kit': textOf,
  'a terminal': printable,
  'a body': (text) => createDecoder(['time'])(text),
  'a body of one string': (text) => createDecoder(['time'])(`{"time":"${text}"}`),
  'a body of one number': (text) => createDecoder(['time'])(`{"time":${text}}`),
  'a list of records that look alike': (text) => createDecoder(['a'])(`[{"a":1},{"a":2},{"a":${text}},{"a":"${text}`),
  'a record that looks like the last one': (text) => {
    const decode = createDecoder(['a']);
    for (const body of ['{"a":"1"}', '{"a":"2"}', `{"a":"${text}"}`]) decode(body);
  },
};

/** Texts that were used against regular expressions, parsers and conversions. */
const units = [
  ...['0', '1', '9', '00', '01', '10', '.', '-', '+', 'e', 'E', '1e', '1.', '0.0', '1e9', 'e-'],
  ...['\\', '\\\\', '\\u0000', '\\u005c', 'u005c', 'u0', 'u', '%5c', '%', '%25', '+', '++', '/', 'ab+/'],
  ...[String.raw`x\\\\`],
  ...[' ', '\t', '\n', '\u00a0', '"', '",', '":', '{', '[', '{"a":', '[[],', '{},', 'null,', '"a":1,', '{"a":1},'],
  ...['I', 'd', 'Id', 'error', 'é', '😀', '\ud83d', '\u202e', 'Mon, '],
];

/** A text that is refused is fine, as long as that is quick. */
const readsInLinearTime = (read: (text: string) => unknown, unit: string, end: string): Promise<void> =>
  expectLinear((length) => {
    try {
      read(unit.repeat(Math.ceil(length / unit.length)).slice(0, length) + end);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
    }
  }, CHARS);

describe.each(Object.entries(readers))('%s takes linear time', (_name, read) => {
  it('for a text that repeats what slows parsers down', { timeout: 60_000 }, async () => {
    for (const unit of units) for (const end of ['', '1', 'x', '"']) await readsInLinearTime(read, unit, end);
  });

  it('for any text that repeats itself', { timeout: 60_000 }, async () => {
    const part = fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
    const property = fc.asyncProperty(part, part, (unit, end) => readsInLinearTime(read, unit, end));
    await fc.assert(property, { numRuns: 60 });
  });
});
