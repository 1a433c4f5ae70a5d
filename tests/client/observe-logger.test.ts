import { describe, expect, it, vi } from 'vitest';
import type { LogEntry, Logger } from '../../src/client/logging/log.js';
import { NetworkError } from '../../src/core/errors.js';
import { type Reply, serve } from '../support/scripted-service.js';
import { failureOf, limitOrder } from '../support/test-client.js';
import { collect, readThrough } from './logged.js';

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

  it('an attempt: what it was, its status, how long it took', async () => {
    const [start, end] = await readThrough([OK]);
    const attempt = {
      operationId: 'getOpenOrders',
      method: 'GET',
      origin: 'https://futures.example',
      path: '/fapi/v1/openOrders',
      attempt: 1,
    };
    expect(start).toEqual({
      level: 'debug',
      event: 'attempt.start',
      operationId: 'getOpenOrders',
      message: 'getOpenOrders: attempt 1: GET /fapi/v1/openOrders',
      details: attempt,
    });
    expect(end).toEqual({
      level: 'info',
      event: 'attempt.end',
      operationId: 'getOpenOrders',
      message: expect.stringMatching(/^getOpenOrders: status 200 after \d+ ms$/),
      details: { ...attempt, status: 200, headers: {}, durationMs: expect.any(Number) },
    });
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

  it('calls of the program and those of the clock', async () => {
    const { entries, logger } = collect();
    const { client } = serve([{ text: '{"serverTime":1700000000000,"timezone":"UTC"}' }], { logger, clock: 'service' });
    await client.getServerTime();
    await client.clock.sync();
    expect(entries.map(({ event, operationId }) => `${event} ${operationId}`)).toEqual([
      'attempt.end getServerTime',
      'attempt.end getServerTime',
    ]);
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
  const reset: Reply = () => {
    throw new NetworkError('reset', { outcome: 'unknown' });
  };
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

describe('a logger that fails', () => {
  const failing: readonly [string, () => void][] = [
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', (() => Promise.reject(new Error('disk full'))) as () => void],
    ['throws what is no error', () => { throw undefined; }], // oxfmt-ignore
  ];

  it.each(failing)(
    'that %s changes neither a success, nor a failure, nor a retry, nor a measurement',
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

  it('that changes its entry changes nothing for the next one', async () => {
    const entries = await readThrough([OK], {});
    const seen: string[] = [];
    const { client } = serve([OK], {
      logLevel: 'debug',
      logger: ({ event, details }) => {
        seen.push(`${event} ${String(details['path'])}`);
        Object.assign(details, { path: 'changed' });
      },
    });
    await client.getOpenOrders();
    expect(seen).toEqual(entries.map(({ event, details }) => `${event} ${String(details['path'])}`));
  });
});
