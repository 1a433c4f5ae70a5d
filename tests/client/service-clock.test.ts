import { describe, expect, it, vi } from 'vitest';
import { createServiceClock, type InnerClock } from '../../src/client/service-clock.js';

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
  const clock = createServiceClock({ now, monotonic, follow, measure });
  return {
    clock,
    pass: (ms) => (trueMs += ms),
    jump: (ms) => (jumpedMs += ms),
    service,
    answer,
    measure,
  };
}

/** How far X-CH-TS would be from the service's time. */
const errorOf = ({ clock, service }: World): number => Math.abs(clock.timestampMs() - service());

describe('before anything is known', () => {
  it('says the local time, and that it knows nothing', () => {
    const { clock } = world({ aheadMs: 9000 });
    expect(clock.timestampMs()).toBe(START_MS);
    expect(clock).toMatchObject({ offsetMs: 0, uncertaintyMs: Infinity, source: 'none', jumps: 0, doubtful: false });
    expect(clock.bounds()).toEqual({ earliestMs: -Infinity, latestMs: Infinity });
  });
});

describe('getServerTime', () => {
  it.each([-86_400_000, -3000, 3000, 86_400_000])('corrects a local clock that is %d ms off', async (aheadMs) => {
    const it = world({ aheadMs });
    await it.clock.sync();
    expect(errorOf(it)).toBeLessThanOrEqual(it.clock.uncertaintyMs);
    expect(it.clock.uncertaintyMs).toBeLessThanOrEqual(11);
    expect(Math.abs(it.clock.offsetMs - aheadMs)).toBeLessThanOrEqual(it.clock.uncertaintyMs);
    expect(it.clock.source).toBe('time');
  });

  it('leaves a local clock alone that nothing proves wrong', async () => {
    const it = world({ aheadMs: 4 });
    await it.clock.sync();
    it.pass(1000);
    expect(it.clock.timestampMs()).toBe(START_MS + 1020);
  });

  it('a slow sample spoils nothing: the narrow one before it still counts', async () => {
    const it = world({ aheadMs: 60_000 });
    await it.clock.sync();
    it.answer('time', 9000, 10);
    expect(it.clock.uncertaintyMs).toBeLessThanOrEqual(15);
    expect(errorOf(it)).toBeLessThanOrEqual(15);
    expect(it.clock.jumps).toBe(0);
  });

  it('a slow first sample is measured again, at most three times, and the best of them counts', async () => {
    const it = world({ aheadMs: 60_000, roundTripMs: 2000 });
    await it.clock.sync();
    expect(it.measure).toHaveBeenCalledTimes(3);
    expect(errorOf(it)).toBeLessThanOrEqual(it.clock.uncertaintyMs);
    const fast = world({ aheadMs: 60_000, roundTripMs: 40 });
    await fast.clock.sync();
    expect(fast.measure).toHaveBeenCalledTimes(1);
  });

  it('an unsymmetrical way there and back stays within the uncertainty', () => {
    const it = world({ aheadMs: 60_000 });
    it.answer('time', 400, 0);
    expect(errorOf(it)).toBeLessThanOrEqual(it.clock.uncertaintyMs);
    const { earliestMs, latestMs } = it.clock.bounds();
    expect(earliestMs).toBeLessThanOrEqual(it.service());
    expect(latestMs).toBeGreaterThanOrEqual(it.service());
  });
});

describe('drift', () => {
  it('a local clock that runs 50 ppm fast stays within the bounds for a week', async () => {
    const it = world({ fastBy: 50e-6, aheadMs: 60_000 });
    await it.clock.sync();
    for (let day = 0; day < 7; day++) {
      it.pass(86_400_000);
      const { earliestMs, latestMs } = it.clock.bounds();
      expect(earliestMs).toBeLessThanOrEqual(it.service());
      expect(latestMs).toBeGreaterThanOrEqual(it.service());
    }
    const before = it.clock.uncertaintyMs;
    await it.clock.sync();
    expect(it.clock.uncertaintyMs).toBeLessThan(before / 100);
    expect(it.clock.jumps).toBe(0);
  });
});

