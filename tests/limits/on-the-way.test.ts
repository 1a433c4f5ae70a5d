import fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { createFuturesClient, type Transport } from '../../src/index.js';
import { createRateLimiter } from '../../src/limits/index.js';
import { RateWindow } from '../../src/limits/window.js';
import { itHolds } from '../core/runs.js';
import { credentials } from '../support/test-client.js';

/*
 * The service counts calls that arrive there. A connection that is being opened delivers its call hundreds of milliseconds
 * after the limiter let it go, and the next calls travel on connections that are open.
 */
beforeEach(() => vi.useFakeTimers());

const contractName = 'E-BTC-USDT';

/** A client with a budget, and the times at which its calls arrive. `travelMs` says how long each one takes. */
function service(travelMs: (call: number) => { there: number; back: number }) {
  const arrivals: number[] = [];
  let calls = 0;
  const transport: Transport = async ({ timeoutMs, waitedMs = 0 }) => {
    const { there, back } = travelMs(calls++);
    const leftMs = timeoutMs - waitedMs;
    await new Promise((resolve) => setTimeout(resolve, there));
    arrivals.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, Math.min(back, leftMs)));
    return { status: 200, text: '[]', header: () => undefined };
  };
  const client = createFuturesClient({
    baseUrl: 'https://futures.example',
    credentials,
    transport,
    clock: 'local',
    timeoutMs: 60_000,
    limiter: createRateLimiter(),
  });
  return { client, arrivals };
}

/** The most calls that arrive in any window of so many milliseconds. */
const mostIn = (windowMs: number, arrivals: readonly number[]): number =>
  Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + windowMs).length));

async function callTimes(client: ReturnType<typeof service>['client'], count: number): Promise<void> {
  const done = Promise.all(Array.from({ length: count }, () => client.getOpenOrders({ contractName })));
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
}

itHolds(
  'in no window of the service more than its limit arrives, however long each call travels, within 2 s',
  fc.asyncProperty(
    fc.array(fc.record({ there: fc.nat(1500), back: fc.nat(400) }), { minLength: 1, maxLength: 60 }),
    async (ways) => {
      const { client, arrivals } = service((call) => ways[call % ways.length]!);
      await callTimes(client, 60);
      expect(mostIn(2000, arrivals)).toBeLessThanOrEqual(20);
    },
  ),
  1 / 20,
);

it('calls without a response hold up the next ones for 4 s at most: 2 s on their way, and the window', async () => {
  const { client, arrivals } = service(() => ({ there: 0, back: 30_000 }));
  const startedAtMs = performance.now();
  await callTimes(client, 40);
  expect(arrivals[20]! - startedAtMs).toBeGreaterThanOrEqual(2000);
  expect(arrivals[20]! - startedAtMs).toBeLessThanOrEqual(4100);
});

it('open connections cost the round trip and no more', async () => {
  const { client, arrivals } = service(() => ({ there: 5, back: 5 }));
  const startedAtMs = performance.now();
  await callTimes(client, 40);
  expect(arrivals[39]! - startedAtMs).toBeLessThan(2100);
});

const step = fc.record({ afterMs: fc.nat(900), units: fc.integer({ min: 1, max: 3 }), wayMs: fc.option(fc.nat(5000)) });

itHolds(
  'a window counts reported and other units, late and early reports, and never lets more than its units go',
  fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const window = new RateWindow({ units: 4, perSeconds: 1, name: '' });
    /** Each unit: from when to when the service may have counted it. */
    const counted: { readonly leftMs: number; untilMs: number }[] = [];
    const pending: { readonly atMs: number; readonly leftMs: number; readonly units: number }[] = [];
    let nowMs = 0;
    for (const { afterMs, units, wayMs } of steps) {
      nowMs += afterMs;
      pending.sort((a, b) => a.atMs - b.atMs);
      while (pending.length > 0 && pending[0]!.atMs <= nowMs) {
        const { units: some, leftMs, atMs } = pending.shift()!;
        window.arrived(some, leftMs, atMs);
      }
      if (window.earliest(units, 0, 1, nowMs) > nowMs) continue;
      window.take(units, nowMs, wayMs !== null);
      const untilMs = nowMs + Math.min(wayMs ?? 0, 2000);
      for (let unit = 0; unit < units; unit++) counted.push({ leftMs: nowMs, untilMs });
      if (wayMs !== null) pending.push({ atMs: nowMs + wayMs, leftMs: nowMs, units });
      // Whatever is not certainly older than a window counts.
      const alive = counted.filter(({ untilMs: until }) => until > nowMs - 1000);
      expect(alive.length).toBeLessThanOrEqual(4);
    }
  }),
);
