import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { notesOf } from '../../src/cli/recover/recover.js';
import type { Recovery } from '../../src/orders/recover.js';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { limitBuy } from '../support/orders.js';
import { closedPort } from '../support/ports.js';
import { environment, futures, listen, main, start, startFutures, toOptions } from './futures.js';
import { folderOfTest } from '../support/folder.js';

let folder: string;
beforeEach(() => void (folder = folderOfTest()));

const ORDER = { ...limitBuy, price: '60000.1', volume: 1 };
const place = (): string => join(folder, 'orders.journal');
const line = (key: string, change: object = {}, resolveWithin = '0'): string[] => [
  ...['submit', '--key', key, '--journal', place(), '--json', '--resolve-within', resolveWithin],
  ...toOptions({ ...ORDER, ...change }),
];

test.each([
  'SQLite:orders.sqlite',
  'file:orders.journal',
  'POSTGRES://u:pa/ss@h/db',
  'sqlite:postgress://u:pa/ss@h/db',
  'postgres:u@h/db',
  'sqlite::memory:',
  'sqlite:///orders.sqlite',
  'sqlite:orders.sqlite?mode=ro',
  ' orders.journal',
  '$HOME/orders.journal',
])('the journal %s is no file with an odd name: refused, and no password shown', async (journal) => {
  const { env, calls } = await listen();
  const { code, stderr } = await futures([...line('job-1'), '--journal', journal].toSpliced(3, 2), env);
  const why = /[ $?]/.test(journal)
    ? '--journal has a blank, a quote, a query or a variable'
    : '--journal must be a file, sqlite:<file>';
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(why) });
  expect(stderr).not.toContain('ss@');
  expect(calls).toEqual([]);
});

test('the same line again prints the stored result and sends nothing; another order under the key is refused', async () => {
  const { sandbox, env, calls } = await listen();
  const first = await futures(line('job-1'), env);
  const { orderId } = JSON.parse(first.stdout) as { orderId: string };
  expect(first).toMatchObject({
    code: 0,
    stdout: `{"outcome":"accepted","clientOrderId":"job-1","orderId":"${orderId}"}\n`,
  });
  calls.length = 0;
  const again = await futures(line('job-1', { price: '60000.10' }), env);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(again.stdout)).toEqual({ ...JSON.parse(first.stdout), isRepeat: true });
  expect(calls).toEqual([]);
  const other = await futures(line('job-1', { volume: 2 }), env);
  expect(other).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('volume 1, now 2') });
  expect(sandbox.state.accounts[0]!.openOrders).toEqual([orderId]);
});

test.skipIf(!existsSync('/dev/full')).each([
  ['reset-before', 'unknown', 5],
  [undefined, 'accepted', 6],
] as const)(
  'with a full disk after %s, an order is %s on standard error, and only one that is accepted is done: %d',
  async (fault, outcome, code) => {
    const { sandbox, env } = await listen();
    if (fault !== undefined) sandbox.faults.next({ kind: fault, operation: 'createOrder' });
    const command = ['-c', '"$0" "$@" > /dev/full', process.execPath, main, ...line('job-1')];
    const ended = await start('bash', command, env).ended;
    expect(ended).toMatchObject({ code, stderr: expect.stringContaining(`"outcome":"${outcome}"`) });
    expect(ended.stderr.includes('done, but')).toBe(code === 6);
  },
);

