import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { createFuturesClient } from '../../../src/index.js';
import { type Caller, judgeCaller } from '../../../src/conformance/caller/judge-caller.js';
import { finalWords, type Word } from '../../../src/conformance/caller/intent.js';
import { isDoubledUnasked, isWipedUnasked, judgeMoney } from '../../../src/conformance/caller/judge-money.js';
import { callerScenes, PROGRAM_SCENES } from '../../../src/conformance/caller/scenes.js';
import type { OperationId } from '../../../src/conformance/model/operations.js';
import type { CallerScene } from '../../../src/conformance/caller/scene.js';
import type { BookOrder, CallerTrace } from '../../../src/conformance/caller/trace.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { folderOfFile } from '../../support/folder.js';
import { startOf } from './languages.js';
import { CALLERS, programEnvironment } from './program-environment.js';

const folder = folderOfFile();

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

test.skipIf(process.platform === 'win32').each([
  ['is quoted without its key, in either case', 'echo "key $FUTURES_API_KEY" | tr a-z A-Z', 'KEY [redacted]'],
  [
    'is quoted by its line with the error',
    `printf 'BadError: locked\\n    at open\\n\\nNode.js v20\\n'`,
    'BadError: locked',
  ],
  ['that prints 5 MB is heard to its end', `yes noise | head -n 900000; echo 'Error: closed'`, 'Error: closed'],
  [
    'that leaves another one behind does not outlast its timeout',
    'setsid sleep 60 & echo "Error: no exchange" >&2; sleep 60',
    'Error: no exchange (the program did not end within 0.3 s)',
    300,
  ],
])('a program %s', async (_, run, said, timeoutMs?) => {
  const judged = await judgeProgram(run, { scenes: ['healthy/create-order'], timeoutMs });
  expect(toCallerSummary(judged)).toContain(`It printed: ${said}`);
});

test('the last line counts the scenes of which the line before it gives the verdicts, and those that were not judged', async () => {
  const judged = await judgeProgram('true', { scenes: ['signing/vectors', 'healthy/create-order'] });
  expect(toCallerSummary(judged)).toMatch(/^1 cannot-tell\n[^\n]+: 1 scene, /m);
  const report = { ...judged.report, ok: true };
  expect(toCallerSummary({ ...judged, report })).toContain('No problem found: 1 scene, of which 1 could not be judged');
});

test('a program that uses the name of its intent is judged by the book, even if it prints an unknown outcome', async () => {
  const program = await startOf(CALLERS);
  const env = programEnvironment(folder);
  const judge = (name: string, scenes: readonly string[]) =>
    judgeProgram(`${program} '${name}' >/dev/null; echo '{"outcome":"Accepted"}'`, { scenes, env });
  const judged = await judge('3 tries', ['healthy/create-order', 'lost-response/reset-after']);
  const text = toCallerSummary(judged);
  expect(text).toContain('healthy/create-order: the service did createOrder');
  expect(text).toContain('the program printed the outcome "Accepted", which is not accepted, rejected');
  expect(text).toContain('places an order twice');
  const { judgements } = await judge('asks-a-person', ['restart/after-effect']);
  expect(judgements[0]!.verdict).toBe('silent');
});

test.skipIf(process.platform === 'win32')(
  'a program that does not end and calls nothing is started in few scenes of each intent',
  async () => {
    const scenes = ['healthy', 'condition-order', 'cancel-order', 'cancel-contract', 'cancel-all', 'leverage'];
    const starts = join(folder, 'starts');
    const { judgements } = await judgeProgram(`echo >> ${starts}; sleep 60`, { scenes, timeoutMs: 400 });
    expect(judgements.length).toBeGreaterThan(100);
    expect(judgements.every(({ verdict }) => verdict === 'cannot-tell')).toBe(true);
    expect(judgements.at(-1)!.problems[0]!.text).toMatch(
      /never called \w+ and did not end within 0.4 s, so that this scene/,
    );
    expect(readFileSync(starts, 'utf8').length).toBeLessThan(40);
  },
);

test.skipIf(process.platform === 'win32')('a program that never ends a read is ended after 500 calls', async () => {
  const next =
    'const next = () => fetch(`${process.env.FUTURES_URL}/fapi/v1/myTrades`).then((r) => r.text()).then(next); next();';
  const { judgements } = await judgeProgram(`node -e '${next}'`, {
    scenes: ['read/repeated-page'],
    timeoutMs: 600_000,
  });
  expect(judgements[0]!.problems.map(({ text }) => text)).toContainEqual(expect.stringMatching(/same page 50\d times/));
});

test('signatures are judged where they are asked for alone', async () => {
  const { report } = await judgeProgram('true', { signal: AbortSignal.abort() });
  expect(report.results).toEqual([]);
});

