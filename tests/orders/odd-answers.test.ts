import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Journal } from '../../src/journal/journal.js';
import { recover } from '../../src/orders/recover.js';
import { submitOrder } from '../../src/orders/submit.js';
import { createFuturesClient, type FetchLike } from '../../src/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { createDesk, createMemoryJournal, held, order, settle, warmUp } from './desk.js';

beforeAll(warmUp);

describe('an answer that names no order', () => {
  const none = [null, '', '0', ' ', undefined, false, {}, [1], '0E-8', 'null', 'undefined', '-1'];
  test.each(none)('%j is looked up, and not accepted for it', async (orderId) => {
    const { client, sandbox } = createDesk();
    const { createOrder } = client;
    client.createOrder = async (...given) => ({ ...(await createOrder(...given)), orderId }) as never;
    const result = await settle(submitOrder(client, order));
    expect(result).toMatchObject({ outcome: 'accepted', orderId: held(sandbox)[0]!.id, order: expect.anything() });
  });

  test.each([
    ['unknown', '{"code":"0","msg":"success","data":null}'],
    ['unknown', '{"data":{"order_id":"7"}}'],
    ['unknown', '2006628908041292008'],
    ['absent', '{"error":"upstream timeout"}'],
    ['absent', '<html>Welcome</html>'],
  ])(
    '%s: a success says that the service may make the order later, beside lookups that show none: %s',
    async (outcome, body) => {
      const fetch =
        ({ fetch: send }: Sandbox): FetchLike =>
        async (url, init) =>
          init.method === 'POST' && url.endsWith('/v1/order') ? new Response(body) : send(url, init);
      const { client } = createDesk({ fetch });
      expect(await settle(submitOrder(client, order))).toMatchObject({ outcome });
    },
  );

  test.each(none)('%j from getOrder is no order either, and no absence', async (orderId) => {
    const { client, submitUnder } = createDesk();
    client.getOrder = async () => ({ orderId, contractName: order.contractName }) as never;
    const result = await submitUnder('reset-before');
    expect(result.outcome).toBe('unknown');
    expect(result.evidence).toContainEqual(expect.objectContaining({ operation: 'getOrder', said: 'failed' }));
  });
});

test('an order that the response names under ids of the service is never absent, not for recover either', async () => {
  const fetch =
    ({ fetch: send }: Sandbox): FetchLike =>
    async (url, init) => {
      const response = await send(url, init);
      if (init.method === 'GET' && url.includes('/v1/order')) return new Response('{"code":"-2013"}', { status: 400 });
      const text = (await response.text()).replaceAll(/("clientId":)"[^"]*"/g, '$1"web-7301"');
      return new Response(
        url.endsWith('/v1/order') ? text.replace('{', '{"clientId":"web-7301",') : text,
        response as never,
      );
    };
  const { client, sandbox } = createDesk({ fetch });
  const journal = createMemoryJournal();
  const [{ outcome, cause }, [found]] = [
    await settle(submitOrder(client, { ...order, clientOrderId: 'job-17' }, { journal })),
    (await settle(recover(client, journal))).orders,
  ];
  expect([outcome, String(cause)]).toEqual(['unknown', expect.stringContaining('it is another order')]);
  expect(found).toMatchObject({
    outcome: 'unknown',
    cause: { message: expect.stringContaining(held(sandbox)[0]!.id) },
  });
});

describe('the clock of the caller, once the order is answered,', () => {
  test.each([
    ['throws', () => expect.fail('no clock')],
    ['is not a number', () => Number.NaN],
  ])('%s: the order is accepted, and journalError says why', async (_how, broken) => {
    let skewMs = () => 0;
    const { client } = createDesk({ skewMs: () => skewMs() });
    const journal = createMemoryJournal();
    const { createOrder } = client;
    client.createOrder = (...given) => createOrder(...given).finally(() => (skewMs = broken));
    const result = await settle(submitOrder(client, order, { journal }));
    expect(result).toMatchObject({ outcome: 'accepted', journalError: expect.any(Error) });
    expect(String(result.journalError)).not.toContain('Nothing was sent');
    expect(journal.entries).toHaveLength(1);
  });

  test('throws after the answer was lost: unknown, and no rejection', async () => {
    let skewMs = 0;
    const { client, submitUnder } = createDesk({ skewMs: () => skewMs });
    const { createOrder } = client;
    client.createOrder = (...given) => createOrder(...given).finally(() => (skewMs = Number.NaN));
    expect(await submitUnder('reset-after')).toMatchObject({ outcome: 'unknown', cause: expect.any(Error) });
  });
});

