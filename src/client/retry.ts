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
import { consequenceOf, NOT_IMPLEMENTED } from '../core/outcome.js';
import { inTime } from '../transport/deadline.js';
import type { Call } from './call.js';
import type { InnerClock } from './clock/service-clock.js';
import { tell } from './logging/log.js';
import { BAD_TIMESTAMP } from './response-error.js';
import type { RetryBudget } from './retry-budget.js';
import type { Retry, Settings } from './settings.js';

/** Statuses after which a read is retried. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 410, 429]);
/** A ban of the IP address, with any code. */
const BANNED = 418;

/** The parts of the client that a retry uses. */
export interface RetryContext {
  readonly settings: Settings;
  readonly clock: InnerClock;
  readonly retryBudget: RetryBudget;
}

/*
 *   failed ──► -1021? ──► measure the clock, or change to another one ──► a read, for the first time: retry
 *        └───► a read whose failure may pass, retries and budget left? ──► wait (jitter, Retry-After) ──► retry
 *        └───► anything else: the error of the call
 */

/**
 * Waits until the call may be attempted again, or rejects with the error of the call. Only reads are ever sent again,
 * re-signed each time.
 */
export async function prepareRetry(failure: unknown, call: Call, context: RetryContext): Promise<void> {
  if (!(failure instanceof FuturesError)) throw failure;
  const { settings, retryBudget } = context;
  if (failure instanceof ApiError && failure.apiCode === BAD_TIMESTAMP) return measureAgain(failure, call, context);
  if (!call.readOnly || call.retries === settings.retry.retries || !mayPass(failure)) throw counted(failure, call);
  const waitMs = delayAfter(failure, call, settings.retry);
  if (waitMs === undefined || !retryBudget.take()) throw counted(failure, call);
  call.retries++;
  warn(settings, call, 'retry', `retry in ${waitMs / 1000} s`, { waitMs, error: failure.code });
  await waitToRetry(waitMs, call, failure, settings);
}

/**
 * A refused timestamp: the clock is measured, once. Where that fails, Date headers give way to the local time, or the other way
 * round. A read is then sent again; every other call fails.
 */
async function measureAgain(refusal: ApiError, call: Call, { settings, clock }: RetryContext): Promise<void> {
  if (settings.clock === 'service' && clock.measurements === call.measurements && call.signal?.aborted !== true) {
    const controller = new AbortController();
    // However this fails, it matters less than what happened to the call. It gets the same time as the call.
    await inTime(clock.sync({ signal: controller.signal }), call, () => controller.abort()).catch(() => {});
  }
  const isMeasured = clock.measurements !== call.measurements;
  const isOther = !isMeasured && clock.refused(call.timeSource);
  const known = readClock(clock);
  const next = isOther ? `. X-CH-TS now follows ${NAMES[known.source]}` : '';
  warn(settings, call, 'clock', `the timestamp was rejected${next}`, { ...known });
  if (!call.readOnly || settings.retry.retries === 0 || call.remeasured || (known.source !== 'time' && !isOther)) {
    throw counted(clockError(refusal, known, next), call);
  }
  call.remeasured = true;
}

function warn(
  { log }: Settings,
  { operationId }: Call,
  event: string,
  text: string,
  details: Readonly<Record<string, unknown>>,
): void {
  tell(log, { level: 'warn', event, message: `${operationId}: ${text}`, operationId, details });
}

/** Undefined when the service asks for a longer wait than is allowed. */
function delayAfter(error: FuturesError, { retries }: Call, retry: Retry): number | undefined {
  const { baseDelayMs, maxDelayMs, maxRetryAfterMs } = retry;
  const jitterMs = Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** retries);
  const askedMs = (error instanceof ResponseError && error.retryAfterMs) || 0;
  return askedMs > maxRetryAfterMs ? undefined : Math.ceil(Math.max(askedMs, jitterMs));
}

function counted(error: FuturesError, { attempt }: Call): FuturesError {
  return attempt === 1 ? error : Object.assign(error, { attempts: attempt });
}

/** Tells whether the same read may succeed a moment later. */
export function mayPass(error: FuturesError): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (error instanceof ResponseError && error.status === BANNED) return false;
  if (error instanceof ApiError && error.apiCode !== undefined && Object.hasOwn(errorCodes, error.apiCode)) {
    return errorCodes[error.apiCode]!.retryRead;
  }
  if (!(error instanceof HttpStatusError || error instanceof ApiError)) return false;
  return (error.status >= 500 && error.status !== NOT_IMPLEMENTED) || PASSING_STATUSES.has(error.status);
}

/** Waits, and ends at once when the caller aborts. */
async function waitToRetry(
  ms: number,
  { operationId, signal }: Call,
  last: FuturesError,
  { time }: Settings,
): Promise<void> {
  try {
    await time.wait(ms, signal);
  } catch (cause) {
    const message = `${operationId}: aborted by the caller's signal before a retry. ${consequenceOf('unknown', { readOnly: true })}`;
    // The attempt before may have acted, and this does not undo it.
    throw new AbortedError(message, { outcome: last.outcome, operationId, cause });
  }
}

/** The source of X-CH-TS, for messages. */
const NAMES: Readonly<Record<KnownClock['source'], string>> = {
  none: "this machine's clock",
  'date-header': 'the Date headers of the service',
  time: "the service's clock",
};

type KnownClock = Pick<InnerClock, 'offsetMs' | 'uncertaintyMs' | 'source'>;

/** The state of the clock: nothing when the caller's fails, because the refusal matters more. */
function readClock(clock: InnerClock): KnownClock {
  try {
    const { offsetMs, uncertaintyMs, source } = clock;
    return { offsetMs, uncertaintyMs, source };
  } catch {
    return { offsetMs: 0, uncertaintyMs: Infinity, source: 'none' };
  }
}

function clockError(refusal: ApiError, { offsetMs, uncertaintyMs, source }: KnownClock, next: string): ClockError {
  const measured =
    source === 'time'
      ? `Clock offset ${offsetMs} ms (±${uncertaintyMs} ms), now applied.${offsetMs * offsetMs < 1e6 ? ' That is within tolerance: the request was probably delayed, or X-CH-TS is wrong.' : ''}`
      : `The clock offset was not measured: compare getServerTime with this machine's clock${next}.`;
  return new ClockError(`${refusal.message} ${measured}`, { ...refusal, offsetMs, uncertaintyMs, cause: refusal });
}
