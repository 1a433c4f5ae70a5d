import { assertNotAborted, inTime } from '../../transport/deadline.js';
import { ownOptions } from '../../core/options.js';
import { readMs, readSignal } from '../call-options.js';
import type { ServiceClock, SyncOptions } from './clock.js';
import type { InnerClock } from './service-clock.js';

/** The clock that callers see: what feeds it is not theirs. */
export function createClock(inner: InnerClock): ServiceClock {
  return Object.freeze({
    get offsetMs() {
      return inner.offsetMs;
    },
    get uncertaintyMs() {
      return inner.uncertaintyMs;
    },
    get source() {
      return inner.source;
    },
    get jumps() {
      return inner.jumps;
    },
    timestampMs: () => inner.timestampMs(),
    bounds: () => inner.bounds(),
    async sync(options) {
      const own = ownOptions(options ?? {}, ['signal', 'timeoutMs'] satisfies (keyof SyncOptions)[]);
      const [signal, { timeoutMs }] = [readSignal(own.signal ?? undefined), own];
      if (timeoutMs === undefined) return inner.sync({ signal });
      const controller = new AbortController();
      const life = {
        operationId: 'getServerTime',
        readOnly: true,
        timeoutMs: readMs('timeoutMs', timeoutMs, 1),
        signal,
      };
      assertNotAborted(life);
      const measured = inner.sync({ signal: controller.signal });
      // The measurement is shared: it goes on for the others, and only this caller leaves.
      await inTime(measured, life, () => controller.abort(), true);
    },
  } satisfies ServiceClock);
}
