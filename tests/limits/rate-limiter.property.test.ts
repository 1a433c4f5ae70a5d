import fc from 'fast-check';
import { beforeEach, expect, vi } from 'vitest';
import type { LimitedCall } from '../../src/limits/limiter.js';
import { createRateLimiter, type RateLimits } from '../../src/limits/index.js';
import { itHolds } from '../core/runs.js';
import { callOf, slowDown429 } from './calls.js';

/*
 * Calls of every kind come at any times, with deadlines and changes of mind, while the service complains now and then.
 * Everything that happens is written down, and the promises of the limiter are looked for in it afterwards.
 */
const limits = {
  total: { weight: 5, perSeconds: 1 },
  operations: { getOpenOrders: { requests: 2, perSeconds: 0.7 }, cancelOrder: { requests: 1, perSeconds: 0.4 } },
} as const satisfies RateLimits;

interface Event {
  readonly what: 'asked' | 'gone' | 'refused' | 'aborted';
  readonly atMs: number;
  readonly call: LimitedCall;
}

const step = fc.record({
  afterMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 400 })),
  operationId: fc.constantFrom(
    'getOpenOrders',
    'getOrder',
    'createOrder',
    'changeLeverage',
    'cancelAllOrders',
    'cancelOrder',
  ),
  weight: fc.integer({ min: 1, max: 3 }),
  withinMs: fc.constantFrom(0, 300, 2000, 1e6),
  abortAfterMs: fc.option(fc.integer({ min: 0, max: 1500 }), { freq: 6, nil: undefined }),
});

async function happen(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[], complainAt: number) {
  const limiter = createRateLimiter({ limits, maxRetryAfterMs: 4000 });
  const events: Event[] = [];
  for (const [i, { afterMs, operationId, weight, withinMs, abortAfterMs }] of steps.entries()) {
    await vi.advanceTimersByTimeAsync(afterMs);
    if (i === complainAt) limiter.slowDown?.(slowDown429);
    const call = callOf(operationId, withinMs, weight);
    const note = (what: Event['what']) => events.push({ what, atMs: performance.now(), call });
    const controller = new AbortController();
    note('asked');
    if (limiter.tryAcquire?.(call) === true) note('gone');
    else {
      limiter.acquire(call, controller.signal).then(
        () => note('gone'),
        (error: unknown) => note(error === 'enough' ? 'aborted' : 'refused'),
      );
    }
    if (abortAfterMs !== undefined) setTimeout(() => controller.abort('enough'), abortAfterMs);
  }
  await vi.advanceTimersByTimeAsync(600_000);
  return events;
}

beforeEach(() => vi.useFakeTimers());

const steps = fc.array(step, { minLength: 1, maxLength: 40 });

/** A test of what holds for everything that happens, whatever the steps and whenever the service complains. */
const always = (name: string, claim: (events: readonly Event[]) => void): void =>
  itHolds(
    name,
    fc.asyncProperty(steps, fc.nat(60), async (made, complainAt) => claim(await happen(made, complainAt))),
    1 / 4,
  );

always('in no window, wherever it begins, more than the limit goes', (events) => {
  const gone = events.filter(({ what }) => what === 'gone');
  const inWindow = (from: number, perSeconds: number) =>
    gone.filter(({ atMs }) => atMs >= from && atMs < from + perSeconds * 1000);
  for (const { atMs, call } of gone) {
    const weights = inWindow(atMs, limits.total.perSeconds).map((event) => event.call.weight);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(limits.total.weight);
    if (call.operationId !== 'getOpenOrders' && call.operationId !== 'cancelOrder') continue;
    const own = limits.operations[call.operationId];
    const same = inWindow(atMs, own.perSeconds).filter((event) => event.call.operationId === call.operationId);
    expect(same.length).toBeLessThanOrEqual(own.requests);
  }
});

always('every call goes, is refused or gives up, in its time, and no timer is left', (events) => {
  for (const { call, atMs } of events.filter(({ what }) => what === 'asked')) {
    const ends = events.filter((event) => event.call === call && event.what !== 'asked');
    expect(ends).toHaveLength(1);
    const [end] = ends as [Event];
    // Timers count in whole milliseconds.
    expect(end.atMs - atMs).toBeLessThanOrEqual(call.withinMs + 2);
    if (call.withinMs === 1e6) expect(end.what).not.toBe('refused');
  }
  expect(vi.getTimerCount()).toBe(0);
});

always(
  'no cancel without a limit of its own waits behind anything but cancels, and calls of one kind keep their order',
  (events) => {
    const asked = events.filter(({ what }) => what === 'asked').map(({ call }) => call);
    const gone = events.flatMap(({ what, call }) => (what === 'gone' ? [call] : []));
    for (const [place, call] of gone.entries()) {
      const from = events.findIndex((event) => event.call === call);
      const to = events.findIndex((event) => event.call === call && event.what === 'gone');
      const meanwhile = events.slice(from, to).flatMap((event) => (event.what === 'gone' ? [event.call] : []));
      if (call.operationId === 'cancelAllOrders') {
        expect(meanwhile.filter(({ effect }) => effect !== 'wipe')).toEqual([]);
      }
      const later = gone.slice(0, place).filter(({ operationId }) => operationId === call.operationId);
      expect(later.filter((other) => asked.indexOf(other) > asked.indexOf(call))).toEqual([]);
    }
  },
);