test('an order is accepted where its journal cannot be closed', async () => {
  const { sandbox, env } = await listen();
  sandbox.onEvent(() => {
    rmSync(`${place()}.lock`, { recursive: true });
    mkdirSync(`${place()}.lock`);
  });
  const stderr = expect.stringMatching(/^note: the journal was not closed \(EISDIR/);
  expect(await futures(line('job-1'), env)).toMatchObject({ code: 0, stderr });
});

test('a table for a person, without --json', async () => {
  const { env } = await listen();
  const { stdout } = await futures(
    line('job-1').filter((word) => word !== '--json'),
    env,
  );
  expect(stdout).toMatch(/^outcome {8}accepted\nclientOrderId {2}job-1\norderId {8}\d+\n$/);
});

test('a rejected order ends with 4, one that was never sent with 3, and a wrong line with 2', async () => {
  const { env } = await listen();
  expect(await futures(line('job-1', { contractName: 'E-NO-SUCH' }), env)).toMatchObject({ code: 4, stdout: '' });
  const nowhere = environment(`http://127.0.0.1:${await closedPort()}`);
  expect(await futures(line('job-1'), nowhere)).toMatchObject({ code: 3, stdout: '' });
  expect(await futures(line('job-1', { price: 'x' }), env)).toMatchObject({ code: 2, stdout: '' });
  const inWindows = [...line('job-1').toSpliced(3, 2), '--journal', `${place()}\r`];
  expect((await futures(inWindows, env)).stderr).toContain('the command ends with a carriage return');
  for (const key of ['k'.repeat(32), 'job-1 ', '${JOB}'])
    expect(await futures(line(key), env)).toMatchObject({ code: 2, stdout: '' });
});

describe('--sync-clock', () => {
  const synced = (key: string, ...more: string[]): string[] => [...line(key), '--sync-clock', ...more];
  const cancel = ['call', 'cancelAllOrders', '--yes'];

  test('is the way out that the refusal of a wrong clock names; a limit is told as well', async () => {
    const { sandbox, env } = await listen();
    sandbox.advance(600_000);
    const off = await futures(line('job-1'), env);
    expect(off).toMatchObject({ code: 4, stderr: expect.stringMatching(/"advice":"[^"]*add --sync-clock/) });
    expect(await futures(synced('job-1'), env)).toMatchObject({ code: 0 });
    expect((await futures(cancel, env)).stderr).toContain('add --sync-clock');
    expect(await futures([...cancel, '--sync-clock'], env)).toMatchObject({ code: 0 });
    sandbox.faults.next({ operation: 'createOrder', kind: 'code-1003' });
    const limited = await futures(synced('job-2'), env);
    expect(limited).toMatchObject({ code: 4, stderr: expect.stringContaining('a new command does not know of') });
  });

  test('sends nothing where the service does not tell its time, and asks for none where nothing is sent', async () => {
    const { sandbox, env, calls } = await listen();
    expect(await futures(synced('job-1'), env)).toMatchObject({ code: 0 });
    sandbox.faults.next({ operation: 'getServerTime', kind: 'status-503', times: 9 });
    expect(await futures(synced('job-1'), env)).toMatchObject({ code: 0, stdout: expect.stringContaining('isRepeat') });
    for (const words of [synced('job-2'), [...cancel, '--sync-clock', '--json']])
      expect(await futures(words, env)).toMatchObject({
        code: 3,
        stderr: expect.stringMatching(/"outcome":"not-sent".*was not sent/),
      });
    expect(calls.filter((each) => each !== 'getServerTime')).toEqual(['createOrder']);
  });

  test('makes the hour of a policy one of the service', async () => {
    // This machine is ahead by two hours.
    const { env } = await listen({ now: () => Date.now() - 7_200_000 });
    const file = join(folder, 'policy.json');
    writeFileSync(file, '{"ordersPerHour":1}');
    const codes: unknown[] = [];
    for (const key of ['job-1', 'job-2']) codes.push((await futures(synced(key, '--policy', file), env)).code);
    expect(codes).toEqual([0, 2]);
  });
});

test('a lost response ends with 5 and what to do; recover finds the order, and then the line knows it', async () => {
  const { sandbox, env } = await listen();
  sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
  const lost = await futures([...line('job-1'), '--header', 'sub-account: 7'], env);
  const command = `futures-trading-client recover --journal ${place()} --header 'sub-account: 7'\n`;
  expect(lost).toMatchObject({ code: 5, stderr: expect.stringContaining(command) });
  expect(JSON.parse(lost.stdout)).toMatchObject({
    outcome: 'unknown',
    clientOrderId: 'job-1',
    evidence: expect.any(Array),
  });
  const found = await futures(['recover', '--journal', place(), '--header', 'sub-account: 7', '--json'], env);
  const [orderId] = sandbox.state.accounts[0]!.openOrders;
  expect(found.code).toBe(0);
  expect(JSON.parse(found.stdout)).toMatchObject({
    orders: [{ outcome: 'accepted', orderId }],
    damaged: [],
    leased: 0,
  });
  expect(await futures(['recover', '--journal', place()], env)).toMatchObject({
    code: 0,
    stdout:
      'No order in this journal is undecided. That says nothing about open orders at the service: npx futures-trading-client call getOpenOrders\n',
  });
  const again = await futures([...line('job-1'), '--header', 'sub-account: 7'], env);
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'accepted', orderId });
});

