import { signingHeaders } from '../../generated/names.js';
import { AbortedError, NetworkError, TimeoutError, type TransportError } from '../core/errors.js';
import { classifyBreak, consequenceOf } from '../core/outcome.js';
import { createRedactor } from '../core/redact.js';
import { copyCause } from './cause.js';
import type { TransportRequest } from './transport.js';

/** What bounds one call in time. */
export type Life = Pick<TransportRequest, 'operationId' | 'readOnly' | 'timeoutMs' | 'signal'>;

/** Builds the error of one attempt that ended without a complete answer. */
export type Failure = (connected: boolean) => TransportError;

/**
 * Calls `stop` at most once, when the deadline passes or the caller aborts. The returned function detaches timer and
 * listener; call it when the attempt has ended, however it ended.
 */
export function watchLifetime(request: Life, stop: (failure: Failure) => void): () => void {
  const { signal, timeoutMs } = request;
  const onAbort = (): void => stop((connected) => aborted(request, connected));
  const timer = setTimeout(() => stop((connected) => timedOut(request, connected)), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

/**
 * Waits for work that happens before anything is sent, but not longer than the call may take; then `giveUp` is called, and
 * the work may do what it likes.
 */
export function inTime<T>(work: Promise<T>, life: Life, giveUp?: () => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const release = watchLifetime(life, (failure) => {
      // Work that never ends must not keep the timer and the listener.
      release();
      reject(failure(false));
      giveUp?.();
    });
    work.finally(release).then(resolve, reject);
  });
}

/** Rejects at once when the caller's signal was aborted before the call. */
export function assertNotAborted(request: Life): void {
  if (request.signal?.aborted === true) throw aborted(request, false);
}

export function broken(request: TransportRequest, connected: boolean, error: unknown): NetworkError {
  const outcome = classifyBreak(connected);
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

function timedOut(request: Life, connected: boolean): TimeoutError {
  const outcome = classifyBreak(connected);
  return new TimeoutError(
    `${request.operationId}: no complete answer within ${request.timeoutMs} ms (timeoutMs). ${consequenceOf(outcome, request.readOnly)}`,
    { outcome, operationId: request.operationId, timeoutMs: request.timeoutMs },
  );
}

function aborted(request: Life, connected: boolean): AbortedError {
  const outcome = classifyBreak(connected);
  return new AbortedError(
    `${request.operationId}: aborted by the caller's signal. ${consequenceOf(outcome, request.readOnly)}`,
    {
      outcome,
      operationId: request.operationId,
      cause: request.signal?.reason,
    },
  );
}