describe('a journal that cannot be read to its end', () => {
  const hanging: Journal = { append: () => {}, read: () => new Promise(() => {}) };

  test.each([
    [{ timeoutMs: 700 }, 700],
    [{}, 10_000],
  ])('does not hold recover: %o', async (options, ms) => {
    const { client } = createDesk();
    const startedMs = Date.now();
    await expect(settle(recover(client, hanging, options))).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(Date.now() - startedMs).toBe(ms);
  });

  test('ends with the signal, before and meanwhile', async () => {
    const { client } = createDesk();
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const { signal } = controller;
    await expect(settle(recover(client, hanging, { signal }))).rejects.toMatchObject({ code: 'ABORTED' });
    await expect(settle(recover(client, hanging, { signal }))).rejects.toMatchObject({ code: 'ABORTED' });
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('options', () => {
  test.each([Number.NaN, 0, -1, 2 ** 31, '5'])('timeoutMs %j is refused before anything', async (timeoutMs) => {
    const { client, creates } = createDesk();
    const read = vi.fn<Journal['read']>();
    const wrong = { code: 'ARGUMENT', field: 'timeoutMs' };
    const options = { timeoutMs: timeoutMs as number };
    await expect(recover(client, { append: () => {}, read }, options)).rejects.toMatchObject(wrong);
    await expect(submitOrder(client, order, options)).rejects.toMatchObject(wrong);
    expect([creates(), read.mock.calls.length]).toEqual([0, 0]);
  });

  test('a controller in place of its signal is refused before anything, and leaves no timer', async () => {
    const { sandbox } = createDesk();
    const { url: baseUrl, credentials, fetch } = sandbox;
    const journal = createMemoryJournal();
    const client = createFuturesClient({ baseUrl, credentials, fetch, journal });
    const given = { signal: new AbortController() as never, timeoutMs: 300 };
    const wrong = { code: 'ARGUMENT', field: 'signal' };
    for (const call of [client.submitOrder(order, given), client.recover(given), client.clock.sync(given)])
      await expect(call).rejects.toMatchObject(wrong);
    expect([journal.entries.length, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test('null is as good as none', async () => {
    const { sandbox } = createDesk();
    const { url: baseUrl, credentials, fetch } = sandbox;
    const client = createFuturesClient({ baseUrl, credentials, fetch });
    expect(await settle(client.submitOrder(order, null as never))).toMatchObject({ outcome: 'accepted' });
    // Takes longer than a timer of no time.
    const journal = {
      append: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
      read: createMemoryJournal().read,
    };
    await client.clock.sync({ signal: null as never });
    const none = { timeoutMs: null as never, journal };
    expect(await settle(client.submitOrder(order, none))).toMatchObject({ outcome: 'accepted' });
    const wrong = { code: 'ARGUMENT', field: 'journal' };
    await expect(client.recover(null as never)).rejects.toMatchObject(wrong);
    await expect(client.recover({ journal: {} as never })).rejects.toMatchObject(wrong);
  });
});

describe('a lookup', () => {
  async function longest(options: object, timeoutMs?: number): Promise<number | undefined> {
    const { sandbox } = createDesk();
    const seen: number[] = [];
    const controller = new AbortController();
    const client = createFuturesClient({
      ...{ baseUrl: sandbox.url, credentials: sandbox.credentials, timeoutMs },
      transport: async (request) => {
        if (request.operationId === 'getOrder' && seen.push(request.timeoutMs) === 2) controller.abort();
        throw new Error('reset');
      },
    });
    await settle(client.submitOrder(order, { resolveWithinMs: 60_000, signal: controller.signal, ...options }));
    return Math.max(...seen);
  }

  test('takes no longer than the timeoutMs of the client, of the call, or ten seconds', async () => {
    expect(await longest({}, 700)).toBe(700);
    expect(await longest({ timeoutMs: 900 }, 700)).toBe(900);
    expect(await longest({})).toBe(10_000);
  });
});
