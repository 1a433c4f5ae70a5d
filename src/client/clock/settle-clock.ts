import { assertNotAborted, inTime } from '../../transport/deadline.js';
import type { Call } from '../call.js';
import { tell } from '../logging/log.js';
import type { Settings } from '../settings.js';
import type { InnerClock } from './service-clock.js';

/** Milliseconds that a signed call waits for a measurement after the local clock jumped. Then it uses what is known. */
const MAX_CLOCK_WAIT_MS = 1000;

/** While the local clock is in doubt, one public read is better than a signed call that is refused. It may fail. */
export async function settleClock(
  call: Call,
  { clock, settings }: { readonly clock: InnerClock; readonly settings: Settings },
): Promise<void> {
  const { operationId, timeoutMs } = call;
  const message = `${operationId}: the local clock jumped, or the Date header is far off: calling getServerTime`;
  tell(settings.log, { level: 'warn', event: 'clock', message, operationId, details: { jumps: clock.jumps } });
  const controller = new AbortController();
  const measured = clock.sync({ signal: controller.signal }).catch(() => {});
  const waitedMs = settings.time.monotonic() - call.startedAtMs;
  const untilMs = waitedMs + Math.min(MAX_CLOCK_WAIT_MS, (timeoutMs - waitedMs) / 4);
  const { readOnly, signal } = call;
  const life = { operationId, readOnly, signal, waitedMs, timeoutMs: untilMs };
  await inTime(measured, life, () => controller.abort()).catch(() => {});
  assertNotAborted(call);
  clock.settle();
}
