import { asNone } from '../findings/check.js';
import { serverTimeOf } from '../findings/server-time.js';
import { valid } from '../orders/valid-inputs.js';
import type { Session } from './session.js';

/** Service time minus this machine's, from the middle of one call. */
export async function measureClock(session: Session): Promise<void> {
  const reading = await valid(session.context([]), 'getServerTime').catch(asNone);
  const [time] = reading === undefined ? [] : serverTimeOf(reading);
  if (time !== undefined) session.clockOffsetMs = Math.round(time.serverMs - time.middleMs);
}
