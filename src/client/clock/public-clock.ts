import { assertNotAborted, inTime } from '../../transport/deadline.js';
import type { ServiceClock } from './clock.js';
import type { Invoke } from '../invoke.js';
import { readMs } from '../settings.js';

/** The clock that callers see: before the first call nothing is known, and what feeds the clock is not theirs. */
export function createClock({ loaded, load, settings }: Invoke): ServiceClock {
  return Object.freeze({
    get offsetMs() {
      return loaded()?.clock.offsetMs ?? 0;
    },
    get uncertaintyMs() {
      return loaded()?.clock.uncertaintyMs ?? Infinity;
    },
    get source() {
      return loaded()?.clock.source ?? 'none';
    },
    get jumps() {
      return loaded()?.clock.jumps ?? 0;
    },
    timestampMs: () => loaded()?.clock.timestampMs() ?? Math.floor(settings.now()),
    bounds: () => loaded()?.clock.bounds() ?? { earliestMs: -Infinity, latestMs: Infinity },
    async sync(options) {
      const { signal, timeoutMs } = options ?? {};
      const { clock } = await load();
      if (timeoutMs === undefined) return clock.sync({ signal });
      const controller = new AbortController();
      const life = {
        operationId: 'getServerTime',
        readOnly: true,
        timeoutMs: readMs('timeoutMs', timeoutMs, 1),
        signal,
      };
      assertNotAborted(life);
      const measured = clock.sync({ signal: controller.signal });
      // The measurement is shared: it goes on for the others, and only this caller leaves.
      await inTime(measured, life, () => controller.abort(), true);
    },
  } satisfies ServiceClock);
}
