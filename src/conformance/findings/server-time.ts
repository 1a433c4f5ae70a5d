import { type Reading, receiptOf } from '../call/answer.js';
import type { ServerTime } from './check.js';

/** The start of a call is known in whole milliseconds. */
export const ROUNDING_MS = 1;

/** Milliseconds that the clock of the target gained on the clock here between two responses. */
export const stepBetween = (one: ServerTime, next: ServerTime): number =>
  next.serverMs - one.serverMs - (next.middleMs - one.middleMs);

/** When in its call the target read its clock is not known: what that explains of a step, milliseconds. */
export const doubtOf = (one: ServerTime, next: ServerTime): number =>
  (one.endedMs - one.startedMs + next.endedMs - next.startedMs) / 2;

/** The time that a response of getServerTime tells; nothing where it tells none that can be milliseconds of this century. */
export function serverTimeOf(reading: Reading): readonly ServerTime[] {
  const serverMs = Number(receiptOf(reading)?.serverTime);
  const { startedAt, durationMs } = reading.sent.exchange;
  const startedMs = Date.parse(startedAt);
  const times = { serverMs, startedMs, middleMs: startedMs + durationMs / 2, endedMs: startedMs + durationMs };
  return Number.isSafeInteger(serverMs) && serverMs > 1e12 && serverMs < 1e14 ? [times] : [];
}