test('an unknown scene is named with those that are near', async () => {
  await expect(judgeProgram('true', { scenes: ['lost-respons'] })).rejects.toThrow('did you mean lost-response?');
});

test.each<[string, (orderId: string) => unknown, string, string?, number?]>([
  ['an id that is not text', (orderId) => ({ outcome: 'accepted', orderId: BigInt(orderId) }), 'right'],
  ['an outcome that is unknown', () => ({ outcome: 'done' }), 'cannot-tell', 'the outcome "done", which'],
  ['null', () => null, 'cannot-tell'],
  ['nothing, ever', () => new Promise(() => {}), 'cannot-tell', '(the program did not end within 0.05 s)', 50],
])('a function that returns %s', async (_, wordOf, verdict, said = '', timeoutMs = 60_000) => {
  const caller: Caller = async ({ baseUrl, credentials, fetch }, { input }) => {
    const { orderId } = await createFuturesClient({ baseUrl, credentials, fetch }).createOrder(input as never);
    return wordOf(orderId) as never;
  };
  const judged = await judgeCaller(callerScenes()[0]!, caller, { timeoutMs });
  expect([judged.verdict, judged.problems[0]?.text ?? '']).toEqual([verdict, expect.stringContaining(said)]);
});

/** A trace with these orders, each of which stands when the next one comes. */
const placed = (...orders: readonly Partial<BookOrder>[]) => {
  const ids = orders.map(({ id }, at) => id ?? `id ${at}`);
  const all = orders.map((order, at) => ({
    ...{ id: ids[at], terms: 'a', clientOrderId: 'job-17', beside: ids.slice(0, at) },
    ...order,
  }));
  return { placed: all, others: [], calls: [], asked: {} } as unknown as CallerTrace;
};

const LARGE = ['2006628908041292008', '2006628908041292022'];

test.each([
  ['in any order, and each has its own id', ['0', '1'], ['1', '0'], []],
  ['not with one id for both', ['0', '1'], ['0', '0'], ['Close']],
  ['not with an id of no order', ['0', '1'], ['0', '2'], ['Close']],
  ['not with an id that a double has rounded', LARGE, [LARGE[0], '2006628908041292000'], ['keeps the digits']],
  ['and an id that a double could not tell from it is that of another order', LARGE, [LARGE[0], LARGE[0]], ['Close']],
])('two orders of one run come %s', (_, ids, said, advice) => {
  const scene = PROGRAM_SCENES.find(({ name }) => name === 'lost-response/stray-response')!;
  const words = said.map((orderId) => ({ outcome: 'accepted', orderId }) as const);
  const problems = judgeMoney(scene, placed(...ids.map((id) => ({ id }))), words);
  expect(problems).toMatchObject(advice.map((text) => ({ verdict: 'invents', advice: expect.stringContaining(text) })));
});

test.each([
  ['one name', 'a', [{ verdict: 'invents', advice: expect.stringContaining('name of its own') }]],
  ['a name each', 'b', []],
  ['no name', '', []],
])('orders of two intents in one run are sent under %s', (_, second, problems) => {
  const scene = PROGRAM_SCENES.find(({ name }) => name === 'lost-response/stray-response')!;
  const { input } = scene.intent;
  const prices = [input, scene.next![0]!.input].map(({ price }) => price);
  const calls = [second && 'a', second].map((clientOrderId, at) => ({
    ...{ operationId: 'createOrder', acted: true },
    body: JSON.stringify({ ...input, clientOrderId, price: prices[at] }),
  }));
  const words = ['0', '1'].map((orderId) => ({ outcome: 'accepted', orderId }) as const);
  const trace = { ...placed({ id: '0' }, { id: '1' }), calls, asked: input } as unknown as CallerTrace;
  expect(judgeMoney(scene, trace, words)).toMatchObject(problems);
});

test.each<[string, number[], string, number, string?]>([
  ['both are sent', [0, 1], 'accepted accepted', 2],
  [
    'one is sent twice',
    [0, 0],
    'accepted accepted',
    2,
    'says "accepted" of 2 orders, and never sent the one at 59999.9',
  ],
  ['one is sent', [0], 'accepted accepted', 1, 'says "accepted" of 2 orders, and sent 1'],
  [
    'one is sent, and the other one denied',
    [0],
    'accepted rejected',
    1,
    'says "rejected" of an order that it never sent',
  ],
  ['both are sent, and one is denied', [0, 1], 'accepted absent', 2, 'says "absent" of 1 of 2 orders; in the book are'],
  ['both are sent, and one was not taken', [0, 1], 'accepted absent', 1],
])('of two orders in one run, %s', (_, sent, outcomes, count, text) => {
  const scene = PROGRAM_SCENES.find(({ name }) => name === 'lost-response/second')!;
  const inputs = [scene.intent.input, scene.next![0]!.input];
  const calls = sent.map((at) => ({ operationId: 'createOrder', acted: true, body: JSON.stringify(inputs[at]) }));
  const trace = { ...placed(...Array.from({ length: count }, () => ({ clientOrderId: '' }))), calls, asked: inputs[0] };
  const words = outcomes.split(' ').map((outcome) => ({ outcome }) as Word);
  const problems = judgeMoney(scene, trace as unknown as CallerTrace, words);
  expect(problems).toMatchObject(text === undefined ? [] : [{ text: expect.stringContaining(text) }]);
});

