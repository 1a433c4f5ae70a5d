import { createOperationsClient } from '../client/operations-client.js';
import { ArgumentError, FuturesError } from '../core/errors.js';
import type { SidecarOptions } from './options.js';

/** Milliseconds that measuring the clock may hold up the start. */
const START_TIMEOUT_MS = 5000;
/** Milliseconds that a measurement may hold up a call. */
const CALL_TIMEOUT_MS = 1000;
/** Time for which calls use this machine's time after a failed measurement. */
const RETRY_MS = 10_000;

/**
 * The clock of the service behind the sidecar, measured by one public call.
 * A service that does not respond to it yet can be called later all the same.
 */
export async function openUpstreamClock({
  upstream,
  clock: whose = 'service',
  now,
}: Pick<SidecarOptions, 'upstream' | 'clock' | 'now'>) {
  const { clock } = createOperationsClient({ baseUrl: upstream, clock: whose, now, retry: false }).client;
  let nextMeasurementMs = -Infinity;

  async function measure(timeoutMs: number): Promise<string | undefined> {
    try {
      await clock.sync({ timeoutMs });
      return undefined;
    } catch (error) {
      if (!(error instanceof FuturesError) || error instanceof ArgumentError) throw error;
      nextMeasurementMs = performance.now() + RETRY_MS;
      return error.message;
    }
  }

  /** Why it could not be measured at the start. */
  const problem = whose === 'local' ? undefined : await measure(START_TIMEOUT_MS);
  const { offsetMs, uncertaintyMs, source } = clock;
  return {
    /** The measurement at the start. */
    start: { offsetMs, uncertaintyMs, source },
    problem,
    /** The value of X-CH-TS now. Measures again after a step of the local clock, or where no measurement has succeeded yet. */
    async timestampMs(): Promise<number> {
      // Reading the time is what notices a step of the local clock.
      const timestampMs = clock.timestampMs();
      if (whose === 'local' || clock.source === 'time' || performance.now() < nextMeasurementMs) return timestampMs;
      await measure(CALL_TIMEOUT_MS);
      return clock.timestampMs();
    },
  };
}
