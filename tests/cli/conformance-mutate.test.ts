import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { futures, listen, startFutures } from './futures.js';
import { folderOfTest } from '../support/folder.js';

/*
 * The command line on a sandbox over HTTP. What the kit does in mode mutate is tested with the kit.
 */
let folder: string;
beforeEach(() => void (folder = folderOfTest()));

const journal = (): string => join(folder, 'orders.jsonl');
const mutate = (...args: string[]) => [
  ...['conformance', '--mode', 'mutate', '--allow-host', '127.0.0.1', '--allow-wipe', 'cancelOrder'],
  ...['--journal', journal(), ...args],
];

/** Enough for an order to be placed and cancelled. */
const FEW = ['--check', 'shape/createOrder/success', '--check', 'state/order/cancelled-is-gone'];

test('says its weight first, judges, and leaves nothing', async () => {
  const { sandbox, env } = await listen();
  const { code, stdout, stderr } = await futures(mutate('--account', 'mine', '--check', 'rule/'), env);
  expect([code, sandbox.state.accounts[0]!.openOrders]).toEqual([0, []]);
  expect(stdout).toContain('Nothing declared failed.');
  expect(stderr).toMatch(/createOrder +\d+\n[^]*Weight budget: \d+, for \d+ calls by plan/);
  expect(stderr).toContain('declares a weight for adjustPositionMargin and changeLeverage only');
  expect(readFileSync(journal(), 'utf8')).toContain('"account":"mine"');
  expect((await futures(['conformance', 'clean-up', journal(), '--account', 'mine'], env)).stdout).toContain(
    'Nothing is left',
  );
});

test('ends with 1 when an order is left behind, and names it', async () => {
  const { sandbox, env } = await listen();
  sandbox.faults.next({ kind: 'status-429', operation: 'cancelOrder', times: 99 });
  const { code, stdout } = await futures(mutate('--account', 'mine', ...FEW), env);
  expect(code).toBe(1);
  expect(stdout).toMatch(/LEFT BEHIND {2}E-BTC-USDT \d{19}/);
  expect(stdout).toContain(
    `npx futures-trading-client conformance clean-up ${journal()} --base-url ${env['FUTURES_URL']}`,
  );
});

test('cleans up after a run that was killed while its order was on the way', async () => {
  const { sandbox, env } = await listen();
  sandbox.faults.next({ kind: 'stall-after', operation: 'createOrder' });
  const { child, ended } = startFutures(mutate('--account', 'mine', ...FEW), env);
  const open = () => sandbox.state.accounts[0]!.openOrders;
  await expect.poll(() => open().length).toBe(1);
  child.kill('SIGKILL');
  await ended;
  expect(readFileSync(journal(), 'utf8')).not.toContain('"answer"');

  const refused = await futures(mutate('--account', 'mine'), env);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('has 1 order of an earlier run')]);
  const { code, stdout } = await futures(['conformance', 'clean-up', journal(), '--account', 'mine'], env);
  expect([code, stdout]).toEqual([0, `Nothing is left of ${journal()}: 1 order was looked for and is gone.\n`]);
  expect(open()).toEqual([]);
  expect((await futures(mutate('--account', 'mine', ...FEW), env)).code).toBe(0);
});
