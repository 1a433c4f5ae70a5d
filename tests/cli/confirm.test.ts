import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { CallRequest } from '../../src/cli/call/call-options.js';
import { callTargets } from '../../src/cli/call/call-targets.js';
import { confirm, NotConfirmedError, type Terminal } from '../../src/cli/confirm.js';
import { maskKey, type Preview } from '../../src/cli/call/preview.js';
import { ArgumentError } from '../../src/index.js';
import { futures, listen, main, ORDER, start } from './futures.js';

const asking = callTargets.filter(({ operation: { effect } }) => effect === 'money' || effect === 'wipe');
const target = (name: string) => callTargets.find((candidate) => candidate.name === name)!;
const preview: Preview = {
  ...{ method: 'POST', origin: 'https://futures.example', target: '/fapi/v1/x', signedBytes: 1 },
  headers: { 'X-CH-APIKEY': '****6789' },
  body: '{"price":65000.10}',
};

function terminal(): { on: Terminal; typed: PassThrough; shown: () => string } {
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  output.on('data', (chunk) => (shown += chunk));
  return { on: { input: typed, output }, typed, shown: () => shown };
}

const request = (input: Record<string, string>): CallRequest => ({
  ...{ input, dialectOption: [], header: [], json: false, yes: false, dryRun: false },
});

describe('confirm', () => {
  test.each([
    ['createOrder', { contractName: 'E-BTC-USDT' }, 'createOrder', 'can cost money'],
    ['cancelOrder', { contractName: 'E-BTC-USDT', orderId: '1' }, 'cancelOrder', 'nothing else'],
    ['cancelContractOrders', { contractName: 'E-BTC-USDT' }, 'E-BTC-USDT', 'EVERY OPEN ORDER OF THE CONTRACT'],
    ['cancelAllOrders', {}, 'ALL', 'EVERY OPEN ORDER'],
  ])('%s %j passes for the word %s alone', async (name, input, word, effect) => {
    const right = terminal();
    right.typed.write(`${word}\n`);
    await confirm(target(name), request(input), preview, right.on);
    for (const text of [effect, 'https://futures.example', 'POST /fapi/v1/x', '{"price":65000.10}', '****6789']) {
      expect(right.shown()).toContain(text);
    }
    for (const answer of ['y', 'yes', '', ` ${word}`, word.toLowerCase()]) {
      const wrong = terminal();
      wrong.typed.write(`${answer}\n`);
      await expect(confirm(target(name), request(input), preview, wrong.on)).rejects.toThrow(NotConfirmedError);
    }
  });

  test('takes the end of the input for a no', async () => {
    const { on, typed } = terminal();
    typed.end();
    const error = await confirm(target('createOrder'), request({}), preview, on).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'NOT_CONFIRMED', outcome: 'not-sent' });
  });

  test.each(['input', 'output'] as const)('refuses when the %s is no terminal', async (side) => {
    const { on } = terminal();
    Object.assign(on[side], { isTTY: false });
    await expect(confirm(target('createOrder'), request({}), preview, on)).rejects.toThrow(ArgumentError);
  });

  test('shows what the service names with its control characters made visible', async () => {
    const { on, typed, shown } = terminal();
    typed.write('createOrder\n');
    await confirm(target('createOrder'), request({}), { ...preview, body: '\u202e\u009b2J' }, on);
    expect(shown()).toContain(String.raw`\u{202e}\u{9b}2J`);
  });

  test('a key shows four characters, and a short one none', () => {
    expect([maskKey('abcdefghijklmnop'), maskKey('abcdefgh')]).toEqual(['****mnop', '****']);
  });
});

describe('futures call without a terminal', () => {
  test.each(asking)('$name is refused without --yes, and nothing is sent', async ({ name, fields, operation }) => {
    const { env, calls } = await listen();
    const input = fields
      .filter((field) => field.required || operation.selectors?.fields.includes(field.name))
      .flatMap((field) => [`--${field.name}`, field.enum?.[0] ?? '1']);
    const { code, stderr } = await futures(['call', name, ...input], env);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toMatch(/needs confirmation, but there is no terminal[^]*--yes/);
  });

  test('a setting and a read are sent unasked', async () => {
    const { env, calls } = await listen();
    await futures(['call', 'changeLeverage', '--contractName', 'E-BTC-USDT', '--nowLevel', '10'], env);
    await futures(['call', 'getOpenOrders'], env);
    expect(calls).toEqual(['changeLeverage', 'getOpenOrders']);
  });
});

describe.skipIf(process.platform !== 'linux')('futures call on a terminal', () => {
  async function type(word: string, args: readonly string[]) {
    const { env, calls } = await listen();
    const words = [process.execPath, main, ...args].map((text) => `'${text}'`).join(' ');
    const { child, ended } = start('script', ['-qec', words, '/dev/null'], env);
    let shown = '';
    child.stdout!.on('data', (chunk) => {
      const asked = shown.includes('to send it');
      shown += chunk;
      if (!asked && shown.includes('to send it')) child.stdin!.write(word);
    });
    const { code } = await ended;
    return { code, shown, calls };
  }

  test('sends when the word is typed', async () => {
    const { code, shown, calls } = await type('createOrder\n', ORDER);
    expect([code, calls]).toEqual([0, ['createOrder']]);
    expect(shown).toMatch(/"price":60000\.10[^]*Type createOrder to send it[^]*orderId {2}\d{19}/);
  });

  test.each([
    ['another word', 'no\n'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('sends nothing after %s, and ends with code 3', async (_what, typed) => {
    const { code, shown, calls } = await type(typed, ORDER);
    expect([code, calls]).toEqual([3, []]);
    expect(shown).toContain('not confirmed. Nothing was sent.');
  });
});
