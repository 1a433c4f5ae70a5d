import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileJournal } from '../../src/journal/index.js';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox, type FaultKind, type SandboxOptions } from '../../src/sandbox/index.js';
import { limitOrder } from '../support/orders.js';
import { folderOfTest } from '../support/folder.js';

const order = { ...limitOrder, price: '60000', volume: 1 } as const;
const START_MS = 1_760_000_000_000;

function open(options: SandboxOptions = {}) {
  const sandbox = createSandbox(options);
  const { url: baseUrl, credentials, fetch, now, wait } = sandbox;
  return { sandbox, options: { baseUrl, credentials, fetch, now, wait } };
}

// Real timers never end here: what waits for one hangs, and the runner ends the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] }));

describe('the option wait, with the clock of a sandbox', () => {
  it.each([
    ['a clock that goes on', {}],
    ['a clock that only wait moves', { now: () => START_MS }],
  ])('proves that an order is absent in no real time, by %s', async (_which, sandboxOptions) => {
    const { sandbox, options } = open(sandboxOptions);
    const client = createFuturesClient(options);
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    const startMs = sandbox.now();
    expect(await client.submitOrder(order)).toMatchObject({ outcome: 'absent' });
    expect(sandbox.now() - startMs).toBeGreaterThanOrEqual(7000);
    expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(0);
  });

  it('recovers a journal in no real time', async () => {
    const { sandbox, options } = open();
    await using journal = await createFileJournal(join(folderOfTest(), 'journal.jsonl'));
    const client = createFuturesClient({ ...options, journal });
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    await client.submitOrder(order, { resolveWithinMs: 0 });
    expect((await client.recover()).orders).toMatchObject([{ outcome: 'absent' }]);
  });

  it.each<FaultKind>(['status-429', 'status-418', 'code-1003', 'reset-before'])(
    'retries a read after %s in no real time',
    async (kind) => {
      const { sandbox, options } = open({ now: () => START_MS });
      const client = createFuturesClient({ ...options, timeoutMs: 200_000, retry: { maxRetryAfterMs: 200_000 } });
      sandbox.faults.next({ operation: 'getOpenOrders', kind });
      const first = client.getOpenOrders().catch(() => client.getOpenOrders());
      expect(await first).toStrictEqual([]);
    },
  );

  it('does not hang when the clock stands still', async () => {
    const { sandbox, options } = open({ now: () => START_MS });
    const client = createFuturesClient({ ...options, now: () => START_MS, wait: () => {} });
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    expect(await client.submitOrder(order)).toMatchObject({ outcome: 'unknown' });
    sandbox.faults.next({ operation: 'getOpenOrders', kind: 'status-429' });
    await client.getOpenOrders().catch(() => {});
    await expect(client.getServerTime()).rejects.toMatchObject({ code: 'RATE_LIMIT', outcome: 'not-sent' });
  });

  it('takes a wait that fails for one that has ended', async () => {
    const { sandbox, options } = open();
    const client = createFuturesClient({
      ...options,
      wait(ms) {
        sandbox.wait(ms);
        throw new Error('not today');
      },
    });
    sandbox.faults.next({ operation: 'createOrder', kind: 'reset-before' });
    expect(await client.submitOrder(order)).toMatchObject({ outcome: 'absent' });
  });

  it('leaves a wait that never ends when the caller aborts', async () => {
    const { sandbox, options } = open();
    const controller = new AbortController();
    const reason = new Error('enough');
    const client = createFuturesClient({
      ...options,
      wait: () => new Promise(() => queueMicrotask(() => controller.abort(reason))),
    });
    sandbox.faults.next({ operation: 'getOpenOrders', kind: 'reset-before' });
    await expect(client.getOpenOrders({}, { signal: controller.signal })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: reason,
    });
  });
});

it('a watch on the time of the sandbox lets other work of the program have its turn, which may end it', async () => {
  const { url: baseUrl, credentials, fetch, now, wait } = createSandbox();
  const client = createFuturesClient({ baseUrl, credentials, fetch, now, wait });
  const controller = new AbortController();
  const types: string[] = [];
  for await (const { type } of client.watchOrders({ contractName: order.contractName, signal: controller.signal })) {
    types.push(type);
    setImmediate(() => controller.abort());
  }
  expect(types).toEqual(['started']);
});
