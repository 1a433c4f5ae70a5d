import { describe, expect, it, vi } from 'vitest';
import { createServiceClock, type InnerClock } from '../../src/client/clock/service-clock.js';

const START_MS = 1_700_000_000_000;

interface World {
  readonly clock: InnerClock;
  /** Lets time pass everywhere. */
  pass(ms: number): void;
  /** Sets the local clock, and nothing else. */
  jump(ms: number): void;
  /** The service's time now. */
  service(): number;
  /** One answer of the service: there and back take so long. */
  answer(source: 'time' | 'date-header', thereMs: number, backMs: number): void;
  readonly monotonic: () => number;
  readonly warn: ReturnType<typeof vi.fn<(text: string, details: Readonly<Record<string, unknown>>) => void>>;
  readonly measure: ReturnType<typeof vi.fn<(signal: AbortSignal) => Promise<void>>>;
}

/** A local clock that runs `fastBy` too fast, and a service that is `aheadMs` ahead of it at the start. */
function world({ aheadMs = 0, fastBy = 0, roundTripMs = 20, follow = true } = {}): World {
  let trueMs = 0;
  let jumpedMs = 0;
  const monotonic = (): number => 5000 + trueMs * (1 + fastBy);
  const now = (): number => START_MS + trueMs * (1 + fastBy) + jumpedMs;
  const service = (): number => START_MS + aheadMs + trueMs;
  const answer: World['answer'] = (source, thereMs, backMs) => {
    const sentAtMs = monotonic();
    trueMs += thereMs;
    const resolutionMs = source === 'time' ? 1 : 1000;
    const serviceMs = Math.floor(service() / resolutionMs) * resolutionMs;
    trueMs += backMs;
    clock.observe({ source, serviceMs, resolutionMs, sentAtMs, receivedAtMs: monotonic() });
  };
  const measure: World['measure'] = vi.fn(async () => answer('time', roundTripMs / 2, roundTripMs / 2));
  const warn: World['warn'] = vi.fn();
  const clock = createServiceClock({ now, monotonic, follow, measure, warn });
  return {
    clock,
    pass: (ms) => (trueMs += ms),
    jump: (ms) => (jumpedMs += ms),
    service,
    answer,
    monotonic,
    warn,
    measure,
  };
}

/** The distance of X-CH-TS from the service's time. */
const errorOf = ({ clock, service }: World): number => Math.abs(clock.timestampMs() - service());

/** A Date header that is so far from the right time. */
const dateOff = (w: World, offMs: number): void =>
  w.clock.observe({
    source: 'date-header',
    serviceMs: Math.floor((w.service() + offMs) / 1000) * 1000,
    resolutionMs: 1000,
    sentAtMs: w.monotonic() - 10,
    receivedAtMs: w.monotonic(),
  });

describe('getServerTime', () => {
  it.each([-86_400_000, -3000, 3000, 86_400_000])('corrects a local clock that is %d ms off', async (aheadMs) => {
    const w = world({ aheadMs });
    await w.clock.sync();
    expect(errorOf(w)).toBeLessThanOrEqual(w.clock.uncertaintyMs);
    expect(w.clock.uncertaintyMs).toBeLessThanOrEqual(11);
    expect(Math.abs(w.clock.offsetMs - aheadMs)).toBeLessThanOrEqual(w.clock.uncertaintyMs);
    expect(w.clock.source).toBe('time');
  });

  it('a slow first sample is measured again, at most three times, and the best of them counts', async () => {
    const w = world({ aheadMs: 60_000, roundTripMs: 2000 });
    await w.clock.sync();
    expect(w.measure).toHaveBeenCalledTimes(3);
    expect(errorOf(w)).toBeLessThanOrEqual(w.clock.uncertaintyMs);
    const fast = world({ aheadMs: 60_000, roundTripMs: 40 });
    await fast.clock.sync();
    expect(fast.measure).toHaveBeenCalledTimes(1);
  });
});

