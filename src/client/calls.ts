import { type Operation, operations } from '../../generated/operations.js';
import type { EncodedInput } from '../core/encode-input.js';
import { ApiError } from '../core/errors.js';
import { loadOnce } from '../core/load-once.js';
import type { Attempt } from './attempt.js';
import { isObserved } from './logging/channels.js';
import { createReactiveLimiter } from '../limits/reactive-limiter.js';
import { createRetryBudget } from './retry-budget.js';
import type { Problem } from './problem.js';
import { fail, receive } from './receive.js';
import { refuse } from '../core/argument.js';
import { createSend, type Sent } from './send.js';
import { createServiceClock, type InnerClock, isPlausible } from './clock/service-clock.js';
import type { CallSettings, RunningSettings, Settings } from './settings.js';

const loadObserve = loadOnce(() => import('./logging/observe.js'));
const loadRetry = loadOnce(() => import('./retry.js'));

/** Makes calls whose input is written already. */
export interface Calls {
  /** Signs, sends, decodes and unwraps; tries reads again. */
  call(given: Attempt): Promise<unknown>;
  /** Signs and sends, once. */
  exchange(given: Attempt): Promise<Sent>;
  readonly clock: InnerClock;
}

const NOTHING: EncodedInput = { query: '', body: undefined };

const NO_TIME: Problem = { kind: 'shape', cause: new Error('serverTime is no time in milliseconds') };

/** Turns an answer into what the call is about. */
type Read<T> = (operation: Operation, sent: Sent) => T | Promise<T>;

const asItCame = (_operation: Operation, sent: Sent): Sent => sent;

const monotonic = (): number => performance.now();

/** Seconds in place of milliseconds are a common mistake: this is 2001 in milliseconds. */
const MIN_CLOCK_MS = 1e12;

/** The caller's clock, whose every answer is checked. */
function readNow({ now }: Settings): () => number {
  return () => {
    const nowMs: unknown = now();
    if (typeof nowMs === 'number' && nowMs >= MIN_CLOCK_MS && Number.isSafeInteger(Math.floor(nowMs))) return nowMs;
    return refuse('now', `must return milliseconds since the epoch, got ${String(nowMs)}`);
  };
}

export function createCalls(checked: Settings): Calls {
  const settings: RunningSettings = { ...checked, limiter: checked.limiter ?? createReactiveLimiter() };
  const clock = createServiceClock({
    now: readNow(settings),
    monotonic,
    follow: settings.clock === 'service',
    measure,
  });
  const send = createSend(settings, clock, monotonic);
  const budget = createRetryBudget();

  /** One getServerTime call for the clock, which is not tried again: the clock decides how often it asks. */
  async function measure(signal: AbortSignal): Promise<void> {
    const call: CallSettings = { signal, timeoutMs: settings.timeoutMs, headers: undefined };
    await attempt({ operation: operations.getServerTime, encoded: NOTHING, call }, 1, readTime);
  }

  async function readTime(operation: Operation, sent: Sent): Promise<void> {
    const { serverTime: serviceMs } = (await receive(operation, sent)) as { readonly serverTime?: unknown };
    if (!isPlausible(serviceMs)) return fail(operation, sent, NO_TIME);
    const { sentAtMs, receivedAtMs } = sent;
    clock.observe({ source: 'time', serviceMs, resolutionMs: 1, sentAtMs, receivedAtMs });
  }

  /** Sends once, and reads the answer. */
  async function attempt<T>(given: Attempt, number: number, read: Read<T>): Promise<T> {
    if (settings.log.logger !== undefined || isObserved()) {
      const observe = await loadObserve().catch(() => undefined);
      if (observe !== undefined) return observe.observeAttempt(given, number, settings, send, read);
    }
    return read(given.operation, await send(given.operation, given.encoded, given.call));
  }

  const attemptToReceive = (given: Attempt, number: number): Promise<unknown> => attempt(given, number, receive);

  return {
    async call(given) {
      const { measurements } = clock;
      try {
        const result = await attempt(given, 1, receive);
        budget.refill();
        return result;
      } catch (error) {
        if (given.operation.effect !== 'read' && !(error instanceof ApiError)) throw error;
        const retry = await loadRetry().catch(() => undefined);
        if (retry === undefined) throw error;
        return retry.afterFailure(error, {
          given,
          attempt: attemptToReceive,
          settings,
          clock,
          budget,
          measurements,
        });
      }
    },
    exchange: (given) => attempt(given, 1, asItCame),
    clock,
  };
}
