import { getEventListeners } from 'node:events';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createFuturesClient,
  type FetchLike,
  type FuturesClientOptions,
  type OrderEvent,
  type WatchOptions,
} from '../../src/index.js';
import { createFileJournal } from '../../src/journal/index.js';
import { createRateLimiter } from '../../src/limits/index.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';
import { createPatchedSandbox } from '../../src/sandbox/sandbox.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { settle, START_MS, warmUp } from '../orders/desk.js';
import { limitBuy, limitOrder } from '../support/orders.js';
import { folderOfTest } from '../support/folder.js';

const { contractName } = limitBuy;

beforeEach(async () => {
  // A module that is loaded while the clock stands still never arrives.
  await Promise.all([warmUp(), import('../../src/watch/watch-orders.js')]);
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

/** A client that counts its calls by path, and one that trades beside it. */
function open(options: Partial<FuturesClientOptions> = {}, sandbox: Sandbox = createSandbox({ now: Date.now })) {
  const calls: Record<string, number> = {};
  const fetch: FetchLike = (url, init) => {
    const name = new URL(url).pathname.split('/').at(-1)!;
    calls[name] = (calls[name] ?? 0) + 1;
    return sandbox.fetch(url, init);
  };
  const { url: baseUrl, credentials } = sandbox;
  const own = { baseUrl, credentials, now: Date.now };
  const trading = createFuturesClient({ ...own, fetch: sandbox.fetch });
  return { sandbox, calls, trading, client: createFuturesClient({ ...own, fetch, ...options }) };
}

/** The events until `isLast`; `act` is called with each. */
async function events(
  watch: AsyncIterable<OrderEvent>,
  isLast: (event: OrderEvent) => boolean,
  act: (event: OrderEvent) => unknown = () => {},
): Promise<OrderEvent[]> {
  const log: OrderEvent[] = [];
  for await (const event of watch) {
    log.push(event);
    await act(event);
    if (isLast(event)) break;
  }
  return log;
}

const sum = (calls: Record<string, number>): number => Object.values(calls).reduce((all, count) => all + count, 0);
const isStart = ({ type }: OrderEvent): boolean => type === 'started';
const isAny = (): boolean => true;

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}

it('a watch of another contract tells nothing of an order where the lists do not heed contractName', async () => {
  const all: Patch = () => ({
    act: (call, run) =>
      run(call.operationId === 'createOrder' ? call : { ...call, input: { ...call.input, contractName } }),
  });
  const { client, trading } = open({}, createPatchedSandbox({ now: Date.now }, all));
  const watch = client.watchOrders({ contractName: 'E-ETH-USDT', signal: abortAfter(60_000) });
  const log = await settle(
    events(
      watch,
      () => false,
      ({ type }) => type === 'started' && trading.createOrder({ ...limitOrder, price: '65100' }),
    ),
  );
  expect(log.map(({ type }) => type)).toEqual(['started']);
});

describe('what a watch costs', () => {
  it('an idle hour takes fewer than 500 calls, and nothing is sent before the first event is asked for', async () => {
    const { client, calls, trading } = open();
    for (let i = 0; i < 4; i++) await trading.createOrder({ ...limitOrder, price: '60000' });
    const watch = client.watchOrders({ contractName, signal: abortAfter(3_600_000) });
    expect(calls).toEqual({});
    await settle(events(watch, () => false));
    expect(sum(calls)).toBeLessThan(500);
  });

  it('1,000 orders a minute that are filled at once are told within five seconds of a look, for 200 calls a minute', async () => {
    const { client, calls, trading } = open();
    const ORDERS = 1000;
    const filledAt = new Map<string, number>();
    async function trade(): Promise<void> {
      for (let i = 0; i < ORDERS; i++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        const [side, price] = i % 2 === 0 ? (['BUY', '65100'] as const) : (['SELL', '64900'] as const);
        await trading.createOrder({ ...limitOrder, side, price });
      }
    }
    let trades: Promise<void> | undefined;
    const isLast = (): boolean => filledAt.size === ORDERS;
    const log = await settle(
      events(client.watchOrders({ contractName }), isLast, (event) => {
        if (event.type === 'started') trades = trade();
        if (event.type === 'filled') filledAt.set(event.orderId, event.at - Number(event.trade!.time));
      }),
    );
    await trades;
    expect(log.filter(({ type }) => type === 'gap')).toEqual([]);
    // The first ones wait for the sweep of an idle watch.
    expect(Math.max(...[...filledAt.values()].slice(ORDERS / 2))).toBeLessThanOrEqual(7000);
    expect(sum(calls)).toBeLessThan(300);
    expect(Math.max(...log.map(({ token }) => token.length))).toBeLessThan(10_000);
  });

  it('an order that is filled bit by bit takes a list and its trades, and is looked up once, at its end', async () => {
    // A volume may be what is left, or in another unit.
    const dialect = { fieldValues: { getOpenOrders: { origQty: 10 } } };
    const { sandbox, calls, client, trading } = open({}, createSandbox({ now: Date.now, dialect }));
    const { url: baseUrl, fetch } = sandbox;
    const other = createFuturesClient({ baseUrl, credentials: sandbox.addAccount(), fetch, now: Date.now });
    await trading.createOrder({ ...limitOrder, price: '64999.5', volume: 20 });
    const watch = client.watchOrders({ contractName });
    const log = await settle(
      events(
        watch,
        ({ type }) => type === 'filled',
        ({ type }) => {
          if (type !== 'started') return;
          for (let i = 0; i < 20; i++)
            setTimeout(
              () => void other.createOrder({ ...limitOrder, side: 'SELL', price: '64999.5', volume: 1 }),
              i * 1000,
            );
        },
      ),
    );
    expect(log.filter(({ type }) => type === 'partly-filled')).toHaveLength(19);
    expect(calls['order'] ?? 0).toBeLessThanOrEqual(1);
  });

  it('two watches of one client share their looks', async () => {
    const { client, calls } = open();
    const watches = [1, 2].map(() => client.watchOrders({ contractName, signal: abortAfter(60_000) }));
    await settle(Promise.all(watches.map((watch) => events(watch, () => false))));
    const twice = { ...calls };
    for (const name of Object.keys(calls)) delete calls[name];
    await settle(events(client.watchOrders({ contractName, signal: abortAfter(60_000) }), () => false));
    expect(twice).toEqual(calls);
  });
});

describe('limits', () => {
  it('a pause that the service asks for pauses the watch, which goes on afterwards', async () => {
    const { sandbox, calls, client, trading } = open();
    const resumed: number[] = [];
    const log = await settle(
      events(
        client.watchOrders({ contractName, signal: abortAfter(150_000) }),
        () => false,
        async ({ type, at }) => {
          if (type === 'opened') resumed.push(at - START_MS);
          if (type !== 'started') return;
          await trading.createOrder({ ...limitOrder, price: '60000' });
          sandbox.faults.next({ kind: 'status-418' });
          for (const name of Object.keys(calls)) delete calls[name];
          setTimeout(() => resumed.push(sum(calls)), 60_000);
        },
      ),
    );
    // One call was told to stop, and none follows for two minutes.
    expect(resumed).toEqual([1, expect.toSatisfy((ms: number) => ms >= 120_000)]);
    expect(log.map(({ type }) => type)).toEqual(['started', 'opened']);
  });

  it('a rate budget slows a watch down, and does not end it', async () => {
    const limiter = createRateLimiter({ limits: { total: { weight: 10, perSeconds: 60 } } });
    const { calls, client, trading } = open({ limiter });
    for (let i = 0; i < 10; i++)
      setTimeout(() => void trading.createOrder({ ...limitOrder, price: '65100' }), 5000 + i * 20_000);
    const watch = client.watchOrders({ contractName, signal: abortAfter(600_000) });
    const log = await settle(events(watch, () => false));
    expect(log.filter(({ type }) => type === 'filled')).toHaveLength(10);
    expect(log.filter(({ type }) => type === 'gap')).toEqual([]);
    expect(sum(calls)).toBeLessThanOrEqual(110);
  });
});

describe('the end of a watch', () => {
  it('sends nothing after return() or the signal', async () => {
    const { client, calls } = open();
    await settle(events(client.watchOrders({ contractName }), isStart));
    await settle(events(client.watchOrders({ contractName, signal: abortAfter(100) }), () => false));
    const aborted = client.watchOrders({ contractName, signal: AbortSignal.abort() });
    expect(await aborted.next()).toEqual({ done: true, value: undefined });
    const sent = sum(calls);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sum(calls)).toBe(sent);
  });

  it.each<[string, Partial<WatchOptions>]>([
    ['contractName', { contractName: '' }],
    ['fastestMs', { fastestMs: 0 }],
    ['slowestMs', { slowestMs: 10 }],
    ['since', { since: 'x' }],
    ['sinze', { sinze: '' } as object],
    ['journal', { journal: Promise.resolve() as never }],
  ])('a wrong %s fails at the first event, and nothing is sent', async (field, wrong) => {
    const { client, calls } = open();
    const watch = client.watchOrders({ contractName, signal: null as never, ...wrong });
    await expect(watch.next()).rejects.toMatchObject({ code: 'ARGUMENT', field, outcome: 'not-sent' });
    expect(calls).toEqual({});
  });

  it('comes, after a while, where open orders have no id by which they can be followed', async () => {
    const sandbox = createSandbox({ now: Date.now });
    const fetch: FetchLike = async (url, init) =>
      new URL(url).pathname.endsWith('/openOrders')
        ? new Response('[{"orderId":"a-1","status":"NEW","executedQty":"0","origQty":"1"}]')
        : sandbox.fetch(url, init);
    const watch = open({ fetch }, sandbox).client.watchOrders({ contractName, signal: abortAfter(600_000) });
    await expect(settle(watch.next())).rejects.toMatchObject({ code: 'PAGING', operationId: 'getOpenOrders' });
  });

  it('by a failure leaves nothing behind on the signal', async () => {
    const { signal } = new AbortController();
    const watch = open().client.watchOrders({ contractName: '', signal });
    await expect(watch.next()).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await watch.next()).toEqual({ done: true, value: undefined });
  });

  it('comes at once with a wrong secret', async () => {
    vi.useRealTimers();
    const sandbox = createSandbox();
    const credentials = { ...sandbox.credentials, apiSecret: 'another-secret-0123' };
    const watch = open({ credentials }, sandbox).client.watchOrders({ contractName });
    await expect(watch.next()).rejects.toMatchObject({ apiCode: '-1022' });
  });

  it('does not come while the service is down, which is told where it is asked for', async () => {
    const { sandbox, client } = open({ retry: false });
    sandbox.faults.next({ kind: 'html', times: 3 });
    const log = await settle(events(client.watchOrders({ contractName, interruptions: true }), isStart));
    expect(log.map(({ type }) => type)).toEqual(['interrupted', 'interrupted', 'interrupted', 'started']);
    expect(log[0]).toMatchObject({ error: { outcome: 'unknown' }, retryInMs: 2000 });
  });
});