test.each([
  [['failed'], /run this again; do not settle before\.$/],
  [['nothing'], /run this again; do not settle before\.$/],
  [['absent'], /^Look at the service .*\n.* settle absent .* --table jobs --account a1$/],
  [['failed', 'absent'], /do not settle before\.\n.*\n.* settle absent /],
])('recover tells of orders whose lookups said %j what to do', (said, text) => {
  const orders = said.map((one) => ({
    outcome: 'unknown',
    clientOrderId: one,
    account: 'a1',
    evidence: one === 'nothing' ? [] : [{ said: one }],
  }));
  const address = 'postgres://trader:pw-S3cret@db/futures?user=me&password=pw-S3cret';
  const notes = notesOf({ orders, damaged: [], leased: 0, otherAccounts: 0 } as unknown as Recovery, {
    journal: address,
    table: 'jobs',
  });
  expect(notes.join('\n')).not.toContain('S3cret');
  expect(notes.join('\n')).toMatch(text);
});

test('recover makes no journal, and says which line may have been an order', async () => {
  const { env } = await listen();
  expect(await futures(['recover', '--journal', place()], env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('does not exist'),
  });
  await futures(line('job-1'), env);
  writeFileSync(place(), readFileSync(place(), 'utf8').replace('"price"', '"pricX"'));
  const damaged = await futures(['recover', '--journal', place()], env);
  expect(damaged).toMatchObject({ code: 5, stdout: expect.stringContaining('DAMAGED  line') });
  expect(damaged.stderr).toContain('start a new journal');
  expect((await futures(line('job-1'), env)).stderr).toMatch(/^\{"code":"JOURNAL",.*Nothing was sent/);
  expect(await futures(['settle', 'job-2', 'absent', '--yes', '--journal', place()])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/a part of .* is damaged.*look it up at the service.*start a new one/),
  });
});

test('orders of another key or base URL are not of this account, until the command line names the former ones', async () => {
  const { sandbox, env } = await listen();
  const address = env['FUTURES_URL']!.replace('127.0.0.1', 'localhost');
  sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
  await futures(line('job-1'), { ...env, FUTURES_API_KEY: 'former-key' });
  sandbox.faults.next({ operation: 'createOrder', kind: 'reset-after' });
  await futures(line('job-2'), { ...env, FUTURES_URL: address });
  const recover = ['recover', '--journal', place()];
  const of = (count: number): string => `UNDECIDED ORDERS OF OTHER ACCOUNTS: ${count}, not looked up`;
  expect(await futures(recover, env)).toMatchObject({ code: 10, stdout: '', stderr: expect.stringContaining(of(2)) });
  expect(await futures([...recover, '--former-base-url', address], env)).toMatchObject({
    code: 10,
    stdout: expect.stringMatching(/accepted +job-2/),
    stderr: expect.stringContaining(of(1)),
  });
  const repeat = await futures([...line('job-1'), '--former-key', 'former-key'], env);
  expect(JSON.parse(repeat.stdout)).toMatchObject({ outcome: 'unknown', isRepeat: true });
  expect((await futures([...line('job-1'), '--former-key', ''], env)).stderr).toContain('--former-key is empty: ');
  const beside = 'an order under this key for another API key or address';
  expect(repeat.stderr).not.toContain(beside);
  expect((await futures(line('job-1'), env)).stderr).toContain(beside);
  // The same line again is a repeat, and sends none.
  expect((await futures(line('job-1'), env)).stderr).not.toContain(beside);
});

describe('a policy', () => {
  const policy = (content: unknown): string[] => {
    const file = join(folder, 'policy.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return ['--policy', file];
  };

  test.each<[object, object]>([
    [{ contracts: ['E-ETH-USDT'] }, {}],
    [{ sides: ['SELL'] }, {}],
    [{ maxVolume: '0.9' }, {}],
    [{ maxVolume: '5' }, { volume: '-1' }],
    [{ maxNotional: '60000.09' }, {}],
    [{ maxNotional: '60000.09' }, { price: '-0' }],
    [{ maxNotional: '60000.09' }, { price: '1e-9999' }],
    [{ maxNotional: '1000000000' }, { type: 'MARKET' }],
    [{ maxVolume: '2' }, { orderUnit: 1 }],
    [{ maxNotional: '1000000000' }, { side: 'SELL' }],
    [{ maxNotional: '1000000000' }, { orderUnit: 1 }],
    [{ ordersPerHour: 0 }, {}],
  ])('%j refuses the order, and nothing is sent', async (limits, change) => {
    const { env, calls } = await listen();
    const { code, stderr } = await futures([...line('job-1', change), ...policy(limits)], env);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toContain('does not allow this order');
  });

  test.each([
    ...['', '[]', '{"maxvolume":"1"}', '{"maxVolume":1}', '{"ordersPerHour":"3"}', '{"sides":"BUY"}', '{}'],
    '{"maxVolume":"1","maxVolume":"9"}',
  ])('that says %j limits nothing that was meant, and is refused', async (content) => {
    const { env, calls } = await listen();
    const { code, stderr } = await futures([...line('job-1'), ...policy(content)], env);
    expect([code, calls]).toEqual([2, []]);
    expect(stderr).toContain('--policy');
  });

  test('counts the orders of an hour that may exist, and the same line but once', async () => {
    const { env } = await listen();
    const limits = policy({ ordersPerHour: 2, maxNotional: '60000.1', contracts: ['E-BTC-USDT'] });
    await futures([...line('gone', { positionType: 9 }), ...limits], env);
    for (const key of ['job-1', 'job-2', 'job-2', 'job-1'])
      expect((await futures([...line(key), ...limits], env)).code).toBe(0);
    expect(await futures([...line('job-3'), ...limits], env)).toMatchObject({ code: 2 });
    // The journal knows it, so it is not sent again, and a tighter policy changes nothing.
    for (const tighter of [{ ordersPerHour: 1 }, { maxVolume: '0.1' }, { contracts: [] }])
      expect(await futures([...line('job-1'), ...policy(tighter)], env)).toMatchObject({ code: 0 });
    expect(await futures([...line('gone'), ...policy({ contracts: [] })], env)).toMatchObject({ code: 2 });
  });
});

/** Runs of the harness; FUZZ_RUNS for more. */
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 30);

