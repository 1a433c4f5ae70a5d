import { describe, expect, it, vi } from 'vitest';
import type { LogEntry, Logger } from '../../src/client/logging/log.js';
import type { ClientOptions } from '../../src/client/options.js';
import { NetworkError } from '../../src/core/errors.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder, throwing } from '../support/test-client.js';

function collect() {
  const entries: LogEntry[] = [];
  return { entries, logger: (entry: LogEntry) => void entries.push(entry) };
}

/** Makes one read of a scripted service and gives what was logged. */
async function readThrough(replies: readonly Reply[], options: Partial<ClientOptions> = {}): Promise<LogEntry[]> {
  const { entries, logger } = collect();
  const { client } = serve(replies, { logger, logLevel: 'debug', ...options });
  await client.getOpenOrders().catch(() => {});
  return entries;
}

const OK: Reply = { text: '[]' };
const DOWN: Reply = { status: 503, text: 'down' };

const lines = (entries: readonly LogEntry[]): string[] =>
  entries.map(({ level, event, details }) => `${level} ${event} ${String(details['attempt'] ?? '')}`.trim());

describe('what is logged', () => {
  it('each attempt begins and ends, and what happens between two attempts stands between them', async () => {
    expect(lines(await readThrough([DOWN, DOWN, OK]))).toEqual([
      'debug attempt.start 1',
      'warn attempt.end 1',
      'warn retry',
      'debug attempt.start 2',
      'warn attempt.end 2',
      'warn retry',
      'debug attempt.start 3',
      'info attempt.end 3',
    ]);
  });

  it('a refused timestamp: the measurement is a call of its own, then the clock is told, then the read is sent again', async () => {
    const entries = await readThrough(
      [{ text: '{"code":-1021}' }, { text: '{"serverTime":1700000060000,"timezone":"UTC"}' }, OK],
      { clock: 'service' },
    );
    expect(entries.map(({ event, operationId }) => `${event} ${operationId}`)).toEqual([
      'attempt.start getOpenOrders',
      'attempt.end getOpenOrders',
      'attempt.start getServerTime',
      'attempt.end getServerTime',
      'clock getOpenOrders',
      'attempt.start getOpenOrders',
      'attempt.end getOpenOrders',
    ]);
    expect(entries[4]!.details).toMatchObject({ source: 'time', offsetMs: expect.any(Number) });
  });

  it('an attempt in words', async () => {
    const [start, end] = await readThrough([OK]);
    expect(start!.message).toBe('getOpenOrders: attempt 1: GET /fapi/v1/openOrders');
    expect(end!.message).toMatch(/^getOpenOrders: status 200 after \d+ ms$/);
  });

  it('a failure: code, outcome and message, the name of the operation once', async () => {
    const [, end] = await readThrough([{ text: '{"code":-1121,"msg":"no"}' }]);
    expect(end!.details['error']).toEqual({
      code: 'API',
      outcome: 'rejected',
      apiCode: '-1121',
      message: expect.stringContaining('refused with code -1121'),
    });
    expect(end!.message).toMatch(/^getOpenOrders: failed after \d+ ms: the service refused with code -1121/);
  });

  it('that the service asks for fewer calls', async () => {
    const busy = await readThrough([{ status: 429, headers: { 'retry-after': '7' } }], { retry: false });
    expect(busy[1]).toEqual({
      level: 'warn',
      event: 'slow-down',
      operationId: 'getOpenOrders',
      message: 'getOpenOrders: rate-limited by the service (status 429): retry in 7 s',
      details: { status: 429, apiCode: undefined, retryAfterMs: 7000 },
    });
    const byCode = await readThrough([{ text: '{"code":-1003}' }], { retry: false });
    expect(byCode.find(({ event }) => event === 'slow-down')?.message).toContain('rate-limited by the service (-1003)');
  });

  it('that the clock of this machine jumped', async () => {
    const { entries, logger } = collect();
    let nowMs = 1_700_000_000_000;
    const time = (): Reply => () => ({ text: `{"serverTime":${nowMs},"timezone":"UTC"}` });
    const { client } = serve([time(), time(), OK], { logger, clock: 'service', now: () => nowMs });
    await client.clock.sync();
    nowMs += 3_600_000;
    await client.getOpenOrders();
    expect(entries.find(({ event }) => event === 'clock')).toMatchObject({
      level: 'warn',
      operationId: 'getOpenOrders',
      message: expect.stringContaining('jumped'),
      details: { jumps: 1 },
    });
  });
});

