import { parseHttpDate } from './http-date.js';

/**
 * The wait of Retry-After, in milliseconds: seconds or a date (RFC 9110, 10.2.3); undefined when it is absent or neither.
 * A date is compared with the response's own Date, where there is one: the two clocks need not agree.
 */
export function readRetryAfter(
  { retryAfter = '', date }: Readonly<Record<'retryAfter' | 'date', string | undefined>>,
  nowMs: number,
): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const untilMs = parseHttpDate(text);
  return untilMs === undefined ? undefined : Math.max(0, untilMs - (parseHttpDate(date) ?? nowMs));
}