function orderIdsOf(sandbox: Sandbox): (clientOrderId: string) => number {
  const ids = new Map<string, Set<string>>();
  sandbox.onEvent((event) => {
    if (event.type !== 'order') return;
    const { id, clientOrderId = '' } = event.order;
    ids.set(clientOrderId, (ids.get(clientOrderId) ?? new Set()).add(id));
  });
  return (clientOrderId) => ids.get(clientOrderId)?.size ?? 0;
}

test('a caller that repeats its line whenever it is unsure, through every fault, has one order, within the policy', async () => {
  const { sandbox, env } = await listen();
  const ordersOf = orderIdsOf(sandbox);
  const limits = ['--policy', join(folder, 'policy.json')];
  writeFileSync(limits[1]!, JSON.stringify({ contracts: ['E-BTC-USDT'], maxVolume: '2' }));
  const run = fc.record({
    faults: fc.array(fc.constantFrom(...FAULT_KINDS), { maxLength: 3 }),
    volume: fc.constantFrom('1', '2', '3'),
  });
  let job = 0;
  await fc.assert(
    fc.asyncProperty(run, async ({ faults, volume }) => {
      const key = `job-${++job}`;
      sandbox.faults.clear();
      for (const kind of faults) sandbox.faults.next({ operation: 'createOrder', kind });
      for (let tries = 0; tries < 4; tries++) {
        const { code, stdout } = await futures([...line(key, { volume }), '--timeout', '200', ...limits], env);
        expect([0, 2, 3, 4, 5]).toContain(code);
        if (code === 0) expect([JSON.parse(stdout), ordersOf(key)]).toMatchObject([{ outcome: 'accepted' }, 1]);
        if (code === 0 || code === 2) break;
      }
      expect(ordersOf(key)).toBeLessThanOrEqual(volume === '3' ? 0 : 1);
    }),
    { numRuns: RUNS },
  );
});

test.each(['intent', 'order', 'receipt'])(
  'kill -9 at the %s, then the same line again: there is one order',
  async (moment) => {
    const { sandbox, env } = await listen();
    const ordersOf = orderIdsOf(sandbox);
    if (moment === 'order') sandbox.faults.next({ operation: 'createOrder', kind: 'stall-after' });
    const { child, ended } = startFutures(line('job-1'), env);
    const hasIntent = () => existsSync(place()) && readFileSync(place(), 'utf8').includes('job-1');
    const isThere = { intent: hasIntent, order: () => ordersOf('job-1') > 0, receipt: () => child.exitCode !== null };
    await expect.poll(isThere[moment as keyof typeof isThere], { interval: 1 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
    sandbox.faults.clear();
    for (const secret of Object.values(sandbox.credentials))
      expect(readFileSync(place(), 'utf8')).not.toContain(secret);
    if (moment === 'order') {
      const { stdout } = await futures(['recover', '--journal', place(), '--json'], env);
      expect(JSON.parse(stdout)).toMatchObject({
        orders: [{ outcome: 'accepted', clientOrderId: 'job-1' }],
        damaged: [],
      });
    }
    const again = line('job-1', {}, '15000');
    const { code } = await futures(again, env);
    // Absent is proven, and then the line sends it.
    if (code !== 0) expect([code, await futures(again, env)]).toMatchObject([4, { code: 0 }]);
    expect(ordersOf('job-1')).toBe(1);
  },
);
