import { expect, test } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { createFuturesClient } from '../../../src/index.js';
import { callerScenes } from '../../../src/conformance/caller/scenes.js';
import { judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { finalWords } from '../../../src/conformance/caller/intent.js';
import { isDoubledUnasked, isNamedTwice, judgeMoney } from '../../../src/conformance/caller/judge-money.js';
import { programScenes } from '../../../src/conformance/caller/scenes.js';
import type { CallerTrace } from '../../../src/conformance/caller/trace.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { folderOfFile, writeProgram } from '../../support/folder.js';

const folder = folderOfFile();
const MAIN_ENTRY = new URL('../../../dist/src/index.js', import.meta.url).href;

test.each([
  ['unknown accepted', 'accepted', 1],
  ['unknown accepted accepted', 'accepted accepted', 2],
  ['accepted unknown unknown', 'accepted unknown', 2],
  ['accepted unknown', 'accepted unknown', 2],
  ['accepted unknown accepted unknown', 'accepted accepted', 2],
])('of the words "%s", "%s" are about %i intents', (said, final, count) => {
  const printed = said.split(' ').map((outcome) => JSON.stringify({ outcome }));
  const words = finalWords(printed.join('\n'), count);
  expect(words.map(({ outcome }) => outcome).join(' ')).toBe(final);
});

test.each([
  ['that hangs is said to have been ended', 'sleep 1000', '(the program did not end within 0.3 s)', 300],
  ['is quoted without its key, in either case', 'echo "key $FUTURES_API_KEY" | tr a-z A-Z', 'KEY [redacted]'],
  [
    'that fails is quoted by the line with the error',
    `printf 'JournalError: it is locked\\n    at open\\n\\nNode.js v20.20.2\\n'`,
    'JournalError: it is locked',
  ],
])('a program %s', async (_, run, said, timeoutMs?) => {
  const judged = await judgeProgram(run, { scenes: ['healthy/create-order'], timeoutMs });
  expect(toCallerSummary(judged)).toContain(`It printed: ${said}`);
});

test.skipIf(process.platform === 'win32')(
  'a program that leaves another one behind does not outlast its timeout',
  async () => {
    const run = 'setsid sleep 60 & echo "Error: no exchange" >&2; sleep 60';
    const judged = await judgeProgram(run, { scenes: ['healthy/create-order'], timeoutMs: 300 });
    expect(toCallerSummary(judged)).toContain('It printed: Error: no exchange (the program did not end within 0.3 s)');
  },
);

test('scenes that were not judged are counted', async () => {
  const judged = await judgeProgram('true', { scenes: ['healthy/create-order'] });
  const report = { ...judged.report, ok: true };
  expect(toCallerSummary({ ...judged, report })).toContain('No problem found: 1 scene, of which 1 could not be judged');
});

test('a program that uses the name of its intent is judged by the book, even if it prints an unknown outcome', async () => {
  const bot = writeProgram(folder, 'bot.mjs', TWICE);
  const judged = await judgeProgram(`${process.execPath} ${bot}`, {
    scenes: ['healthy/create-order', 'lost-response/reset-after'],
  });
  const text = toCallerSummary(judged);
  expect(text).toContain('healthy/create-order: the service did createOrder');
  expect(text).toContain('the program printed the outcome "Accepted", which is not accepted, rejected');
  expect(text).toContain('places an order twice');
});

test('an unknown scene is named with those that are near', async () => {
  await expect(judgeProgram('true', { scenes: ['lost-respons'] })).rejects.toThrow('did you mean lost-response?');
});

test.each([
  [
    'an order at a price that is refused',
    'healthy/create-order',
    'createOrder',
    { price: 60000.1015625 },
    'sent 60000.1015625',
  ],
  ['a cancel of another order', 'healthy/cancel-order', 'cancelOrder', { orderId: '200' }, 'was asked for orderId 2'],
] as const)('%s is not what was asked for', async (_, name, method, change, text) => {
  const scene = callerScenes().find((one) => one.name === name)!;
  const { verdict, problems } = await judgeCaller(scene, async ({ baseUrl, credentials, fetch }, { input }) => {
    const client = createFuturesClient({ baseUrl, credentials, fetch });
    await client[method]({ ...input, ...change } as never);
    return undefined;
  });
  expect(verdict).toBe('invents');
  expect(problems[0]!.text).toContain(text);
});

test.each([
  ['an id that is not text', (orderId: string) => ({ outcome: 'accepted', orderId: BigInt(orderId) }), 'right'],
  ['an outcome that is unknown', () => ({ outcome: 'done' }), 'cannot-tell'],
  ['null', () => null, 'cannot-tell'],
])('a function that returns %s', async (_, wordOf, verdict) => {
  const judged = await judgeCaller(callerScenes()[0]!, async ({ baseUrl, credentials, fetch }, { input }) => {
    const { orderId } = await createFuturesClient({ baseUrl, credentials, fetch }).createOrder(input as never);
    return wordOf(orderId) as never;
  });
  expect(judged.verdict).toBe(verdict);
});

test('the last line counts the scenes of which the line before it gives the verdicts', async () => {
  const judged = await judgeProgram('true', { scenes: ['signing/vectors', 'healthy/create-order'] });
  expect(toCallerSummary(judged)).toMatch(/^1 cannot-tell\n[^\n]+: 1 scene, /m);
});

const TWICE = `import { createFuturesClient, credentialsFromEnv } from ${JSON.stringify(MAIN_ENTRY)};
import { text } from 'node:stream/consumers';
const client = createFuturesClient({ baseUrl: process.env.FUTURES_URL, credentials: credentialsFromEnv() });
const { input } = JSON.parse(await text(process.stdin));
for (let tries = 0; tries < 2; tries++)
  try {
    await client.createOrder(input);
    break;
  } catch {}
console.log('{"outcome":"Accepted"}');
`;

/** A trace with these orders, each with its terms. */
const placed = (...terms: readonly string[]) =>
  ({
    placed: terms.map((each, at) => ({ id: String(at), terms: each, clientOrderId: String(at), beside: 0 })),
    ...{ others: [], calls: [] },
  }) as unknown as CallerTrace;

test.each([
  ['1 0', []],
  ['0 0', ['invents']],
  ['0 2', ['invents']],
])('two orders of one run may come in any order, and each has its own id: %s', (ids, verdicts) => {
  const scene = programScenes().find(({ next }) => next?.length === 1)!;
  const words = ids.split(' ').map((orderId) => ({ outcome: 'accepted', orderId }) as const);
  expect(judgeMoney(scene, placed('a', 'b'), words).map(({ verdict }) => verdict)).toEqual(verdicts);
});

test.each([
  ['that a double has rounded, the advice is to keep its digits', '2006628908041292000', 'keeps the digits'],
  ['of another order that a double could not tell from it, it is about the connection', '2006628908041292008', 'Close'],
])('of an id %s', (_, said, advice) => {
  const scene = programScenes().find(({ next }) => next?.length === 1)!;
  const [first, second] = ['2006628908041292008', '2006628908041292022'];
  const order = { terms: 'a', clientOrderId: 'job-17', beside: 0 };
  const trace = { placed: [first, second].map((id) => ({ id, ...order })), others: [], calls: [] };
  const words = [first, said].map((orderId) => ({ outcome: 'accepted', orderId }) as const);
  expect(judgeMoney(scene, trace as unknown as CallerTrace, words)).toMatchObject([
    { advice: expect.stringContaining(advice) as string },
  ]);
});

test.each([
  ['at another price than in the healthy scene', ['b', 'b'], ['a'], true],
  ['as often as in the healthy scene', ['a', 'a'], ['a', 'a'], false],
  ['without any order in the healthy scene', ['a', 'a'], [], false],
])('an order placed twice without an intent, %s', (_, orders, control, isDoubled) => {
  expect(isDoubledUnasked(placed(...orders), placed(...control))).toBe(isDoubled);
});

test.each([
  ['that are one by their name', ['a', 'a'], ['a'], true],
  ['without names', ['', ''], [''], false],
  ['with a name each', ['a', 'b'], ['a'], false],
  ['of a program that gives all of its orders one name', ['a', 'a'], ['a', 'a'], false],
])('orders of two runs without an intent, %s', (_, names, control, isDoubled) => {
  const named = (all: readonly string[]) =>
    ({ placed: all.map((clientOrderId) => ({ clientOrderId })) }) as unknown as CallerTrace;
  expect(isNamedTwice(named(names), named(control))).toBe(isDoubled);
});

test('an order of a contract that was not asked for is named with its contract', async () => {
  const scene = callerScenes().find(({ name }) => name === 'read/open-orders')!;
  const judged = await judgeCaller(scene, async ({ baseUrl, credentials, fetch }) => {
    const orders = await createFuturesClient({ baseUrl, credentials, fetch }).getOpenOrders();
    return { outcome: 'accepted', ids: orders.map(({ orderId }) => orderId!) };
  });
  expect(judged.problems[0]?.text).toMatch(/^says the id \d+, an order of E-\w+-USDT; asked for E-BTC-USDT$/);
  expect(judged.problems[0]?.advice).toBe('Send contractName, as asked.');
});
