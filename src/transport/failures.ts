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
import { copyCause } from './cause.js';
import { reasonIn } from './connection-hint.js';
import type { Life, TransportRequest } from './transport.js';

export function broken(request: TransportRequest, connected: boolean, error: unknown, hint = ''): NetworkError {
  const outcome = classifyOutcome({ connected });
  const cause = safeCause(request, error);
  const reason = reasonIn(cause);
  const what = connected ? `the connection broke (${reason})` : `no connection to ${request.origin} (${reason})`;
  return new NetworkError(`${request.operationId}: ${what}. ${consequenceOf(outcome, request)}${hint}`, {
    outcome,
    operationId: request.operationId,
    cause,
  });
}

/** The cause of an error, without the values of the request that no error may show. */
export function safeCause({ headers }: TransportRequest, error: unknown): Error {
  return copyCause(error, createRedactor([headers[signingHeaders.apiKey], headers[signingHeaders.signature]]));
}

/** The outcome is unknown: whether the service has acted is in the part that was not read. */
export function tooLarge(request: TransportRequest): ResponseTooLargeError {
  const { operationId, maxBodyBytes } = request;
  const outcome = classifyOutcome({ connected: true });
  return new ResponseTooLargeError(
    `${operationId}: the response is larger than ${maxBodyBytes} bytes (maxBodyBytes), so reading stopped. ` +
      `${consequenceOf(outcome, request)} Raise maxBodyBytes if responses can be that large.`,
    { outcome, operationId, maxBodyBytes },
  );
}

/** The error of one attempt that its deadline or its caller ended. */
export function stopped(isAborted: boolean | undefined, life: Life, connected: boolean): TransportError {
  return isAborted === true ? aborted(life, connected) : timedOut(life, connected);
}

export function timedOut(request: Life, connected: boolean): TimeoutError {
  const attempt = (request.attempt ?? 1) > 1 ? `, in attempt ${request.attempt}` : '';
  const outcome = classifyOutcome({ connected });
  const time = `${request.timeoutMs / 1000} s (timeoutMs)`;
  // A journal, a limiter or a function that signs may have taken it, too.
  const what = connected ? `no complete response within ${time}` : `${time} passed before a request left`;
  return new TimeoutError(`${request.operationId}: ${what}${attempt}. ${consequenceOf(outcome, request)}`, {
    outcome,
    operationId: request.operationId,
    timeoutMs: request.timeoutMs,
  });
}

export function aborted(request: Life, connected: boolean): AbortedError {
  const outcome = classifyOutcome({ connected });
  return new AbortedError(
    `${request.operationId}: aborted by the caller's signal. ${consequenceOf(outcome, request)}`,
    { outcome, operationId: request.operationId, cause: request.signal?.reason },
  );
}

export function noTimeToReturn(
  { operationId, timeoutMs, returnMs }: Life & { readonly returnMs: number },
  leftMs: number,
): TimeoutError {
  return new TimeoutError(
    `${operationId}: only ${Math.max(Math.floor(leftMs), 0)} ms of timeoutMs (${timeoutMs / 1000} s) were left, less than ` +
      `the ${returnMs} ms that a request and its response may need. Nothing was sent. Retry later, or raise timeoutMs.`,
    { outcome: 'not-sent', operationId, timeoutMs },
  );
}