describe('levels', () => {
  const reset: Reply = throwing(new NetworkError('reset', { outcome: 'unknown' }));
  const REFUSED: Reply = { text: '{"code":-1121}' };

  it.each([
    ['a write of unknown outcome', 'createOrder', reset, 'error'],
    ['a write that the service refused', 'createOrder', REFUSED, 'warn'],
    ['a write that succeeded', 'createOrder', { text: '{"orderId":"1"}' }, 'info'],
    ['a read of unknown outcome', 'getOpenOrders', reset, 'warn'],
    ['a read that was refused', 'getOpenOrders', REFUSED, 'warn'],
  ] as const)('%s is %s: %o is told as %s', async (_, operation, reply, level) => {
    const { entries, logger } = collect();
    const { client } = serve([reply], { logger, retry: false });
    const call = operation === 'createOrder' ? client.createOrder(limitOrder) : client.getOpenOrders();
    await call.catch(() => {});
    expect(lines(entries)).toEqual([`${level} attempt.end 1`]);
  });

  it.each([
    ['debug', ['debug', 'warn', 'warn', 'debug', 'info']],
    ['info', ['warn', 'warn', 'info']],
    ['warn', ['warn', 'warn']],
    ['error', []],
  ] as const)('%s and what matters more', async (logLevel, levels) => {
    expect((await readThrough([DOWN, OK], { logLevel })).map(({ level }) => level)).toEqual(levels);
  });
});

const failing: readonly [string, () => void][] = [
  ['throws', throwing(new Error('disk full'))],
  ['rejects', (() => Promise.reject(new Error('disk full'))) as () => void],
  ['throws what is no error', throwing(undefined)],
];

it.each(failing)(
  'a logger that %s changes neither a success, nor a failure, nor a retry, nor a measurement',
  async (_, fail) => {
    const logger = vi.fn<Logger>(fail);
    const options = { logger, logLevel: 'debug', clock: 'service' } as const;
    expect(await serve([OK], options).client.getOpenOrders()).toEqual([]);
    expect(await serve([DOWN, { status: 429 }, OK], options).client.getOpenOrders()).toEqual([]);
    const time: Reply = { text: '{"serverTime":1700000060000,"timezone":"UTC"}' };
    expect(await serve([{ text: '{"code":-1021}' }, time, OK], options).client.getOpenOrders()).toEqual([]);
    const error = await failureOf(serve([{ text: '{"code":-1121}' }], options).client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'API', apiCode: '-1121', outcome: 'rejected' });
    const events = new Set(logger.mock.calls.map(([entry]) => entry.event));
    expect(events).toEqual(new Set(['attempt.start', 'attempt.end', 'retry', 'slow-down', 'clock']));
  },
);

describe('bodies', () => {
  const BODY = 'canary-body';
  it.each<[string, Reply]>([
    ['a success', { text: `[{"note":"${BODY}"}]` }],
    ['a refusal with data', { text: `{"code":-1121,"data":"${BODY}"}` }],
    ['a status', { status: 403, text: BODY }],
    ['a long page', { status: 502, text: BODY.repeat(100) }],
    ['a body that is not JSON', { text: `${BODY}"\n` }],
    ['a body of another shape', { text: `{"a":"${BODY}"}` }],
  ])('no entry quotes the body of %s', async (_, reply) => {
    const { entries, logger } = collect();
    const { client } = serve([reply], { logger, logLevel: 'debug', retry: false });
    await client.getOrderHistory({ contractName: 'canary-body' }).catch(() => {});
    await client.getOpenOrders().catch(() => {});
    expect(entries.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(entries)).not.toContain(BODY);
  });

  it('the message still says what was wrong with it', async () => {
    const entries = await readThrough([{ text: '<html>' }], { retry: false });
    expect(entries.at(-1)!.message).toMatch(/: HTTP status 200, but the body is not JSON\. It only reads/);
  });
});
