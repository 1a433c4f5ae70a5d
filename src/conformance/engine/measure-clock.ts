import { resultOf, type ResultRecord } from '../call/answer.js';
import { Found } from './check.js';
import { valid } from '../call/inputs.js';
import type { World } from './world.js';

/** Service time minus this machine's, from the middle of one call. */
export async function measureClock(world: World): Promise<void> {
  try {
    const reading = await valid(world.context([]), 'getServerTime');
    const time = Number((resultOf(reading, 'object') as ResultRecord | undefined)?.serverTime);
    const { startedAt, durationMs } = reading.sent.exchange;
    const middle = Date.parse(startedAt) + durationMs / 2;
    if (Number.isSafeInteger(time) && time > 1e12 && time < 1e14) world.clockOffsetMs = Math.round(time - middle);
  } catch (error) {
    if (!(error instanceof Found)) throw error;
  }
}
