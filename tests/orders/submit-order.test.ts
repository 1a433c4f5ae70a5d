import { inspect } from 'node:util';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { submitOrder } from '../../src/orders/submit.js';
import type { FaultKind } from '../../src/sandbox/index.js';
import { createDesk, held, order, settle, START_MS, warmUp } from './desk.js';

beforeAll(warmUp);

describe('an order that is answered', () => {
  test('is accepted with its orderId, and nothing is looked up', async () => {
    const { client, sandbox, creates } = createDesk();
    const look = vi.spyOn(client, 'getOrder');
    const result = await settle(submitOrder(client, order));
    expect(result).toEqual({
      outcome: 'accepted',
      clientOrderId: expect.stringMatching(/^[A-Za-z0-9-]{23,31}$/),
      orderId: held(sandbox)[0]!.id,
      evidence: [],
    });
    expect(held(sandbox, result.clientOrderId)).toHaveLength(1);
    expect([creates(), look.mock.calls.length]).toEqual([1, 0]);
  });

  test('is refused with a clientOrderId that is undefined: each delivery of a job would be a new order', async () => {
    const { client, creates } = createDesk();
    const lost = { ...order, clientOrderId: undefined } as never;
    await expect(submitOrder(client, lost)).rejects.toMatchObject({ code: 'ARGUMENT', field: 'clientOrderId' });
    expect(creates()).toBe(0);
  });

  test('never gets an id that another got', async () => {
    const { client } = createDesk();
    const ids = await settle(
      Promise.all(Array.from({ length: 50 }, async () => (await submitOrder(client, order)).clientOrderId)),
    );
    expect(new Set(ids).size).toBe(50);
  });

  test.each([
    ['a refusal', 'refused', { price: '60000.001' }, { code: 'API', outcome: 'rejected', apiCode: '-1111' }],
    ['a wrong input', 'not sent', { side: 'buy' }, { code: 'ARGUMENT', outcome: 'not-sent', field: 'side' }],
    ['an undescribed field', 'not sent', { apiSecret: 'x' }, { code: 'ARGUMENT', field: 'apiSecret' }],
  ])('%s is thrown as it is: %s', async (_what, _how, change, error) => {
    const { client, sandbox } = createDesk();
    await expect(settle(submitOrder(client, { ...order, ...change } as never))).rejects.toMatchObject(error);
    expect(held(sandbox)).toEqual([]);
  });

  test.each([['x'.repeat(32)], [''], ['0'], ['  '], ['a\nb']])(
    'refuses the id %j before sending',
    async (clientOrderId) => {
      const { client, creates } = createDesk();
      await expect(settle(submitOrder(client, { ...order, clientOrderId }))).rejects.toMatchObject({
        code: 'ARGUMENT',
        field: 'clientOrderId',
      });
      expect(creates()).toBe(0);
    },
  );

  test.each([{ resolveWithinMs: -1 }, { settleMs: Number.NaN }, { acceptanceWindowMs: '5' }, { nonsense: 1 }])(
    'refuses the option %o before sending',
    async (options) => {
      const { client, creates } = createDesk();
      await expect(settle(submitOrder(client, order, options as never))).rejects.toMatchObject({
        code: 'ARGUMENT',
        field: Object.keys(options)[0],
      });
      expect(creates()).toBe(0);
    },
  );
});

/** The faults of createOrder, and whether there is an order afterwards. */
const faults: readonly (readonly [FaultKind, boolean])[] = [
  ['reset-before', false],
  ['reset-after', true],
  ['504-after', true],
  ['code-1006-after', true],
  ['code-1007-after', true],
  ['stall-after', true],
  ['truncated-after', true],
  ['html', false],
  ['html-after', true],
  ['redirect', false],
  ['refuse', false],
  ['empty-after', true],
  ['large-after', true],
];