it('a local clock that runs 50 ppm fast stays within the bounds for a week', async () => {
  const w = world({ fastBy: 50e-6, aheadMs: 60_000 });
  await w.clock.sync();
  for (let day = 0; day < 7; day++) {
    w.pass(86_400_000);
    const { earliestMs, latestMs } = w.clock.bounds();
    expect(earliestMs).toBeLessThanOrEqual(w.service());
    expect(latestMs).toBeGreaterThanOrEqual(w.service());
  }
  const before = w.clock.uncertaintyMs;
  await w.clock.sync();
  expect(w.clock.uncertaintyMs).toBeLessThan(before / 100);
  expect(w.clock.jumps).toBe(0);
});

describe('a jump', () => {
  it.each([-3_600_000, -800, 800, 3_600_000])(
    'of the local clock by %d ms is noticed, and asks for a measurement',
    async (ms) => {
      const w = world();
      await w.clock.sync();
      w.jump(ms);
      w.clock.timestampMs();
      expect(w.clock).toMatchObject({ jumps: 1, doubtful: true, source: 'none' });
      await w.clock.sync();
      expect(w.clock.doubtful).toBe(false);
      expect(errorOf(w)).toBeLessThanOrEqual(w.clock.uncertaintyMs);
    },
  );

  it("of the service's clock is taken over from the next answer", async () => {
    const w = world();
    await w.clock.sync();
    const later = world({ aheadMs: 7000 });
    const { sentAtMs, receivedAtMs } = { sentAtMs: 5020, receivedAtMs: 5030 };
    w.pass(10);
    w.clock.observe({ source: 'time', serviceMs: later.service(), resolutionMs: 1, sentAtMs, receivedAtMs });
    expect(w.clock.jumps).toBe(1);
    expect(w.clock.offsetMs).toBeGreaterThan(6900);
  });

  it('small steps, as NTP makes them, are none', async () => {
    const w = world();
    await w.clock.sync();
    w.jump(300);
    w.clock.timestampMs();
    expect(w.clock).toMatchObject({ jumps: 0, doubtful: false });
  });
});

describe('Date headers', () => {
  it('tell a clock that is a minute off from one that is right, without a call', () => {
    const wrong = world({ aheadMs: 60_400 });
    for (let i = 0; i < 5; i++) {
      wrong.answer('date-header', 10, 10);
      wrong.pass(1130);
    }
    expect(errorOf(wrong)).toBeLessThanOrEqual(wrong.clock.uncertaintyMs);
    expect(wrong.clock.uncertaintyMs).toBeLessThan(500);
    expect(wrong.clock.source).toBe('date-header');
    const right = world({ aheadMs: 300 });
    right.answer('date-header', 10, 10);
    expect(right.clock.timestampMs()).toBe(START_MS + 20);
  });

  it('are read once a second, and not any more once getServerTime was answered', async () => {
    const { clock } = world();
    expect([0, 10, 999, 1000, 1500, 2000].map((ms) => clock.wantsDate(ms))).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    await clock.sync();
    expect(clock.wantsDate(9000)).toBe(false);
  });

  it("of an edge that is wrong give way to the service's own time", async () => {
    const w = world();
    dateOff(w, 299_000);
    expect(errorOf(w)).toBeGreaterThan(297_000);
    await w.clock.sync();
    expect(errorOf(w)).toBeLessThanOrEqual(11);
    expect(w.clock.jumps).toBe(0);
  });
});

