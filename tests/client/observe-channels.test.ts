import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent } from '../../src/client/logging/observe.js';
import { END, listen, START } from '../support/attempt-channels.js';
import { serve } from '../support/scripted-service.js';
import { failureOf, limitOrder, throwing } from '../support/test-client.js';

const LISTED = { date: 'Mon', server: 'nginx', 'x-request-id': '7' };
const DOWN = { status: 503, text: 'down', headers: { ...LISTED, 'set-cookie': 'session=1', authorization: 'b' } };

it('one object is published at the begin and, filled in, at the end of each attempt', async () => {
  const seen: [string, AttemptEvent, AttemptEvent][] = [];
  listen(START, (event) => seen.push(['start', event, { ...event }]));
  listen(END, (event) => seen.push(['end', event, { ...event }]));
  const { client } = serve([DOWN, { text: '[]' }], { baseUrl: 'https://futures.example/gateway' });
  await client.getOpenOrders({ contractName: 'E-BTC-USDT' });

  expect(seen.map(([name, , { attempt }]) => `${name} ${attempt}`)).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  expect(seen[1]![1]).toBe(seen[0]![1]);
  expect(seen[3]![1]).toBe(seen[2]![1]);
  const begun = {
    operationId: 'getOpenOrders',
    method: 'GET',
    origin: 'https://futures.example',
    path: '/gateway/fapi/v1/openOrders',
  };
  expect(seen[0]![2]).toEqual({ ...begun, attempt: 1 });
  expect(seen[1]![2]).toEqual({
    ...begun,
    attempt: 1,
    status: 503,
    headers: LISTED,
    durationMs: expect.any(Number),
    error: {
      code: 'HTTP_STATUS',
      outcome: 'unknown',
      message:
        'getOpenOrders (GET /gateway/fapi/v1/openOrders?contractName=E-BTC-USDT): HTTP status 503. It only reads: retry it.',
    },
  });
  expect(seen[3]![2]).toEqual({ ...begun, attempt: 2, status: 200, headers: {}, durationMs: expect.any(Number) });
});

it('an attempt that was never sent begins and ends, too', async () => {
  const ends: AttemptEvent[] = [];
  listen(END, (event) => ends.push(event));
  const { client } = serve([{ text: '{}' }], { sign: () => Promise.reject(new Error('no')) });
  await failureOf(client.createOrder(limitOrder));
  expect(ends).toMatchObject([{ attempt: 1, error: { code: 'ARGUMENT', outcome: 'not-sent' } }]);
  expect(ends[0]).not.toHaveProperty('status');
});

describe('a subscriber', () => {
  it.each<[string, (event: AttemptEvent) => void]>([
    ['freezes the event', (event) => Object.freeze(event)],
    ['puts a trap into it', (event) => Object.defineProperty(event, 'status', { set: throwing(new Error('trap')) })],
    [
      'empties it',
      (event) => Object.keys(event).forEach((key) => delete (event as unknown as Record<string, unknown>)[key]),
    ],
  ])('that %s changes nothing for the call, and nothing for the logger', async (_, spoil) => {
    listen(START, spoil);
    const told: unknown[] = [];
    const { client } = serve([{ text: '[]' }], { logger: ({ details }) => told.push(details) });
    expect(await client.getOpenOrders()).toEqual([]);
    expect(told).toEqual([
      expect.objectContaining({ operationId: 'getOpenOrders', attempt: 1, status: 200, headers: {} }),
    ]);
  });

  it('that throws fails no call; Node.js raises its error by itself, as an uncaught exception', async () => {
    const uncaught = vi.fn();
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', uncaught);
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException');
      for (const listener of others) process.on('uncaughtException', listener);
    });
    const error = new Error('of the subscriber');
    for (const name of [START, END]) listen(name, throwing(error));
    const { client } = serve([{ text: '[]' }]);
    expect(await client.getOpenOrders()).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught.mock.calls.map(([raised]) => raised as unknown)).toEqual([error, error]);
  });
});
