import type { LimitedCall, Limiter } from './limiter.js';
import { ownOptions } from '../core/options.js';
import { onAbort } from '../transport/abort.js';
import { PAUSED, rateRefusal } from './rate-refusal.js';
import { createPause, type ReactiveLimiterOptions, readMaxRetryAfter } from './reactive-limiter.js';
import { createLanes, goesBefore, headOf, type Lane, type LanePlace, type Waiter } from './lanes.js';
import { observedLimits, type RateLimits, readLimits } from './limits.js';
import { createShare } from './share.js';
import { RateWindow } from './window.js';

/** Options of {@link createRateLimiter}. */
export interface RateLimiterOptions extends ReactiveLimiterOptions {
  /** The calls that may go in any window of time. Default {@link observedLimits}; `{}` counts nothing. */
  readonly limits?: RateLimits | undefined;
}

const NAMES: readonly (keyof RateLimiterOptions)[] = ['limits', 'maxRetryAfterMs', 'now'];

/** Every fourth turn, the call that has waited longest goes, of any kind; cancels still go first. */
const FAIR_TURN = 4;
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Creates a rate budget in the memory of this process. In any window of a limit, wherever it begins, at most the limit
 * arrives at the service: a call of a client counts until its response is here, and a window longer, because a connection
 * that is being opened delivers it later than it was let go. A call without a response counts for 2 s at most.
 *
 * A call that has to wait waits behind those of its kind: cancels first, then what moves money, then settings, reads
 * last (but one turn in four is for the one that has waited longest). It is refused with RateLimitError, before anything
 * is sent, as soon as it is clear that it cannot go within its deadline. Calls of an operation that has used up its own
 * limit hold up no others.
 *
 * Pauses when the service asks for fewer calls, as the client's own limiter does; after that, half of each limit is
 * used, and a tenth more each minute. One limiter can serve several clients.
 *
 * @throws {ArgumentError} Naming the limit or option that is wrong.
 * @example
 * import { createRateLimiter, observedLimits } from 'futures-trading-client/limits';
 * const limiter = createRateLimiter({ limits: { ...observedLimits, total: { weight: 6000, perSeconds: 60 } } });
 * const client = createFuturesClient({ baseUrl, credentials, limiter });
 * @see unknowns `limits.rates`, `limits.counted-by`, `limits.breach`
 */
