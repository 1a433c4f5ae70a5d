import { Found } from '../findings/check.js';
import { serverTimeOf } from '../findings/server-time.js';
import { valid } from '../orders/valid-inputs.js';
import type { Session } from './session.js';

/** Service time minus this machine's, from the middle of one call. */
export async function measureClock(session: Session): Promise<void> {
  try {
    const [time] = serverTimeOf(await valid(session.context([]), 'getServerTime'));
    if (time !== undefined) session.clockOffsetMs = Math.round(time.serverMs - time.middleMs);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
}
