import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createFuturesClient, type FuturesClient } from '../../src/futures-client.js';
import type { ClientOptions } from '../../src/client/options.js';
import { ApiError, ClockError, type FuturesError, NetworkError } from '../../src/core/errors.js';
import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js';
import { callExample, leastAnswer, operationExamples } from '../support/operation-examples.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { credentials, failureOf, limitOrder } from '../support/test-client.js';

const START_MS = 1_760_000_000_000;

/** What the service says to one request: an answer, a failure of the connection, or something computed from the request. */
type Reply =
  | { readonly status?: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'reset'
  | ((request: TransportRequest) => TransportResponse);

interface Service {
  readonly client: FuturesClient;
  readonly requests: TransportRequest[];
  /** When each request came, in milliseconds since the first. */
  readonly times: number[];
}

/** A service that gives these replies, the last one again and again. */
function serve(replies: readonly Reply[], options: Partial<ClientOptions> = {}): Service {
  const requests: TransportRequest[] = [];
  const times: number[] = [];
  const transport: Transport = async (request) => {
    requests.push(request);
    times.push(Date.now() - START_MS);
    const reply = replies[Math.min(requests.length, replies.length) - 1]!;
    if (reply === 'reset') throw new NetworkError('reset', { outcome: 'unknown', operationId: request.operationId });
    if (typeof reply === 'function') return reply(request);
    const { status = 200, text = '', headers = {} } = reply;
    return { status, text, header: (name) => headers[name] };
  };
  const client = createFuturesClient({ baseUrl: 'https://futures.example', credentials, transport, ...options });
  return { client, requests, times };
}

const DOWN: Reply = { status: 503, text: 'down' };
const BUSY: Reply = { text: '{"code":-1003,"msg":"slow","data":null}' };
const EMPTY: Reply = { text: '[]' };

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Lets timers run until the call has ended. */
async function ended<T>(call: Promise<T>): Promise<T> {
  const state = { running: true };
  const watched = call.finally(() => (state.running = false));
  watched.catch(() => {});
  while (state.running)
    await vi.advanceTimersToNextTimerAsync().then(() => new Promise((resolve) => setImmediate(resolve)));
  return watched;
}

describe('what is sent again', () => {
  const reads = operationExamples.filter(({ operation }) => operation.effect === 'read');
  const writes = operationExamples.filter(({ operation }) => operation.effect !== 'read');

  it.each(reads.map((example) => [example.title, example] as const))(
    '%s, a read, up to two times',
    async (_, example) => {
      const { client, requests } = serve([DOWN, DOWN, { text: leastAnswer(example.operation) }]);
      await ended(callExample(client, example));
      expect(requests).toHaveLength(3);
      const dead = serve([DOWN]);
      const error = (await ended(failureOf(callExample(dead.client, example)))) as FuturesError;
      expect(dead.requests).toHaveLength(3);
      expect(error).toMatchObject({ code: 'HTTP_STATUS', attempts: 3 });
      expect(dead.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    },
  );

  const failures: readonly [string, Reply][] = [
    ['a reset', 'reset'],
    ['status 503', DOWN],
    ['status 429', { status: 429 }],
    ['code -1003', BUSY],
    ['code -1007', { text: '{"code":-1007}' }],
    ['code -1021', { text: '{"code":-1021}' }],
  ];
  it.each(writes.flatMap((example) => failures.map(([name, reply]) => [example.title, name, example, reply] as const)))(
    '%s, which changes something, never: after %s it was sent once',
    async (_title, _name, example, reply) => {
      const { client, requests } = serve([reply]);
      await ended(failureOf(callExample(client, example)));
      expect(requests.filter(({ operationId }) => operationId !== 'getServerTime')).toHaveLength(1);
    },
  );

  it.each([
    ['a reset', 'reset', 3],
    ['status 408', { status: 408 }, 3],
    ['status 410', { status: 410 }, 3],
    ['status 429', { status: 429 }, 3],
    ['status 500', { status: 500 }, 3],
    ['status 504', { status: 504 }, 3],
    ['code -1001', { text: '{"code":-1001}' }, 3],
    ['status 502 with an unlisted code', { status: 502, text: '{"code":-4242}' }, 3],
    ['status 418, a ban', { status: 418 }, 1],
    ['status 418 with the code of too many requests', { status: 418, text: '{"code":-1003}' }, 1],
    ['status 404', { status: 404 }, 1],
    ['a redirect', { status: 307, headers: { location: 'https://elsewhere.example' } }, 1],
    ['code -1121', { text: '{"code":-1121}' }, 1],
    ['an unlisted code', { text: '{"code":-4242}' }, 1],
    ['a body that is not JSON', { text: '<html>' }, 1],
  ] as const)('a read, after %s', async (_name, reply, sends) => {
    const { client, requests } = serve([reply]);
    await ended(failureOf(client.getOpenOrders()));
    expect(requests).toHaveLength(sends);
  });

  it('nothing with retry: false, and as often as `retries` says', async () => {
    for (const [retry, sends] of [
      [false, 1],
      [{ retries: 0 }, 1],
      [{ retries: 1 }, 2],
    ] as const) {
      const { client, requests } = serve([DOWN], { retry });
      await ended(failureOf(client.getOpenOrders()));
      expect(requests).toHaveLength(sends);
    }
  });
});

it('each attempt is signed anew, over its own time', async () => {
  const { client, requests } = serve([DOWN, DOWN, EMPTY]);
  await ended(client.getOpenOrders({ contractName: 'E-BTC-USDT' }));
  const stamps = requests.map(({ headers }) => headers['X-CH-TS']);
  expect(new Set(stamps).size).toBe(3);
  for (const { method, target, headers, body = '' } of requests) {
    const rawHeaders = Object.entries(headers).flat();
    const recorded = { method, target, rawHeaders, body: Buffer.from(body) };
    expect(headers['X-CH-SIGN']).toBe(recomputeSignature(recorded, credentials.apiSecret));
  }
});

describe('waiting', () => {
  it('doubles, and is a random part of that', async () => {
    const most = serve([DOWN]);
    await ended(failureOf(most.client.getOpenOrders()));
    expect(most.times).toEqual([0, 200, 600]);
    vi.setSystemTime(START_MS);
    vi.mocked(Math.random).mockReturnValue(0.25);
    const quarter = serve([DOWN], { retry: { baseDelayMs: 1000, maxDelayMs: 1200 } });
    await ended(failureOf(quarter.client.getOpenOrders()));
    expect(quarter.times).toEqual([0, 250, 550]);
  });

  it('is as long as Retry-After asks, in seconds or until a date', async () => {
    const until = new Date(START_MS + 7000).toUTCString();
    const date = new Date(START_MS).toUTCString();
    for (const headers of [{ 'retry-after': '7' }, { 'retry-after': until, date }]) {
      vi.setSystemTime(START_MS);
      const { client, times } = serve([{ status: 503, headers }, EMPTY]);
      await ended(client.getOpenOrders());
      expect(times).toEqual([0, 7000]);
    }
  });

  it('is not longer than maxRetryAfterMs: the call fails at once, and the error says for how long', async () => {
    const { client, times } = serve([{ status: 503, headers: { 'retry-after': '11' } }]);
    const error = await ended(failureOf(client.getOpenOrders()));
    expect(times).toEqual([0]);
    expect(error).toMatchObject({ code: 'HTTP_STATUS', retryAfterMs: 11_000 });
  });

  it('ends at once when the caller aborts', async () => {
    const { client, requests } = serve([DOWN]);
    const controller = new AbortController();
    const call = failureOf(client.getOpenOrders({}, { signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitFor(() => expect(requests).toHaveLength(1), 600_000);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort(new Error('enough'));
    expect(await call).toMatchObject({ code: 'ABORTED', outcome: 'unknown', cause: new Error('enough') });
    expect(vi.getTimerCount()).toBe(0);
    expect(requests).toHaveLength(1);
  });
});

describe('in an outage', () => {
  it('retries are a bounded addition to the traffic, not a multiple of it', async () => {
    const { client, requests } = serve([DOWN]);
    for (let call = 0; call < 100; call++) await ended(failureOf(client.getOpenOrders()));
    expect(requests).toHaveLength(110);
  });

  it('each success earns a tenth of a retry back', async () => {
    const replies = [...Array.from({ length: 100 }, () => DOWN), ...Array.from({ length: 20 }, () => EMPTY), DOWN];
    const { client, requests } = serve(replies);
    while (requests.length < 100) await ended(failureOf(client.getOpenOrders()));
    while (requests.length < 120) await client.getOpenOrders();
    const before = requests.length;
    for (let call = 0; call < 10; call++) await ended(failureOf(client.getOpenOrders()));
    expect(requests.length - before).toBe(12);
  });
});

describe('code -1021', () => {
  const REFUSED = '{"code":"-1021","msg":"Timestamp outside the window.","data":null,"succ":false}';

  /** A service whose clock is off, which refuses what its clock does not like. */
  function skewed(aheadMs: number, options: Partial<ClientOptions> = {}): Service {
    return serve(
      [
        ({ operationId, headers }) => {
          const serviceMs = Date.now() + aheadMs;
          const header = (): undefined => undefined;
          if (operationId === 'getServerTime')
            return { status: 200, text: `{"serverTime":${serviceMs},"timezone":"UTC"}`, header };
          const lateMs = serviceMs - Number(headers['X-CH-TS']);
          const text =
            lateMs > 5000 || lateMs < -1000 ? REFUSED : operationId === 'getOpenOrders' ? '[]' : '{"orderId":5}';
          return { status: 200, text, header };
        },
      ],
      options,
    );
  }
  const names = ({ requests }: Service): string[] => requests.map(({ operationId }) => operationId);

  it('a read is sent once more, after one measurement, with the time of the service', async () => {
    const service = skewed(60_000);
    expect(await ended(service.client.getOpenOrders())).toEqual([]);
    expect(names(service)).toEqual(['getOpenOrders', 'getServerTime', 'getOpenOrders']);
    expect(service.client.clock).toMatchObject({
      offsetMs: expect.closeTo(60_000, -1),
      uncertaintyMs: 1,
      source: 'time',
    });
  });

  it('an order is not sent again: a ClockError says by how much the clocks differ, and the next order is right', async () => {
    const service = skewed(-60_000);
    const error = (await ended(failureOf(service.client.createOrder(limitOrder)))) as ClockError;
    expect(error).toBeInstanceOf(ClockError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'API',
      apiCode: '-1021',
      outcome: 'rejected',
      offsetMs: expect.closeTo(-60_000, -1),
      uncertaintyMs: 1,
    });
    expect(error.message).toMatch(/Clock offset -\d+ ms \(±1 ms\), now applied/);
    expect(names(service)).toEqual(['createOrder', 'getServerTime']);
    expect(await service.client.createOrder(limitOrder)).toEqual({ orderId: '5' });
  });

  it('twenty refused reads measure once', async () => {
    const service = skewed(60_000);
    await ended(Promise.all(Array.from({ length: 20 }, () => service.client.getOpenOrders())));
    expect(names(service).filter((name) => name === 'getServerTime')).toHaveLength(1);
    expect(names(service)).toHaveLength(41);
  });

  it('a service that refuses every time is asked twice, not for ever', async () => {
    const { client, requests } = serve([
      ({ operationId }) => ({
        status: 200,
        text: operationId === 'getServerTime' ? `{"serverTime":${Date.now()}}` : REFUSED,
        header: () => undefined,
      }),
    ]);
    expect(await ended(failureOf(client.getOpenOrders()))).toMatchObject({ name: 'ClockError', attempts: 2 });
    expect(requests.map(({ operationId }) => operationId).filter((name) => name === 'getOpenOrders')).toHaveLength(2);
  });

  it('when the time cannot be had either, the refusal stands', async () => {
    const { client } = serve([
      ({ operationId }) => ({
        status: 200,
        text: operationId === 'getServerTime' ? '{}' : REFUSED,
        header: () => undefined,
      }),
    ]);
    const error = await ended(failureOf(client.getOpenOrders()));
    expect(error).toMatchObject({ name: 'ClockError', apiCode: '-1021', uncertaintyMs: Infinity });
    await expect(client.clock.sync()).rejects.toMatchObject({
      name: 'ResponseShapeError',
      operationId: 'getServerTime',
    });
  });

  it('a measurement that hangs is not waited for longer than the call itself may take', async () => {
    const hanging = new Promise<never>(() => {});
    const transport: Transport = async ({ operationId }) =>
      operationId === 'getServerTime' ? hanging : { status: 200, text: REFUSED, header: () => undefined };
    const client = createFuturesClient({ baseUrl: 'https://futures.example', credentials, transport });
    const error = await ended(failureOf(client.createOrder(limitOrder, { timeoutMs: 300 })));
    expect(error).toMatchObject({ name: 'ClockError', outcome: 'rejected', uncertaintyMs: Infinity });
    expect(Date.now() - START_MS).toBe(300);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a call that was aborted meanwhile measures nothing', async () => {
    const controller = new AbortController();
    const requests: string[] = [];
    const transport: Transport = async ({ operationId }) => {
      requests.push(operationId);
      controller.abort();
      return { status: 200, text: REFUSED, header: () => undefined };
    };
    const client = createFuturesClient({ baseUrl: 'https://futures.example', credentials, transport });
    const error = await failureOf(client.createOrder(limitOrder, { signal: controller.signal }));
    expect(error).toMatchObject({ name: 'ClockError', outcome: 'rejected' });
    expect(requests).toEqual(['createOrder']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('with clock: local nothing is measured, and nothing is sent again', async () => {
    const service = skewed(60_000, { clock: 'local' });
    expect(await ended(failureOf(service.client.getOpenOrders()))).toMatchObject({ name: 'ClockError' });
    expect(names(service)).toEqual(['getOpenOrders']);
  });

  it('a local clock that jumps is noticed: the next signed call measures first', async () => {
    let jumpedMs = 0;
    const service = skewed(0, { now: () => Date.now() + jumpedMs });
    await service.client.clock.sync();
    jumpedMs = 3_600_000;
    expect(await ended(service.client.createOrder(limitOrder))).toEqual({ orderId: '5' });
    expect(names(service)).toEqual(['getServerTime', 'getServerTime', 'createOrder']);
    expect(service.client.clock.jumps).toBe(1);
  });
});

it.each(Object.values(operations))(
  '$operationId is a read exactly when its name says so',
  ({ operationId, effect }) => {
    const saysSo = operationId === 'ping' || /^get[A-Z]/.test(operationId);
    expect(effect === 'read', 'a read is retried: x-effect: read, and an operationId of get…, go together').toBe(
      saysSo,
    );
  },
);