describe('an event', () => {
  it('has the order as submitOrder wrote it to the journal', async () => {
    vi.useRealTimers();
    const journal = await createFileJournal(join(folderOfTest(), 'orders.journal'));
    onTestFinished(() => journal.close());
    const { client } = open({ journal }, createSandbox());
    await client.submitOrder({ ...limitOrder, price: '60000', clientOrderId: 'job-1' });
    const [opened] = await events(client.watchOrders({ contractName }), isAny);
    expect(opened).toMatchObject({ type: 'opened', clientOrderId: 'job-1', input: { price: '60000' } });
  });

  it('has a token that resumes in another process, holds no key, and is refused elsewhere or when it was changed', async () => {
    const { sandbox, client, trading } = open();
    await trading.createOrder({ ...limitOrder, price: '60000' });
    const since = (await settle(events(client.watchOrders({ contractName }), isStart))).at(-1)!.token;
    const { apiKey, apiSecret } = sandbox.credentials;
    for (const secret of [apiKey, apiSecret]) expect(since).not.toContain(secret);
    await trading.cancelContractOrders({ contractName });
    const other = open({}, sandbox).client.watchOrders({ contractName, since });
    expect(await settle(events(other, isAny))).toMatchObject([{ type: 'cancelled' }]);
    const stranger = open({ credentials: sandbox.addAccount() }, sandbox).client;
    for (const watch of [
      stranger.watchOrders({ contractName, since }),
      client.watchOrders({ contractName: 'E-ETH-USDT', since }),
      client.watchOrders({ contractName, since: since.replace('futures-watch.1', 'futures-watch.2') }),
      client.watchOrders({ contractName, since: since.replace(/\d(?=[^\d]*$)/, (digit) => String((+digit + 1) % 10)) }),
    ])
      await expect(watch.next()).rejects.toMatchObject({ field: 'since', outcome: 'not-sent' });
  });

  it('tells the end of an order whose details cannot be read', async () => {
    const sandbox = createSandbox({ now: Date.now });
    const fetch: FetchLike = async (url, init) =>
      new URL(url).pathname.endsWith('/order') && init?.method === 'GET'
        ? new Response('<html>', { status: 502 })
        : sandbox.fetch(url, init);
    const { client, trading } = open({ fetch }, sandbox);
    await trading.createOrder({ ...limitOrder, price: '60000' });
    const cancelOld = (): void => void trading.cancelContractOrders({ contractName });
    const log: string[] = [];
    await settle(
      events(
        client.watchOrders({ contractName, signal: abortAfter(600_000) }),
        () => false,
        async ({ type }) => {
          log.push(type);
          if (type !== 'started') return;
          // Newer ones end meanwhile, so that the order history is read from beyond the old one.
          for (let i = 1; i < 5; i++)
            setTimeout(() => void trading.createOrder({ ...limitOrder, price: '65100' }), i * 30_000);
          setTimeout(cancelOld, 300_000);
        },
      ),
    );
    expect(log).toEqual(['opened', 'started', ...'opened filled '.repeat(4).trim().split(' '), 'cancelled']);
  });

  it('has a token of now, too, while no read has succeeded', async () => {
    const { sandbox, client, trading } = open({ retry: false });
    await trading.createOrder({ ...limitOrder, price: '65100' });
    await trading.createOrder({ ...limitOrder, price: '60000' });
    sandbox.faults.next({ kind: 'html', times: 1 });
    const [interrupted] = await settle(events(client.watchOrders({ contractName, interruptions: true }), isAny));
    const watch = client.watchOrders({ contractName, since: interrupted!.token, signal: abortAfter(120_000) });
    const log = await settle(events(watch, () => false));
    expect(log.map(({ type }) => type)).toEqual(['opened', 'started']);
  });

  it('says gone, and not cancelled, of an order that no read shows any more', async () => {
    const { client, trading } = open({}, createSandbox({ now: Date.now, maxFinishedOrders: 1 }));
    for (const price of ['60000', '60001', '60002']) await trading.createOrder({ ...limitOrder, price });
    const isGone = ({ type }: OrderEvent): boolean => type === 'gone';
    const log = await settle(
      events(client.watchOrders({ contractName }), isGone, ({ type }) =>
        type === 'started' ? trading.cancelContractOrders({ contractName }) : undefined,
      ),
    );
    expect(log.at(-1)).toMatchObject({ type: 'gone', evidence: expect.any(Array) });
  });

  it('says gone of an order whose details fail after twenty failures in a row, and not before', async () => {
    const sandbox = createSandbox({ now: Date.now });
    let failures = -1;
    const fetch: FetchLike = async (url, init) => {
      if (failures < 0 || !/order$|openOrders/.test(url.split('?')[0]!)) return sandbox.fetch(url, init);
      if (url.includes('openOrders')) return new Response('[]');
      failures++;
      return new Response('{"code":"-1102","data":null}');
    };
    const { client, trading } = open({ fetch }, sandbox);
    await trading.createOrder({ ...limitOrder, price: '60000' });
    const watch = client.watchOrders({ contractName, signal: abortAfter(3_600_000) });
    const isGone = ({ type }: OrderEvent): boolean => type === 'gone';
    const log = await settle(events(watch, isGone, (event) => isStart(event) && (failures = 0)));
    expect([log.at(-1)!.type, failures]).toEqual(['gone', 20]);
  });

  it('a fill of an order that was gone is a gap, and told by a watch that resumes', async () => {
    const sandbox = createSandbox({ now: Date.now });
    let isHidden = false;
    const fetch: FetchLike = async (url, init) =>
      isHidden && /order$|openOrders/.test(new URL(url).pathname)
        ? new Response('{"code":"0","data":null}')
        : sandbox.fetch(url, init);
    const { client, trading } = open({ fetch }, sandbox);
    await trading.createOrder({ ...limitOrder, price: '60000' });
    const watch = client.watchOrders({ contractName, signal: abortAfter(120_000) });
    const act = ({ type }: OrderEvent): unknown =>
      type === 'started' ? (isHidden = true) : type === 'gone' && sandbox.setPrice(contractName, '59000');
    const log = await settle(events(watch, () => false, act));
    expect(log.map(({ type }) => type)).toEqual(['opened', 'started', 'gone', 'gap']);
    const resumed = client.watchOrders({ contractName, since: log[2]!.token, signal: abortAfter(120_000) });
    const more = await settle(events(resumed, () => false));
    expect(more.map(({ type }) => type)).toEqual(['opened', 'filled']);
  });
});
