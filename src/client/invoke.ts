import { type Operation, operations } from '../../generated/operations.js';
import { type EncodedInput, encodeInput } from '../core/input.js';
import { ApiError } from '../core/errors.js';
import type { Attempt } from './attempt.js';
import { isObserved } from './channels.js';
import { createRetryBudget } from './retry-budget.js';
import type { CallOptions } from './options.js';
import type { Problem } from './problem.js';
import { fail, receive } from './receive.js';
import { refuse } from './refuse.js';
import { createSend, type Sent } from './send.js';
import { createServiceClock, type InnerClock } from './service-clock.js';
import { type CallSettings, readCallOptions, type Settings } from './settings.js';

/** The two ways to make a call: to its documented result, or to the answer as it came. */
export interface Invoke {
  /** Checks, signs, sends, decodes and unwraps; tries reads again. `omit` names a field whose omission is meant. */
  call(operation: Operation, input: unknown, options?: CallOptions, omit?: string): Promise<unknown>;
  /** Checks, signs and sends, once; the answer is left as it is, to be decoded on demand. */
  exchange(operation: Operation, input: unknown, options?: CallOptions): Promise<Sent>;
  /** Writes the input of a call as it would go out. */
  encode(operation: Operation, input: unknown, omit?: string): EncodedInput;
  readonly settings: Settings;
  readonly clock: InnerClock;
}

const NO_TIME: Problem = { kind: 'shape', cause: new Error('serverTime is no number') };

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

export function createInvoke(settings: Settings): Invoke {
  const { dialect } = settings;
  const bodyAsQuery = dialect.getBody === 'query';
  const emptyBody = dialect.emptyPost === 'braces' ? '{}' : undefined;
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
    const operation = operations.getServerTime;
    const call: CallSettings = { signal, timeoutMs: settings.timeoutMs, headers: undefined };
    const sent = await send(operation, encode(operation, undefined), call);
    const { serverTime: serviceMs } = (await receive(operation, sent)) as { readonly serverTime?: unknown };
    if (typeof serviceMs !== 'number') await fail(operation, sent, NO_TIME);
    const { sentAtMs, receivedAtMs } = sent;
    clock.observe({ source: 'time', serviceMs: serviceMs as number, resolutionMs: 1, sentAtMs, receivedAtMs });
  }

  function encode(operation: Operation, input: unknown, omit?: string): EncodedInput {
    return encodeInput(operation, input, {
      bodyAsQuery: operation.getBody && bodyAsQuery,
      emptyBody,
      ...(omit === undefined ? {} : { omit }),
    });
  }

  /** Sends and receives once. */
  async function attempt(given: Attempt, number: number): Promise<unknown> {
    if (settings.log.logger !== undefined || isObserved()) {
      const observe = await import('./observe.js').catch(() => undefined);
      if (observe !== undefined) return observe.observeAttempt(given, number, settings, send);
    }
    return receive(given.operation, await send(given.operation, given.encoded, given.call));
  }

  return {
    async call(operation, input, options, omit) {
      const given: Attempt = {
        operation,
        encoded: encode(operation, input, omit),
        call: readCallOptions(options, settings),
      };
      const { measurements } = clock;
      try {
        const result = await attempt(given, 1);
        budget.refill();
        return result;
      } catch (error) {
        if (operation.effect !== 'read' && !(error instanceof ApiError)) throw error;
        const retry = await import('./retry.js').catch(() => undefined);
        if (retry === undefined) throw error;
        return retry.afterFailure(error, { given, attempt, settings, clock, budget, measurements });
      }
    },
    exchange(operation, input, options) {
      return send(operation, encode(operation, input), readCallOptions(options, settings));
    },
    encode,
    settings,
    clock,
  };
}
