import type { CreateOrderInput } from '../../generated/client.js';
import type { CallOptions, ServiceClock } from '../../src/index.js';
import { limitOrder } from '../support/orders.js';

/* What crashing-program.ts needs too, which runs without the test runner. */

export const order = { ...limitOrder, price: '60000.10', volume: 2 } as const satisfies CreateOrderInput;

export interface TestClock extends ServiceClock {
  jumps: number;
}

/** A clock that measures as plainly as can be: half the round trip, and a millisecond for rounding. */
export function createTestClock(
  localMs: () => number,
  readTime: (options?: CallOptions) => Promise<{ readonly serverTime?: number }>,
): TestClock {
  let offsetMs = 0;
  let uncertaintyMs = Infinity;
  const clock: TestClock = {
    get offsetMs() {
      return offsetMs;
    },
    get uncertaintyMs() {
      return uncertaintyMs;
    },
    source: 'time',
    jumps: 0,
    timestampMs: () => localMs() + offsetMs,
    bounds: () => ({
      earliestMs: localMs() + offsetMs - uncertaintyMs,
      latestMs: localMs() + offsetMs + uncertaintyMs,
    }),
    async sync(options) {
      const startedMs = localMs();
      const { serverTime = Number.NaN } = await readTime(options);
      const tripMs = localMs() - startedMs;
      offsetMs = Math.floor(serverTime - startedMs - tripMs / 2);
      uncertaintyMs = Math.ceil(tripMs / 2) + 1;
    },
  };
  return clock;
}
