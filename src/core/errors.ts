import { boundMessage, cut, MAX_MESSAGE } from './cut.js';

/**
 * The knowledge, after a failure, of what the service did with the request.
 *
 * - `not-sent`: nothing was sent.
 * - `rejected`: the service rejected the call; that nothing was done is assumed (`dialect.refusalWithoutCode`).
 * - `unknown`: the service may have acted: look before you repeat the call.
 */
export type Outcome = 'not-sent' | 'rejected' | 'unknown';

interface FuturesErrorInit {
  readonly outcome: Outcome;
  readonly operationId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * Base of every error of this package. `code` is stable and narrows {@link AnyFuturesError} in a `switch`. `message` has at most
 * 2000 characters, for any response. `structuredClone` (`postMessage`, `worker_threads`) keeps neither `outcome` nor
 * `code` of an error: send `error.toJSON()`.
 */
export abstract class FuturesError extends Error {
  /** Written out in each class: a minifier renames classes. A field, because an assignment throws where Error.prototype is frozen. */
  abstract override readonly name: string;
  abstract readonly code: string;
  /** Says if the service may have acted on the request. */
  readonly outcome: Outcome;
  /** The operation that failed, by operationId; absent when the failure belongs to no call. */
  // `declare`: a field statement would put `operationId: undefined` on every error.
  declare readonly operationId?: string;
  /** Number of requests sent, when it was more than one. Only reads are ever retried. */
  declare readonly attempts?: number;

  constructor(message: string, init: FuturesErrorInit) {
    super(boundMessage(message), init.cause === undefined ? undefined : { cause: init.cause });
    this.outcome = init.outcome;
    if (init.operationId !== undefined) this.operationId = init.operationId;
  }

  /**
   * The members that programs decide by and people read, as a plain object for `JSON.stringify`, logs and other threads: no
   * text is longer than 2000 characters.
   */
  toJSON(): FuturesErrorJson {
    const { message } = this;
    const scalars = Object.entries({ ...this, message }).filter(([, value]) => SCALARS.has(typeof value));
    const bounded = scalars.map(([name, value]) => [
      name,
      typeof value === 'string' ? cut(value, MAX_MESSAGE - 1) : value,
    ]);
    return Object.fromEntries(bounded) as FuturesErrorJson;
  }
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** An error as {@link FuturesError.toJSON} gives it: its members that are text, numbers or booleans. */
export interface FuturesErrorJson {
  readonly name: string;
  readonly message: string;
  readonly code: AnyFuturesError['code'];
  readonly outcome: Outcome;
  readonly operationId?: string;
  readonly [member: string]: unknown;
}

/** An argument or option is wrong. Thrown before anything is sent; `field` names the input, option or header. */
export class ArgumentError extends FuturesError {
  override readonly name: string = 'ArgumentError';
  readonly code = 'ARGUMENT';
  readonly field: string;

  constructor(message: string, init: { field: string; operationId?: string | undefined; cause?: unknown }) {
    super(message, { ...init, outcome: 'not-sent' });
    this.field = init.field;
  }
}

/**
 * This runtime cannot do what the call needs, or a file of this package is gone. Thrown before anything is sent; `option` names
 * the way out where an option is one.
 */
export class UnsupportedError extends FuturesError {
  override readonly name: string = 'UnsupportedError';
  readonly code = 'UNSUPPORTED';
  declare readonly option?: string;

  constructor(message: string, init: { option?: string; operationId?: string | undefined; cause?: unknown }) {
    super(message, { ...init, outcome: 'not-sent' });
    if (init.option !== undefined) this.option = init.option;
  }
}

/** The rate budget has no room for this call within its deadline. Thrown before anything is sent. */
export class RateLimitError extends FuturesError {
  override readonly name: string = 'RateLimitError';
  readonly code = 'RATE_LIMIT';
  /** Milliseconds that the call would have had to wait, as far as is known. */
  readonly waitMs: number;

  constructor(message: string, init: { waitMs: number; operationId?: string | undefined; cause?: unknown }) {
    super(message, { ...init, outcome: 'not-sent' });
    this.waitMs = init.waitMs;
  }
}

/**
 * Why a journal refused:
 *
 * - `store`: it cannot be opened, read or written (a full disk, a lost connection); see `cause`;
 * - `lock`: another process has it open, or that cannot be excluded;
 * - `conflict`: it has a different order under the same clientOrderId;
 * - `cannot-tell`: it may have had an order under that clientOrderId, and does not know any more what became of it;
 * - `lease`: another process works on the order;
 * - `clock`: the clock was set or corrected after the intent was written: submit the order again.
 */
export type JournalFailure = 'store' | 'lock' | 'conflict' | 'cannot-tell' | 'lease' | 'clock';

interface JournalErrorInit {
  readonly operationId?: string | undefined;
  readonly cause?: unknown;
  readonly outcome?: 'not-sent' | 'unknown';
  /** `store` when left out. */
  readonly reason?: JournalFailure;
}

/**
 * A journal did not take the intent of an order, or cannot be used; `reason` says why. Nothing was sent. Only as the
 * `journalError` or the `cause` of an order that may have been sent, its outcome is `unknown`.
 */
export class JournalError extends FuturesError {
  override readonly name: string = 'JournalError';
  readonly code = 'JOURNAL';
  readonly reason: JournalFailure;

