/** Read at the first call: where Node.js loads `performance` later, an import would pay for it. */
let startMs = Number.NaN;

/** The wall clock with fractions of a millisecond. Calls of one process follow each other faster than `Date.now()` can tell. */
export function wallClockMs(): number {
  const passedMs = performance.now();
  const aheadMs = startMs + passedMs - Date.now();
  // The first call, or the clock was set since the last one.
  if (!(aheadMs >= -1 && aheadMs <= 2)) startMs = Date.now() - passedMs;
  return startMs + passedMs;
}

/** ISO 8601 with microseconds. */
export function isoWithMicroseconds(ms: number): string {
  const micros = Math.floor((ms - Math.floor(ms)) * 1000);
  return new Date(ms).toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);
}

/** Reads ISO 8601 with any number of digits after the seconds. NaN when it is something else. */
export function parseIso(text: string): number {
  const finer = /\.\d{3}(\d+)/.exec(text)?.[1] ?? '';
  return Date.parse(text) + Number(`0.${finer}`);
}