describe('a Date header that is far from the local clock', () => {
  const far = [-86_400_000 * 365, -3_600_000, -302_000, 302_000, 3_600_000, 86_400_000 * 365];

  it.each(far)('is not applied when it is %d ms off: the next signed call measures first', (offMs) => {
    const w = world();
    dateOff(w, offMs);
    expect(w.clock).toMatchObject({ source: 'none', offsetMs: 0, uncertaintyMs: Infinity, doubtful: true, jumps: 0 });
    expect(errorOf(w)).toBe(0);
    expect(w.warn).toHaveBeenCalledOnce();
    expect(w.warn.mock.lastCall?.[1]).toMatchObject({ source: 'date-header', applied: false });
  });

  it('asks for one measurement, however often it comes and whether or not the measurement fails', () => {
    const w = world();
    dateOff(w, 3_600_000);
    w.clock.settle();
    dateOff(w, 3_600_000);
    expect(w.clock.doubtful).toBe(false);
    expect(w.warn).toHaveBeenCalledOnce();
  });

  it.each([-298_000, -60_000, 60_000, 298_000])('is applied when it is %d ms off, and reported once', (offMs) => {
    const w = world();
    dateOff(w, offMs);
    dateOff(w, offMs);
    expect(w.clock).toMatchObject({ source: 'date-header', doubtful: false });
    expect(Math.abs(w.clock.timestampMs() - w.service() - offMs)).toBeLessThanOrEqual(1000);
    expect(w.warn).toHaveBeenCalledOnce();
    expect(w.warn.mock.lastCall?.[1]).toMatchObject({ source: 'date-header', applied: true });
  });
});

describe('a refused timestamp without a measurement', () => {
  it('goes from Date headers to the local clock, once for all calls in flight, and back after the next one', () => {
    const w = world();
    dateOff(w, 60_000);
    expect([1, 2, 3].map(() => w.clock.refused('date-header'))).toEqual([true, true, true]);
    expect(w.clock).toMatchObject({ source: 'none', offsetMs: 0, uncertaintyMs: Infinity });
    expect(errorOf(w)).toBe(0);
    w.pass(5000);
    dateOff(w, 60_000);
    expect(errorOf(w)).toBe(0);
    expect(w.clock.refused('none')).toBe(true);
    expect(w.clock.source).toBe('date-header');
  });

  it('changes nothing without Date headers or after a measurement', async () => {
    const w = world({ aheadMs: 60_000 });
    expect(w.clock.refused('none')).toBe(false);
    await w.clock.sync();
    expect(w.clock.refused('time')).toBe(false);
    expect(w.clock.source).toBe('time');
  });
});

describe('measuring', () => {
  it('goes on for the others when one of them leaves, and ends when the last has left', async () => {
    const w = world();
    let signal: AbortSignal | undefined;
    w.measure.mockImplementation((given) => {
      signal = given;
      return new Promise((_resolve, reject) => given.addEventListener('abort', () => reject(given.reason)));
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [w.clock.sync(one), w.clock.sync(two)].map((run) => run.catch((error: unknown) => error));
    one.abort('one');
    expect(await first).toMatchObject({ name: 'AbortedError', cause: 'one' });
    expect(signal?.aborted).toBe(false);
    two.abort('two');
    expect(await second).toMatchObject({ name: 'AbortedError', cause: 'two' });
    expect(signal?.aborted).toBe(true);
    w.measure.mockReset();
    w.measure.mockImplementation(async () => w.answer('time', 1, 1));
    await w.clock.sync();
    expect(w.clock.source).toBe('time');
  });

  it('fails with what getServerTime failed with', async () => {
    const w = world();
    w.measure.mockRejectedValue(new Error('no such host'));
    await expect(w.clock.sync()).rejects.toThrow('no such host');
    expect(w.clock.source).toBe('none');
  });
});

it('a clock that is told to be local learns nothing, and asks once at most', async () => {
  const w = world({ aheadMs: 60_000, follow: false });
  await w.clock.sync();
  expect(w.measure).toHaveBeenCalledTimes(1);
  w.answer('time', 1, 1);
  w.answer('date-header', 1, 1);
  expect(w.clock.wantsDate(0)).toBe(false);
  expect(w.clock.timestampMs()).toBe(START_MS + 24);
  expect(w.clock.source).toBe('none');
});