describe('an order whose answer was lost', () => {
  test.each(faults)('%s: there is an order: %s', async (kind, exists) => {
    const { sandbox, creates, submitUnder } = createDesk();
    const result = await submitUnder(kind, order, { timeoutMs: 1000 });
    expect(held(sandbox)).toHaveLength(exists ? 1 : 0);
    expect(creates()).toBe(1);
    if (exists) {
      const orderId = held(sandbox)[0]!.id;
      expect(result).toMatchObject({ outcome: 'accepted', orderId, order: { orderId }, cause: expect.any(Error) });
      expect(result.evidence.at(-1)).toMatchObject({ said: 'ours', orderIds: [orderId] });
    } else {
      expect(result).toMatchObject({ outcome: 'absent', cause: { outcome: 'unknown' } });
    }
  });

  test.each([
    ['filled at once', { price: '65100' }],
    ['a market order by value', { type: 'MARKET', volume: '1000' }],
    ['cancelled at once (post only)', { price: '65100', timeInForce: 'POST_ONLY' }],
    ['cancelled at once (fill or kill)', { timeInForce: 'FOK' }],
  ])('is found when it was %s', async (_what, change) => {
    const { sandbox, submitUnder } = createDesk();
    const result = await submitUnder('reset-after', { ...order, ...change } as never);
    expect(result).toMatchObject({ outcome: 'accepted', orderId: held(sandbox)[0]!.id });
  });

  test('is absent only when two whole rounds were made after the window had closed on the service', async () => {
    const { submitUnder } = createDesk({ skewMs: () => 400 });
    const startedMs = Date.now();
    const result = await submitUnder('reset-before');
    expect(result.outcome).toBe('absent');
    const lastRounds = result.evidence.slice(-8);
    expect(lastRounds.slice(4).map(({ operation, said }) => [operation, said])).toEqual([
      ['getOrder', 'nothing'],
      ['getOpenOrders', 'nothing'],
      ['getOrderHistory', 'nothing'],
      ['getTradeHistory', 'nothing'],
    ]);
    for (const { atMs } of lastRounds) expect(atMs).toBeGreaterThan(startedMs + 400 + 5000 + 2000);
    expect(lastRounds[4]!.atMs - lastRounds[3]!.atMs).toBeGreaterThanOrEqual(2000);
    expect(Date.now() - startedMs).toBeLessThan(10_000);
  });

  test('is unknown where the window does not close in time', async () => {
    const { submitUnder } = createDesk();
    const startedMs = Date.now();
    const result = await submitUnder('reset-before', order, { resolveWithinMs: 6000 });
    expect(result).toMatchObject({ outcome: 'unknown', clientOrderId: expect.any(String) });
    expect(result.evidence.length).toBeGreaterThan(8);
    // A log of it is some lines, and JSON has all of it.
    expect(inspect(result)).toContain(`evidence: ${result.evidence.length} lookups, `);
    expect(JSON.parse(JSON.stringify(result)).evidence).toHaveLength(result.evidence.length);
    expect(Date.now() - startedMs).toBe(6000);
  });

  test.each(['getOrder', 'getOpenOrders', 'getOrderHistory', 'getTradeHistory', 'getServerTime'] as const)(
    'is unknown, never absent, while %s does not answer',
    async (operation) => {
      const { sandbox, submitUnder } = createDesk();
      sandbox.faults.next({ kind: 'reset-before', operation, times: 1000 });
      const result = await submitUnder('reset-before');
      expect(result.outcome).toBe('unknown');
      expect(result.evidence).toContainEqual(expect.objectContaining({ operation, said: 'failed' }));
    },
  );

  test.each(['getOrder', 'getOpenOrders', 'getOrderHistory', 'getTradeHistory', 'getServerTime'] as const)(
    'is found although %s hangs',
    async (operation) => {
      const { sandbox, submitUnder } = createDesk();
      sandbox.faults.next({ kind: 'stall-after', operation, times: 1000 });
      expect(await submitUnder('reset-after')).toMatchObject({ outcome: 'accepted' });
    },
  );

  test('is absent in time where the local clock jumped once it was signed: the X-CH-TS that left is known', async () => {
    let skewMs = 0;
    const { client, submitUnder } = createDesk({ skewMs: () => skewMs });
    await client.clock.sync();
    const { createOrder } = client;
    client.createOrder = (...given) => createOrder(...given).finally(() => (skewMs = 3000));
    expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'absent' });
    expect(Date.now() - START_MS).toBeGreaterThanOrEqual(9000);
  });

  test('is not the earlier order under the same id, which leaves open whether there is another', async () => {
    const { client, sandbox, service, submitUnder } = createDesk();
    await client.clock.sync();
    await service.createOrder({ ...order, clientOrderId: 'again' });
    await vi.advanceTimersByTimeAsync(2000);
    expect(await submitUnder('reset-before', { ...order, clientOrderId: 'again' })).toMatchObject({
      outcome: 'unknown',
    });
    expect(await submitUnder('reset-after', { ...order, clientOrderId: 'again' })).toMatchObject({
      outcome: 'accepted',
      orderId: held(sandbox).at(-1)!.id,
    });
  });

  test('ends at once when the caller aborts, with what is known until then', async () => {
    const { submitUnder } = createDesk();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 3000);
    const startedMs = Date.now();
    const result = await submitUnder('reset-before', order, { signal: controller.signal });
    expect(result).toMatchObject({ outcome: 'unknown', clientOrderId: expect.any(String) });
    expect(result.evidence.length).toBeGreaterThan(4);
    expect(Date.now() - startedMs).toBe(3000);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an abort before anything is sent is thrown', async () => {
    const { client, sandbox } = createDesk();
    await expect(settle(submitOrder(client, order, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'ABORTED',
      outcome: 'not-sent',
    });
    expect(held(sandbox)).toEqual([]);
  });
});
