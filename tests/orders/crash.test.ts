import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import type { Journal } from '../../src/journal/journal.js';
import { recover } from '../../src/orders/recover.js';
import { REAL_TIME } from '../../src/transport/real-time.js';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox, type FaultKind } from '../../src/sandbox/index.js';
import { bundleProgram } from '../support/bundle-program.js';
import { held, order, settle, warmUp } from './desk.js';
import { folderOfTest } from '../support/folder.js';

const root = resolve(import.meta.dirname, '../..');
let program: string;
let folder: string;
beforeAll(async () => {
  program = await bundleProgram(fileURLToPath(import.meta.resolve('./crashing-program.ts')));
  await warmUp();
});
beforeEach(() => void (folder = folderOfTest()));

/** A program that submits an order, and is killed the moment the order arrives: no handler of it runs any more. */
async function crash(path: string, sandbox: ReturnType<typeof watched>, kind: FaultKind): Promise<void> {
  await using listening = await sandbox.box.listen();
  const { apiKey, apiSecret } = sandbox.box.credentials;
  sandbox.box.faults.next({ kind, operation: 'createOrder' });
  const child: ChildProcess = spawn(process.execPath, [program, listening.url, path], {
    cwd: root,
    env: { ...process.env, FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout!.on('data', (text: Buffer) => (printed += text.toString()));
  sandbox.onOrder(() => child.kill('SIGKILL'));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  expect([code, signal, printed]).toEqual([null, 'SIGKILL', '']);
}

function watched() {
  let onOrder = (): void => {};
  const box = createSandbox({
    now: () => Date.now(), // not Date.now itself, which stays what it was when the timers are replaced
    onCall: ({ operationId }) => {
      if (operationId === 'createOrder') onOrder();
    },
  });
  return { box, onOrder: (listener: () => void) => void (onOrder = listener) };
}

function survivor({ box }: ReturnType<typeof watched>) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const { url: baseUrl, credentials, fetch } = box;
  return { ...createFuturesClient({ baseUrl, credentials, fetch, now: () => Date.now() }), time: REAL_TIME };
}

/** The disk takes real time, and while the clock is the test's, seconds pass in an instant. */
async function readNow(journal: Journal): Promise<Journal> {
  const content = await journal.read();
  return { append: (entry) => void journal.append(entry), read: () => content };
}

test.each([
  ['stall-after', 'accepted'],
  ['reset-before', 'absent'],
] as const)('killed with the order on its way (%s), the journal leads to it: %s', async (kind, outcome) => {
  const path = join(folder, 'orders.jsonl');
  const sandbox = watched();
  await crash(path, sandbox, kind);
  expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(1);

  await using journal = await createFileJournal(path);
  const { orders, damaged } = await settle(recover(survivor(sandbox), await readNow(journal)));
  const there = held(sandbox.box);
  expect(there).toHaveLength(outcome === 'accepted' ? 1 : 0);
  expect(damaged).toEqual([]);
  expect(orders).toMatchObject([{ outcome, input: { price: order.price, volume: '2' } }]);
  expect(orders.map(({ clientOrderId }) => clientOrderId)).toEqual(
    there.length === 0 ? [expect.stringMatching(/^fc-/)] : [there[0]!.clientOrderId],
  );
  const text = readFileSync(path, 'utf8');
  expect(text).not.toContain(sandbox.box.credentials.apiKey);
  expect(text).not.toContain(sandbox.box.credentials.apiSecret);

  expect((await settle(recover(survivor(sandbox), await readNow(journal)))).orders).toEqual([]);
});

test('two crashes in a row leave two intents, and both are found out', async () => {
  const path = join(folder, 'orders.jsonl');
  const sandbox = watched();
  await crash(path, sandbox, 'stall-after');
  await crash(path, sandbox, 'reset-before');
  await using journal = await createFileJournal(path);
  const { orders } = await settle(recover(survivor(sandbox), await readNow(journal)));
  expect(orders.map(({ outcome }) => outcome)).toEqual(['accepted', 'absent']);
  expect(orders[0]!.clientOrderId).toBe(held(sandbox.box)[0]!.clientOrderId);
  expect(held(sandbox.box)).toHaveLength(1);
});
