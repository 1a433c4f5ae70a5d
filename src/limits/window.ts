import type { Limit } from './limits.js';

/*
 * At most `units` in any window, wherever it begins. A bucket that fills up again lets twice as much through: all that it
 * holds, and what flows in during the window after that.
 *
 *   times:  … 17 17 18 | 3 3 4 9 ∞ ∞ …     the last `units` of them, in a ring; `next` is the oldest
 *                        ▲ next  ▲ first on its way
 *
 * The service counts a unit when it arrives, somewhere between leaving and the response. So a unit on its way has no time
 * yet, and then that of its response; units on their way are alike, and any response settles the oldest of them.
 *
 * Some units may go when those that the ring would forget for them are a window old. Nothing is allocated for a call.
 */

/** Longest time that a unit counts after it left: otherwise calls that hang would hold up the cancels behind them. */
export const MAX_ON_ITS_WAY_MS = 2000;

export class RateWindow {
  readonly limit: Limit;
  readonly #times: Float64Array;
  /** When the units on their way have left. */
  readonly #left: Float64Array;
  readonly #windowMs: number;
  #next = 0;
  #firstOnWay = 0;
  #onWay = 0;

  constructor(limit: Limit) {
    this.limit = limit;
    this.#times = new Float64Array(limit.units).fill(-Infinity);
    this.#left = new Float64Array(limit.units);
    this.#windowMs = limit.perSeconds * 1000;
  }

  /**
   * The earliest time at which these units may go, after `before` others and if only a `share` of the limit is to be used; not
   * before `nowMs`; Infinity for more than the limit. Units on their way are taken to arrive now.
   */
  earliest(units: number, before: number, share: number, nowMs: number): number {
    const size = this.#times.length;
    if (units > size) return Infinity;
    this.#settleOverdue(nowMs);
    const allowed = Math.max(Math.floor(size * share), units);
    const wholeWindows = Math.floor((before + units - 1) / allowed);
    const rest = before + units - wholeWindows * allowed;
    const forgotten = this.#times[(this.#next + size - allowed + rest - 1) % size] as number;
    return Math.max(Math.min(forgotten, nowMs) + this.#windowMs, nowMs) + wholeWindows * this.#windowMs;
  }

  /** Lets units go. Those that are not reported by `arrived` count from now. */
  take(units: number, nowMs: number, isReported: boolean): void {
    for (let unit = 0; unit < units; unit++) {
      this.#times[this.#next] = Infinity;
      this.#left[this.#next] = nowMs;
      this.#next = (this.#next + 1) % this.#times.length;
      this.#onWay++;
    }
    if (!isReported) this.arrived(units, nowMs, nowMs);
  }

  /** Units that left then have arrived by now. */
  arrived(units: number, leftMs: number, nowMs: number): void {
    this.#settleOverdue(nowMs);
    if (nowMs - leftMs >= MAX_ON_ITS_WAY_MS) return;
    for (let unit = 0; unit < units; unit++) this.#settleFirst(nowMs);
  }

  #settleOverdue(nowMs: number): void {
    while (this.#onWay > 0 && nowMs - this.#left[this.#firstOnWay]! >= MAX_ON_ITS_WAY_MS) {
      this.#settleFirst(this.#left[this.#firstOnWay]! + MAX_ON_ITS_WAY_MS);
    }
  }

  #settleFirst(atMs: number): void {
    this.#times[this.#firstOnWay] = atMs;
    this.#firstOnWay = (this.#firstOnWay + 1) % this.#times.length;
    this.#onWay--;
  }
}
