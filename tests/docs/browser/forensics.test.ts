import { describe, expect, test } from 'vitest';
import { bodyNote, compactJson, isPrettyPrinted } from '../../../scripts/docs/browser/calculator/body-note.js';
import { WORKED_EXAMPLE } from '../../../scripts/docs/browser/calculator/fields.js';
import { judge, type Judgement, readPasted } from '../../../scripts/docs/browser/forensics/judge.js';
import { mistakesOfShape } from '../../../scripts/docs/browser/forensics/signature-shape.js';
import { fieldsOf, MISPRINT, vectors, verified } from './vectors.js';

const byId = (id: string) => vectors.find((vector) => vector.id === id)!;

const named = (judgement: Judgement): readonly string[] => {
  if (judgement.kind === 'found') return judgement.explanations.flat().map(({ id }) => id);
  return 'hints' in judgement ? judgement.hints.map(({ id }) => id) : [];
};

describe('a signature', () => {
  test('of another body is explained by nothing', () => {
    const vector = byId(MISPRINT);
    expect(judge(fieldsOf(vector), vector.signature)).toEqual({ kind: 'not-found', hints: [] });
  });

  test('is judged with the timestamp and the key that were pasted with it', () => {
    const [vector] = verified as [(typeof verified)[number]];
    const pasted = `X-CH-TS: ${vector.timestamp}\nX-CH-SIGN: ${vector.signature}`;
    expect(judge({ ...fieldsOf(vector), timestamp: '1' }, pasted).kind).toBe('right');
  });

  test('without the secret is judged by its look and by the request', () => {
    const fields = { ...WORKED_EXAMPLE, apiSecret: '', method: 'POST', path: '/fapi/v1/cancel_all' };
    const judgement = judge(fields, 'X-CH-TS: 1700000000\nX-CH-SIGN: ABCDEF0123456789'.padEnd(92, '0'));
    expect(judgement.kind).toBe('without-secret');
    expect(named(judgement)).toEqual(expect.arrayContaining(['seconds-sent', 'braces-signed', 'other-secret']));
    expect(new Set(named(judgement)).size).toBe(named(judgement).length);
  });

  test('that is no 64 hex digits is named, and so is a body that is pretty-printed', () => {
    const notesOf = (pasted: string, body = '') => {
      const judgement = judge({ ...WORKED_EXAMPLE, method: 'POST', body }, pasted);
      return 'notes' in judgement ? judgement.notes : undefined;
    };
    expect(notesOf('ab'.repeat(31))).toEqual([
      expect.stringMatching(/64 hex digits\. This one has 62\. Was a part or leading zero/),
    ]);
    expect(notesOf('ab'.repeat(33))).toEqual([expect.stringMatching(/This one has 66\. Was something put before/)]);
    expect(notesOf('zz'.repeat(32))).toEqual([expect.stringContaining('"z" among them')]);
    expect(notesOf('ab'.repeat(32), '{\n  "a": 1.10\n}')).toEqual([expect.stringContaining('pretty-printed')]);
    expect(notesOf('ab'.repeat(32), '{"a":1.10,"b":"x y"}')).toBeUndefined();
  });

  test('that is not there is not judged', () => {
    expect(judge(WORKED_EXAMPLE, ' \n')).toEqual({ kind: 'nothing-pasted' });
    expect(judge(WORKED_EXAMPLE, 'X-CH-TS: 1700000000000')).toEqual({ kind: 'nothing-pasted' });
  });
});

describe('the body', () => {
  test.each([
    ['{\n  "price": 65000.10,\n  "text": "a  \\" b"\n}', '{"price":65000.10,"text":"a  \\" b"}'],
    ['{"a": 1}', '{"a":1}'],
  ])('%s is compacted digit for digit', (body, compact) => {
    expect(compactJson(body)).toBe(compact);
    expect(isPrettyPrinted(body)).toBe(body !== compact);
  });

  test('that is not JSON is named', () => {
    expect(bodyNote('a=1')).toMatch(/not JSON/);
    expect(bodyNote('')).toBeUndefined();
  });
});

const all = { signature: 'ab+/=', timestamp: '17', apiKey: 'Key-1' };
test.each([
  ['header lines', 'X-CH-TS: 17\r\nX-CH-APIKEY: Key-1\r\nX-CH-SIGN: ab+/=\r\n', all],
  ['a command', `curl -H 'X-CH-TS: 17' -H "x-ch-apikey: Key-1" -H 'x-ch-sign: ab+/='`, all],
  ['JSON', '{"X-CH-TS":17,"X-CH-APIKEY":"Key-1","X-CH-SIGN":"ab+/="}', all],
  ['a signature alone', ' ab+/= \n', { signature: 'ab+/=' }],
])('what is pasted may be %s', (_, text, expected) => {
  expect(readPasted(text)).toEqual(expected);
});

describe('the look of a signature', () => {
  const NOW = '1700000000000';
  const hex = (digits: number) => 'a1'.repeat(digits / 2);
  test.each([
    ['hex of SHA-256', hex(64), NOW, 'hex', []],
    ['hex in upper case', hex(64).toUpperCase(), NOW, 'hex', ['hex-upper-case']],
    ['hex of MD5', hex(32), NOW, 'hex', ['other-hash']],
    ['hex of SHA-1', hex(40), NOW, 'hex', ['other-hash']],
    ['hex of SHA-512', hex(128), NOW, 'hex', ['other-hash']],
    ['base64', 'tdr5mqCGDlwhb+XpAh1OwTPuMMbWJOPoZ+lmG/AeiDo=', NOW, 'hex', ['base64-sent']],
    ['base64 for URLs', 'tdr5mqCGDlwhb-XpAh1OwTPuMMbWJOPoZ_lmG_AeiDo', NOW, 'hex', ['base64-sent']],
    ['base64 of hex', btoa(hex(64)), NOW, 'hex', ['base64-of-hex']],
    ['hex where base64 is wanted', hex(64), NOW, 'base64', ['hex-sent']],
    ['seconds', hex(64), '1700000000', 'hex', ['seconds-sent']],
    ['microseconds', hex(64), '1700000000000000', 'hex', ['microseconds']],
    ['nanoseconds', hex(64), '1700000000000000000', 'hex', ['microseconds']],
  ] as const)('%s', (_, signature, timestamp, wanted, ids) => {
    expect(mistakesOfShape(signature, timestamp, wanted).map(({ id }) => id)).toEqual(ids);
  });
});