test.each([
  ['one whose response came', '1', ['wipes']],
  ['one that was lost', '2', []],
])('where the second order was lost, a cancel of %s', (_, orderId, verdicts) => {
  const scene = PROGRAM_SCENES.find(({ name }) => name === 'lost-response/second')!;
  const inputs = [scene.intent.input, scene.next![0]!.input];
  const sent = inputs.map((input, at) => ({
    ...{ operationId: 'createOrder', acted: true, body: JSON.stringify(input), isTroubled: at === 1 },
    response: { body: at === 1 ? '' : '{"orderId":1}' },
  }));
  const cancel = { operationId: 'cancelOrder', acted: true, body: JSON.stringify({ orderId }) };
  const trace = { ...placed({ id: '1' }, { id: '2' }), calls: [...sent, cancel], asked: inputs[0] };
  const words: Word[] = [{ outcome: 'accepted' }, { outcome: 'accepted' }];
  const problems = judgeMoney(scene, trace as unknown as CallerTrace, words);
  expect(problems.map(({ verdict }) => verdict)).toEqual(verdicts);
});

test.each<[string, CallerScene['runs'], keyof BookOrder, string[], string[], boolean]>([
  ['twice at another price than in the healthy scene', undefined, 'terms', ['b', 'b'], ['a'], true],
  ['twice, as in the healthy scene', undefined, 'terms', ['a', 'a'], ['a', 'a'], false],
  ['twice, and none in the healthy scene', undefined, 'terms', ['a', 'a'], [], false],
  ['in two runs under one name', 'pair', 'clientOrderId', ['a', 'a'], ['a'], true],
  ['in two runs without names', 'pair', 'clientOrderId', ['', ''], [''], false],
  ['in two runs with a name each', 'pair', 'clientOrderId', ['a', 'b'], ['a'], false],
  ['in two runs under a name of its own each time', 'restart', 'clientOrderId', ['b', 'b'], ['a'], true],
  ['twice under one of its names', undefined, 'clientOrderId', ['a', 'a', 'b'], ['a', 'b'], true],
  ['under the one name that all of its orders have', 'pair', 'clientOrderId', ['a', 'a'], ['a', 'a'], false],
])('an order placed without an intent, %s', (_, runs, member, orders, control, isDoubled) => {
  const [here, healthy] = [orders, control].map((all) => placed(...all.map((value) => ({ [member]: value }))));
  expect(isDoubledUnasked({ ...(runs && { runs }), operation: 'createOrder' }, here!, healthy!)).toBe(isDoubled);
});

test('without an intent, an order whose name is that of one that is over is placed once', () => {
  const again = placed({ clientOrderId: 'a' }, { clientOrderId: 'a', terms: 'b', beside: [] });
  expect(isDoubledUnasked({ operation: 'createOrder' }, again, placed({ clientOrderId: 'a' }))).toBe(false);
});

test.each<[string, OperationId, string[], string[], boolean, boolean?]>([
  ['a condition order', 'createConditionOrder', ['1', '1'], ['1'], true],
  ['two condition orders', 'createConditionOrder', ['1', '2'], ['1', '2'], false],
  ['a cancel of all', 'cancelAllOrders', ['', ''], [''], false, true],
  ['a cancel of all, as it is each time', 'cancelAllOrders', ['', ''], ['', ''], false],
  ['a cancel of each contract', 'cancelOrder', ['{"contractName":"A"}', '{"contractName":"B"}'], ['{}'], false],
  ['a cancel of one order', 'cancelOrder', ['{"orderId":"1"}', '{"orderId":"1"}'], ['{"orderId":"1"}'], false],
  ['a level of leverage', 'changeLeverage', ['1', '1'], ['1'], false],
])('without an intent, %s is sent again', (_, operationId, bodies, control, isDoubled, isWiped = false) => {
  const [here, healthy] = [bodies, control].map(
    (all) => ({ placed: [], calls: all.map((body) => ({ acted: true, operationId, body })) }) as unknown as CallerTrace,
  );
  const isTwice = (of: OperationId): boolean => isDoubledUnasked({ operation: of }, here!, healthy!);
  expect([isTwice(operationId), isTwice('createOrder'), isWipedUnasked(here!, healthy!)]).toEqual([
    ...[isDoubled, false, isWiped],
  ]);
});