export function createRateLimiter(options: RateLimiterOptions = {}): Limiter {
  const { limits = observedLimits, maxRetryAfterMs, now = () => performance.now() } = ownOptions(options, NAMES);
  const checked = readLimits(limits);
  const pause = createPause(now, readMaxRetryAfter(maxRetryAfterMs));
  const total = checked.total && new RateWindow(checked.total);
  const lanes = createLanes(checked);
  const share = createShare();
  /** When the calls left whose end is not told yet. */
  const leftMs = new WeakMap<LimitedCall, number>();
  let count = 0;
  let waiting = 0;
  let turns = 0;
  let firstDeadlineMs = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The limit to be waited for longest, and until when. */
  function obstacle(lane: Lane, weight: number, nowMs: number): { readonly untilMs: number; readonly what: string } {
    const paused = nowMs + pause.leftMs();
    const own = lane.window?.earliest(1, lane.waiting.size, share.at(nowMs), nowMs) ?? nowMs;
    const whole = total?.earliest(weight, lane.weight, share.at(nowMs), nowMs) ?? nowMs;
    if (paused > own && paused > whole) return { untilMs: paused, what: PAUSED };
    const limit = own > whole ? lane.window?.limit : total?.limit;
    return {
      untilMs: Math.max(own, whole),
      what: limit === undefined ? 'other calls go first' : `${limit.name} are spent`,
    };
  }

  function remove(lane: Lane, waiter: Waiter): void {
    lane.waiting.delete(waiter);
    lane.weight -= waiter.call.weight;
    waiting--;
  }

  /** Refuses what cannot go in time any more. */
  function refuseBefore(deadlineMs: number, nowMs: number): void {
    firstDeadlineMs = Infinity;
    for (const lane of lanes.all) {
      for (const waiter of lane.waiting) {
        if (waiter.deadlineMs >= deadlineMs) firstDeadlineMs = Math.min(firstDeadlineMs, waiter.deadlineMs);
        else {
          remove(lane, waiter);
          const { untilMs, what } = obstacle(lane, waiter.call.weight, nowMs);
          waiter.fail(rateRefusal(waiter.call, what, untilMs - nowMs, waiter.deadlineMs - nowMs));
        }
      }
    }
  }

  /** Lets go what may go, and sets the timer for what is next. */
  function drain(): void {
    clearTimeout(timer);
    timer = undefined;
    const nowMs = now();
    if (firstDeadlineMs < nowMs) refuseBefore(nowMs, nowMs);
    const left = pause.leftMs();
    let wakeMs = left > 0 ? nowMs + left : letGo(nowMs);
    if (waiting === 0) return;
    wakeMs = Math.min(wakeMs, firstDeadlineMs + 1);
    timer = setTimeout(drain, Math.min(Math.max(Math.ceil(wakeMs - nowMs), 1), MAX_TIMER_MS));
  }

  /** Returns when the next call may go. */
  function letGo(nowMs: number): number {
    while (waiting > 0) {
      let wakeMs = Infinity;
      let best: LanePlace | undefined;
      for (const lane of lanes.all) {
        const head = headOf(lane);
        if (head === undefined) continue;
        const ownMs = lane.window?.earliest(1, 0, share.at(nowMs), nowMs) ?? nowMs;
        if (ownMs > nowMs) wakeMs = Math.min(wakeMs, ownMs);
        else if (best === undefined || goesBefore([lane, head], best, turns % FAIR_TURN === FAIR_TURN - 1))
          best = [lane, head];
      }
      if (best === undefined) return wakeMs;
      const [lane, head] = best;
      const totalMs = total?.earliest(head.call.weight, 0, share.at(nowMs), nowMs) ?? nowMs;
      if (totalMs > nowMs) return Math.min(wakeMs, totalMs);
      if (lane.rank > 0) turns++;
      remove(lane, head);
      take(lane, head.call, nowMs);
      head.leave();
    }
    return Infinity;
  }

  function take(lane: Lane, call: LimitedCall, nowMs: number): void {
    const isReported = call.tellsEnd === true;
    lane.window?.take(1, nowMs, isReported);
    total?.take(call.weight, nowMs, isReported);
    if (isReported) leftMs.set(call, nowMs);
  }

  return {
    tryAcquire(call) {
      if (waiting > 0 || pause.leftMs() > 0) return false;
      const nowMs = now();
      const lane = lanes.of(call);
      const part = share.at(nowMs);
      if (lane.window !== undefined && lane.window.earliest(1, 0, part, nowMs) > nowMs) return false;
      if (total !== undefined && total.earliest(call.weight, 0, part, nowMs) > nowMs) return false;
      take(lane, call, nowMs);
      return true;
    },
    acquire: (call, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) throw signal.reason;
        const nowMs = now();
        const lane = lanes.of(call);
        if (total !== undefined && call.weight > total.limit.units)
          throw rateRefusal(call, `its weight is ${call.weight}, more than the limit`, Infinity, call.withinMs);
        const { untilMs, what } = obstacle(lane, call.weight, nowMs);
        const deadlineMs = nowMs + call.withinMs;
        if (untilMs > deadlineMs) throw rateRefusal(call, what, untilMs - nowMs, call.withinMs);
        const waiter: Waiter = {
          call,
          deadlineMs,
          number: count++,
          leave: () => (detach(), resolve()),
          fail: (error) => (detach(), reject(error)),
        };
        const detach = onAbort(signal, () => {
          remove(lane, waiter);
          waiter.fail(signal.reason as Error);
          drain();
        });
        lane.waiting.add(waiter);
        lane.weight += call.weight;
        waiting++;
        firstDeadlineMs = Math.min(firstDeadlineMs, deadlineMs);
        drain();
      }),
    ended(call) {
      const left = leftMs.get(call);
      if (left === undefined) return;
      leftMs.delete(call);
      const nowMs = now();
      lanes.of(call).window?.arrived(1, left, nowMs);
      total?.arrived(call.weight, left, nowMs);
      if (waiting > 0) drain();
    },
    slowDown(reason) {
      const nowMs = now();
      if (pause.slowDown(reason)) share.halve(nowMs);
      const pauseMs = pause.leftMs();
      if (waiting === 0) return pauseMs;
      refuseBefore(nowMs + pauseMs, nowMs);
      drain();
      return pauseMs;
    },
  };
}
