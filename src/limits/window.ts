import type { Limit } from './limits.js';

/*
 * At most `units` in any window, wherever it begins. A bucket that fills up again lets twice as much through: all that it
 * holds, and what flows in during the window after that.
 *
 *   times:  … 17 17 18 | 3 3 4 9 12 …     the last `units` of them, in a ring; `next` is the oldest
 *                        ▲ next
 *
 * Some units may go when those that the ring would forget for them are a window old. Nothing is allocated for a call.
 */
export class Window {
  readonly limit: Limit;
  readonly #times: Float64Array;
  readonly #windowMs: number;
  #next = 0;

  constructor(limit: Limit) {
    this.limit = limit;
    this.#times = new Float64Array(limit.units).fill(-Infinity);
    this.#windowMs = limit.perSeconds * 1000;
  }

  /**
   * When so many units may go at the earliest, after `before` others and if only a `share` of the limit is to be used; not
   * before `nowMs`; Infinity for more than the limit.
   */
  earliest(units: number, before: number, share: number, nowMs: number): number {
    const size = this.#times.length;
    if (units > size) return Infinity;
    const allowed = Math.max(Math.floor(size * share), units);
    const wholeWindows = Math.floor((before + units - 1) / allowed);
    const rest = before + units - wholeWindows * allowed;
    const forgotten = this.#times[(this.#next + size - allowed + rest - 1) % size] as number;
    return Math.max(forgotten + this.#windowMs, nowMs) + wholeWindows * this.#windowMs;
  }

  take(units: number, nowMs: number): void {
    for (let unit = 0; unit < units; unit++) {
      this.#times[this.#next] = nowMs;
      this.#next = (this.#next + 1) % this.#times.length;
    }
  }
}
