import { signingHeaders } from '../../generated/names.js';
import {
  AbortedError,
  NetworkError,
  ResponseTooLargeError,
  TimeoutError,
  type TransportError,
} from '../core/errors.js';
import { classifyOutcome, consequenceOf } from '../core/outcome.js';
import { createRedactor } from '../core/redact.js';
import { onAbort } from './abort.js';
import { copyCause } from './cause.js';
import type { TransportRequest } from './transport.js';

/** What bounds one call in time. */
export type Life = Pick<TransportRequest, 'operationId' | 'readOnly' | 'timeoutMs' | 'waitedMs' | 'signal'>;

/** Builds the error of one attempt that ended without a complete answer. */
export type Failure = (connected: boolean) => TransportError;

/** setTimeout fires at once when it is given more. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `stop` when `ms` have passed or the signal is aborted, whichever comes first. The returned function detaches timer
 * and listener; call it when the wait has ended, however it ended.
 */
function watch(ms: number, signal: AbortSignal | undefined, stop: (why: 'time' | 'abort') => void): () => void {
  const timer = setTimeout(() => stop('time'), Math.min(ms, MAX_TIMER_MS));
  const forget = signal === undefined ? undefined : onAbort(signal, () => stop('abort'));
  return () => {
    clearTimeout(timer);
    forget?.();
  };
}

/**
 * Calls `stop` when the deadline passes or the caller aborts. The returned function detaches timer and listener; call it
 * when the attempt has ended, however it ended.
 */
export function watchLifetime(life: Life, stop: (failure: Failure) => void): () => void {
  return watch(timeLeft(life), life.signal, (why) =>
    stop((connected) => (why === 'time' ? timedOut(life, connected) : aborted(life, connected))),
  );
}

/**
 * Waits for work, but not longer than the call may take; then `giveUp` is called, and the work may do what it likes.
 * `connected` says whether bytes may have left by then: mostly this is work before anything is sent.
 */
export function inTime<T>(work: Promise<T>, life: Life, giveUp?: () => void, connected = false): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (failure: Failure): void => {
      // Work that never ends must not keep the timer and the listener.
      release();
      reject(failure(connected));
      giveUp?.();
    };
    const release = watchLifetime(life, stop);
    work.finally(release).then(resolve, reject);
    // What started the work may have aborted the signal, before anybody listened to it.
    if (life.signal?.aborted === true) stop((left) => aborted(life, left));
  });
}

/**
 * Waits for work, but not longer than `ms`: resolves to undefined then. Rejects with the reason of `signal` when that is
 * aborted. The work itself goes on.
 */
export function within<T>(work: Promise<T>, ms: number, signal: AbortSignal | undefined): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw signal.reason;
    const release = watch(ms, signal, (why) => {
      release();
      if (why === 'time') resolve(undefined);
      else reject(signal!.reason as Error);
    });
    work.finally(release).then(resolve, reject);
  });
}

/** Resolves after `ms`; rejects with the reason of `signal` when that is aborted, at once when it was aborted before. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) throw signal.reason;
    const release = watch(ms, signal, (why) => {
      release();
      if (why === 'time') resolve();
      else reject(signal!.reason as Error);
    });
  });
}

/** Rejects at once when the caller's signal was aborted before the call. */
export function assertNotAborted(request: Life): void {
  if (request.signal?.aborted === true) throw aborted(request, false);
}

/** Rejects at once what may not begin any more: the caller has aborted it, or waiting took all its time. */
export function assertMayBegin(request: Life): void {
  assertNotAborted(request);
  if (timeLeft(request) <= 0) throw timedOut(request, false);
}

/** Milliseconds from now to the deadline, at the begin of an attempt. */
function timeLeft({ timeoutMs, waitedMs = 0 }: Life): number {
  return timeoutMs - waitedMs;
}

export function broken(request: TransportRequest, connected: boolean, error: unknown): NetworkError {
  const outcome = classifyOutcome({ connected });
  const cause = safeCause(request, error);
  const reason = cause.message === '' ? String(cause) : cause.message;
  const what = connected ? `the connection broke (${reason})` : `no connection to ${request.origin} (${reason})`;
  return new NetworkError(`${request.operationId}: ${what}. ${consequenceOf(outcome, request.readOnly)}`, {
    outcome,
    operationId: request.operationId,
    cause,
  });
}

/** The cause of an error, without the values of the request that no error may show. */
export function safeCause({ headers }: TransportRequest, error: unknown): Error {
  return copyCause(error, createRedactor([headers[signingHeaders.apiKey], headers[signingHeaders.signature]]));
}

/** The answer is on its way and is not read to its end: whether the service has acted stands in what nobody read. */
export function tooLarge(request: TransportRequest): ResponseTooLargeError {
  const { operationId, readOnly, maxBodyBytes } = request;
  const outcome = classifyOutcome({ connected: true });
  return new ResponseTooLargeError(
    `${operationId}: the answer has more than ${maxBodyBytes} bytes (maxBodyBytes) and was not read to its end. ` +
      `${consequenceOf(outcome, readOnly)} Raise maxBodyBytes if answers may be that large.`,
    { outcome, operationId, maxBodyBytes },
  );
}

function timedOut(request: Life, connected: boolean): TimeoutError {
  const outcome = classifyOutcome({ connected });
  return new TimeoutError(
    `${request.operationId}: no complete answer within ${request.timeoutMs} ms (timeoutMs). ${consequenceOf(outcome, request.readOnly)}`,
    { outcome, operationId: request.operationId, timeoutMs: request.timeoutMs },
  );
}

function aborted(request: Life, connected: boolean): AbortedError {
  const outcome = classifyOutcome({ connected });
  return new AbortedError(
    `${request.operationId}: aborted by the caller's signal. ${consequenceOf(outcome, request.readOnly)}`,
    {
      outcome,
      operationId: request.operationId,
      cause: request.signal?.reason,
    },
  );
}