describe('a jump', () => {
  it.each([-3_600_000, -800, 800, 3_600_000])(
    'of the local clock by %d ms is noticed, and asks for a measurement',
    async (ms) => {
      const it = world();
      await it.clock.sync();
      it.jump(ms);
      it.clock.timestampMs();
      expect(it.clock).toMatchObject({ jumps: 1, doubtful: true, source: 'none' });
      await it.clock.sync();
      expect(it.clock.doubtful).toBe(false);
      expect(errorOf(it)).toBeLessThanOrEqual(it.clock.uncertaintyMs);
    },
  );

  it("of the service's clock is taken over from the next answer", async () => {
    const it = world();
    await it.clock.sync();
    const later = world({ aheadMs: 7000 });
    const { sentAtMs, receivedAtMs } = { sentAtMs: 5020, receivedAtMs: 5030 };
    it.pass(10);
    it.clock.observe({ source: 'time', serviceMs: later.service(), resolutionMs: 1, sentAtMs, receivedAtMs });
    expect(it.clock.jumps).toBe(1);
    expect(it.clock.offsetMs).toBeGreaterThan(6900);
  });

  it('small steps, as NTP makes them, are none', async () => {
    const it = world();
    await it.clock.sync();
    it.jump(300);
    it.clock.timestampMs();
    expect(it.clock).toMatchObject({ jumps: 0, doubtful: false });
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
    const it = world();
    it.clock.observe({
      source: 'date-header',
      serviceMs: START_MS + 9e6,
      resolutionMs: 1000,
      sentAtMs: 5000,
      receivedAtMs: 5001,
    });
    expect(errorOf(it)).toBeGreaterThan(1e6);
    await it.clock.sync();
    expect(errorOf(it)).toBeLessThanOrEqual(11);
    expect(it.clock.jumps).toBe(0);
  });
});

describe('measuring', () => {
  it('is shared by all who ask at the same time', async () => {
    const it = world();
    await Promise.all(Array.from({ length: 50 }, () => it.clock.sync()));
    expect(it.measure).toHaveBeenCalledTimes(1);
    await it.clock.sync();
    expect(it.measure).toHaveBeenCalledTimes(2);
  });

  it('goes on for the others when one of them leaves, and ends when the last has left', async () => {
    const it = world();
    let signal: AbortSignal | undefined;
    it.measure.mockImplementation((given) => {
      signal = given;
      return new Promise((_resolve, reject) => given.addEventListener('abort', () => reject(given.reason)));
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const [first, second] = [it.clock.sync(one), it.clock.sync(two)].map((run) => run.catch((error: unknown) => error));
    one.abort('one');
    expect(await first).toMatchObject({ name: 'AbortedError', cause: 'one' });
    expect(signal?.aborted).toBe(false);
    two.abort('two');
    expect(await second).toMatchObject({ name: 'AbortedError', cause: 'two' });
    expect(signal?.aborted).toBe(true);
    it.measure.mockReset();
    it.measure.mockImplementation(async () => it.answer('time', 1, 1));
    await it.clock.sync();
    expect(it.clock.source).toBe('time');
  });

  it('fails with what getServerTime failed with', async () => {
    const it = world();
    it.measure.mockRejectedValue(new Error('no such host'));
    await expect(it.clock.sync()).rejects.toThrow('no such host');
    expect(it.clock.source).toBe('none');
  });
});

it('a clock that is told to be local learns nothing, and asks once at most', async () => {
  const it = world({ aheadMs: 60_000, follow: false });
  await it.clock.sync();
  expect(it.measure).toHaveBeenCalledTimes(1);
  it.answer('time', 1, 1);
  it.answer('date-header', 1, 1);
  expect(it.clock.wantsDate(0)).toBe(false);
  expect(it.clock.timestampMs()).toBe(START_MS + 24);
  expect(it.clock.source).toBe('none');
});
