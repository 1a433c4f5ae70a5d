import { errorCodes } from '../../generated/error-codes.js';
import {
  AbortedError,
  ApiError,
  ClockError,
  FuturesError,
  HttpStatusError,
  NetworkError,
  ResponseError,
  TimeoutError,
} from '../core/errors.js';
import { consequenceOf } from '../core/outcome.js';
import { inTime, type Life } from '../transport/deadline.js';
import type { Attempt } from './attempt.js';
import { tell } from './logging/log.js';
import type { RetryBudget } from './retry-budget.js';
import { asksToSlowDown, slowDown } from './send.js';
import type { InnerClock } from './clock/service-clock.js';
import type { RunningSettings } from './settings.js';

/** Code of a refused timestamp (observed). */
const BAD_TIMESTAMP = '-1021';
/** Code of too many requests (observed). */
const TOO_MANY = '-1003';

/** Statuses after which a read is tried again. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 410, 429]);
/** A ban, which each further request prolongs, whatever code stands beside it. */
const BANNED = 418;

export interface Failed {
  readonly given: Attempt;
  readonly attempt: (given: Attempt, number: number) => Promise<unknown>;
  readonly settings: RunningSettings;
  readonly clock: InnerClock;
  readonly budget: RetryBudget;
  /** `clock.measurements` before the attempt that failed. */
  readonly measurements: number;
}

/*
 *   failed ─► -1021? ─► measure the clock ─► a read, for the first time: try again
 *        └──► a read whose failure may pass, retries and budget left? ─► wait (jitter, Retry-After) ─► try again
 *        └──► anything else: the failure is the answer
 */

/**
 * Goes on after a failed first attempt: resolves to the result of a later one, or rejects with the last failure. Only
 * reads are ever sent again, signed anew each time.
 */
export async function afterFailure(failure: unknown, failed: Failed): Promise<unknown> {
  const { given, attempt, settings, clock, budget } = failed;
  const { operation, call } = given;
  const reads = operation.effect === 'read' && settings.retry.retries > 0;
  let { measurements } = failed;
  let remeasured = false;
  let retries = 0;

  for (let number = 1; ; number++) {
    if (!(failure instanceof FuturesError)) throw failure;
    const last = await next(failure);
    if (last !== undefined) throw counted(last, number);
    measurements = clock.measurements;
    try {
      const result = await attempt(given, number + 1);
      budget.refill();
      return result;
    } catch (error) {
      failure = error;
    }
  }

  /** What to fail with; undefined when it is time to try again. */
  async function next(error: FuturesError): Promise<FuturesError | undefined> {
    if (error instanceof ApiError && error.apiCode === BAD_TIMESTAMP) return nextByNewTime(error);
    if (error instanceof ApiError && error.apiCode === TOO_MANY) {
      const { status, apiCode, retryAfterMs } = error;
      // What the status says alone was passed on when it came.
      if (!asksToSlowDown(status)) slowDown(settings, operation.operationId, { status, apiCode, retryAfterMs });
    }
    if (!reads || retries === settings.retry.retries || !mayPass(error)) return error;
    const waitMs = delayOf(error);
    if (waitMs === undefined || !budget.take()) return error;
    retries++;
    say('retry', `tried again in ${waitMs} ms`, { waitMs, error: error.code });
    await sleep(waitMs, given, error);
    return undefined;
  }

  async function nextByNewTime(refusal: ApiError): Promise<FuturesError | undefined> {
    const { signal, timeoutMs } = call;
    if (settings.clock === 'service' && clock.measurements === measurements && signal?.aborted !== true) {
      const controller = new AbortController();
      const life: Life = {
        operationId: operation.operationId,
        readOnly: operation.effect === 'read',
        timeoutMs,
        signal,
      };
      // What this may fail with is less than what happened to the call, whose own deadline holds for it, too.
      await inTime(clock.sync({ signal: controller.signal }), life, () => controller.abort()).catch(() => {});
    }
    const { offsetMs, uncertaintyMs, source } = known(clock);
    say('clock', 'the timestamp was refused', { offsetMs, uncertaintyMs, source });
    if (!reads || remeasured || source !== 'time') return clockError(refusal, known(clock));
    remeasured = true;
    return undefined;
  }

  function say(event: string, text: string, details: Readonly<Record<string, unknown>>): void {
    const { operationId } = operation;
    tell(settings.log, { level: 'warn', event, message: `${operationId}: ${text}`, operationId, details });
  }

  function delayOf(error: FuturesError): number | undefined {
    const { baseDelayMs, maxDelayMs, maxRetryAfterMs } = settings.retry;
    const jitterMs = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** retries);
    const askedMs = (error instanceof ResponseError && error.retryAfterMs) || 0;
    return askedMs > maxRetryAfterMs ? undefined : Math.ceil(Math.max(askedMs, jitterMs));
  }
}

function counted(error: FuturesError, attempts: number): FuturesError {
  return attempts === 1 ? error : Object.assign(error, { attempts });
}

/** Whether the same read may succeed a moment later. */
function mayPass(error: FuturesError): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (error instanceof ResponseError && error.status === BANNED) return false;
  if (error instanceof ApiError && error.apiCode !== undefined && Object.hasOwn(errorCodes, error.apiCode)) {
    return errorCodes[error.apiCode]!.retryRead;
  }
  if (!(error instanceof HttpStatusError || error instanceof ApiError)) return false;
  return error.status >= 500 || PASSING_STATUSES.has(error.status);
}

/** Waits, and ends at once when the caller aborts. */
function sleep(ms: number, { operation, call }: Attempt, last: FuturesError): Promise<void> {
  const { signal } = call;
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      clearTimeout(timer);
      const { operationId } = operation;
      const message = `${operationId}: aborted by the caller's signal, between two attempts. ${consequenceOf('unknown', true)}`;
      // What the attempt before may have done is not undone by this.
      reject(new AbortedError(message, { outcome: last.outcome, operationId, cause: signal!.reason }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, ms);
    if (signal?.aborted === true) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}

/** What is known of the clock; nothing, when the caller's fails: the refusal matters more. */
function known(clock: InnerClock): Pick<InnerClock, 'offsetMs' | 'uncertaintyMs' | 'source'> {
  try {
    const { offsetMs, uncertaintyMs, source } = clock;
    return { offsetMs, uncertaintyMs, source };
  } catch {
    return { offsetMs: 0, uncertaintyMs: Infinity, source: 'none' };
  }
}

function clockError(
  refusal: ApiError,
  { offsetMs, uncertaintyMs, source }: Pick<InnerClock, 'offsetMs' | 'uncertaintyMs' | 'source'>,
): ClockError {
  const { outcome, operationId, status, body, retryAfterMs, apiCode, apiMessage, data } = refusal;
  const measured =
    source === 'time'
      ? `The service's clock is ${Math.abs(offsetMs)} ms ${offsetMs < 0 ? 'behind' : 'ahead of'} this machine's, ` +
        `give or take ${uncertaintyMs} ms, and this client goes on by it.${offsetMs * offsetMs < 1e6 ? ' The clocks agree: the request was long on its way, or X-CH-TS is not what it should be.' : ''}`
      : "The service's clock was not measured: compare getServerTime with this machine's.";
  return new ClockError(`${refusal.message} ${measured}`, {
    outcome,
    operationId,
    status,
    body,
    retryAfterMs,
    apiCode,
    apiMessage,
    data,
    offsetMs,
    uncertaintyMs,
    cause: refusal,
  });
}
