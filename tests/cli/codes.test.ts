import { expect, test } from 'vitest';
import { errorCodes } from '../../generated/error-codes.js';
import { whatToDo } from '../../src/cli/codes/what-to-do.js';
import { futures } from './futures.js';

/** `-2018, -2021 to -2023`: the codes that a row stands for. */
const codesOf = (names: string): string[] =>
  names.split(', ').flatMap((name) => {
    const [first, last = first] = name.split(' to ').map(Number) as [number, number?];
    return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => String(first - index));
  });

test('lists every code with its outcome and meaning, and says where that is from', async () => {
  const { code, stdout } = await futures(['codes']);
  expect(code).toBe(0);
  const rows = stdout.split('\n').flatMap((line) => {
    const [, names, outcome, meaning] = /^(-?\d.*?) +(rejected|unknown) +(.*)$/.exec(line) ?? [];
    return names === undefined ? [] : codesOf(names).map((name) => [name, outcome, meaning]);
  });
  expect(rows).toEqual(Object.entries(errorCodes).map(([name, { outcome, meaning }]) => [name, outcome, meaning]));
  expect(stdout).toContain('Observed in public sources: the service document lists no codes.');
});

test.each([
  ['-1121', ['bad symbol or contract', 'rejected: the service rejected the call', 'form E-BTC-USDT (observed)']],
  ['-2013', ['order does not exist', 'Not found proves nothing yet', 'Do not send it again because of this']],
  ['-1145', ['Do not cancel or send anything again before you have looked']],
  ['1022', ['bad signature', 'sign --explain --signature', '--body <body>', 'FUTURES_API_SECRET']],
  ['1021', ['13 digits, seconds have 10', 'Then send the call again: each gets a new timestamp']],
  ['10015', ['code          10015\n', 'more than the closable amount', 'Fix what the code names, then retry.']],
  ['1', ['generic failure', 'unknown: the service may have acted', 'Look before you repeat an order']],
])('explains %s', async (name, texts) => {
  const { code, stdout } = await futures(['codes', name]);
  expect(code).toBe(0);
  for (const text of texts) expect(stdout).toContain(text);
});

test.each([
  ['-1121', 'rejected'],
  // It speaks of an order, and may be the response to the call that has made it.
  ['-2013', 'unknown'],
])('--json prints one line, which says of %s what it proves of a create: %s', async (code, outcomeOfCreate) => {
  const { stdout } = await futures(['codes', code, '--json']);
  const expected = { code, ...errorCodes[code], outcomeOfCreate, whatToDo: expect.any(String) };
  expect(JSON.parse(stdout)).toEqual(expected);
});

test('finds codes by words of their meaning', async () => {
  const { stdout } = await futures(['codes', 'Signature']);
  expect(stdout).toMatch(/^-1022 .*bad signature/m);
  expect(stdout).not.toContain('-1121');
});

test.each([
  ['-99999', 'its meaning is not known'],
  ['418', 'an HTTP status, not a code. As -1003, it means (observed): too many requests; 418 bans'],
  ['abc', '"abc" is not in the meaning of any of the'],
])('says that %s is not a known code, and invents nothing', async (text, said) => {
  const { code, stdout, stderr } = await futures(['codes', text]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(said);
});

const codes = Object.entries(errorCodes);
const aboutAnOrder = codes.filter(([, { order }]) => order !== undefined);

/** Says that the same may be sent once more. */
const RESEND = /then retry|then send|(?<!Do not )send it again/i;

test('every code whose meaning speaks of an order that is there or not is marked in the description', () => {
  const speaking = codes.filter(([, { meaning }]) => /order does not exist|order state|cancel/.test(meaning));
  expect(aboutAnOrder).toEqual(speaking);
  expect(aboutAnOrder).not.toEqual([]);
});

test.each(aboutAnOrder.map(([code]) => code))(
  'after a lookup, the advice on %s is never to send the order again',
  (code) => {
    expect(whatToDo(code)).not.toMatch(RESEND);
    expect(whatToDo(code)).toMatch(/Do not .*send/);
  },
);

test.each(['-99999', 'toString', ''])('nothing is to be concluded from a code that is not listed: %j', (code) => {
  expect(whatToDo(code)).not.toMatch(RESEND);
  expect(whatToDo(code)).toContain('proves nothing about an order');
});