  constructor(message: string, { reason = 'store', ...init }: JournalErrorInit = {}) {
    super(message, { outcome: 'not-sent', ...init });
    this.reason = reason;
  }
}

/**
 * No complete response arrived. One of {@link NetworkError}, {@link TimeoutError}, {@link AbortedError},
 * {@link ResponseTooLargeError}.
 */
export abstract class TransportError extends FuturesError {}

/** The connection could not be made (`outcome: 'not-sent'`) or broke (`outcome: 'unknown'`); see `cause`. */
export class NetworkError extends TransportError {
  override readonly name: string = 'NetworkError';
  readonly code = 'NETWORK';
}

/** The deadline (`timeoutMs`) passed before the response was complete. */
export class TimeoutError extends TransportError {
  override readonly name: string = 'TimeoutError';
  readonly code = 'TIMEOUT';
  readonly timeoutMs: number;

  constructor(message: string, init: FuturesErrorInit & { timeoutMs: number }) {
    super(message, init);
    this.timeoutMs = init.timeoutMs;
  }
}

/** The response is larger than `maxBodyBytes`: reading stopped, and nothing of it is kept. */
export class ResponseTooLargeError extends TransportError {
  override readonly name: string = 'ResponseTooLargeError';
  readonly code = 'RESPONSE_TOO_LARGE';
  readonly maxBodyBytes: number;

  constructor(message: string, init: FuturesErrorInit & { maxBodyBytes: number }) {
    super(message, init);
    this.maxBodyBytes = init.maxBodyBytes;
  }
}

/** The caller's `signal` was aborted; `cause` is its reason. */
export class AbortedError extends TransportError {
  override readonly name: string = 'AbortedError';
  readonly code = 'ABORTED';
}

interface ResponseErrorInit extends FuturesErrorInit {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs?: number | undefined;
}

/**
 * A response arrived and is not a success. One of {@link HttpStatusError}, {@link ApiError},
 * {@link ResponseShapeError}.
 */
export abstract class ResponseError extends FuturesError {
  /** HTTP status code of the response. */
  readonly status: number;
  /** Body as received (key and signature are redacted if the service echoed them). */
  readonly body: string;
  /** Milliseconds that the service asks to wait (Retry-After); absent when it does not. */
  declare readonly retryAfterMs?: number;

  constructor(message: string, init: ResponseErrorInit) {
    super(message, init);
    this.status = init.status;
    this.body = init.body;
    if (init.retryAfterMs !== undefined) this.retryAfterMs = init.retryAfterMs;
  }
}

/** The HTTP status is not 2xx (of a read, not 200), and the body carries no refusal. */
export class HttpStatusError extends ResponseError {
  override readonly name: string = 'HttpStatusError';
  readonly code = 'HTTP_STATUS';
}

interface ApiErrorInit extends ResponseErrorInit {
  readonly apiCode: string | undefined;
  readonly apiMessage: string | undefined;
  readonly data: unknown;
  readonly hints?: readonly string[];
}

/** The service refused or reports failure: its envelope has a code other than 0, or says so. HTTP status 200 is usual. */
export class ApiError extends ResponseError {
  override readonly name: string = 'ApiError';
  readonly code = 'API';
  /** The envelope's `code` by its value, always text (`"-1021"`); undefined when there is none, or no text or number. */
  readonly apiCode: string | undefined;
  /** The envelope's `msg` as sent: localised, never to be tested. */
  readonly apiMessage: string | undefined;
  /** The envelope's `data`, decoded. */
  readonly data: unknown;
  /** Hints after a refused signature (code -1022): likely mistakes for this request, likeliest first. */
  readonly hints: readonly string[];

  constructor(message: string, init: ApiErrorInit) {
    super(message, init);
    this.apiCode = init.apiCode;
    this.apiMessage = init.apiMessage;
    this.data = init.data;
    this.hints = init.hints ?? [];
  }
}

/**
 * The service refused the timestamp (code -1021): by its clock, the request came too late or too early. An ApiError that
 * knows the clocks: unless the option `clock` is `local`, the client has measured the service's, for the calls to come.
 */
export class ClockError extends ApiError {
  override readonly name: string = 'ClockError';
  /** Service time minus this machine's, in milliseconds. */
  readonly offsetMs: number;
  /** Most that `offsetMs` may be off; Infinity when the service's clock was not measured. */
  readonly uncertaintyMs: number;

  constructor(message: string, init: ApiErrorInit & { offsetMs: number; uncertaintyMs: number }) {
    super(message, init);
    this.offsetMs = init.offsetMs;
    this.uncertaintyMs = init.uncertaintyMs;
  }
}

/** HTTP says success, but the body is not JSON or not of the documented shape. */
export class ResponseShapeError extends ResponseError {
  override readonly name: string = 'ResponseShapeError';
  readonly code = 'RESPONSE_SHAPE';
}

/**
 * A history cannot be walked to its end: its pages contradict one another, or show that `fromId` or `limit` has no
 * effect. Every record up to here is correct; there may be more.
 */
export class PagingError extends FuturesError {
  override readonly name: string = 'PagingError';
  readonly code = 'PAGING';

  constructor(message: string, init: { operationId: string }) {
    super(message, { ...init, outcome: 'unknown' });
  }
}

/** Every concrete error of this package; `switch (error.code)` narrows it. */
export type AnyFuturesError =
  | ArgumentError
  | UnsupportedError
  | RateLimitError
  | JournalError
  | NetworkError
  | TimeoutError
  | AbortedError
  | ResponseTooLargeError
  | HttpStatusError
  | ApiError
  | ResponseShapeError
  | PagingError;

/**
 * Tells whether a caught value is an error of this package. Unlike `instanceof FuturesError`, it narrows to {@link AnyFuturesError}, so that
 * `switch (error.code)` knows the fields of each.
 *
 * @example
 * if (isFuturesError(error) && error.code === 'API') console.error(error.apiCode);
 */
export const isFuturesError = (error: unknown): error is AnyFuturesError => error instanceof FuturesError;
