import type { Channel } from 'node:diagnostics_channel';
import { cut } from '../../core/cut.js';
import { ApiError, FuturesError, ResponseError } from '../../core/errors.js';
import type { TransportResponse } from '../../transport/transport.js';
import type { Call } from '../call.js';
import { redactorOf } from '../redaction.js';
import { excerpt } from '../response-error.js';
import { headerOf } from '../response-headers.js';
import type { Settings } from '../settings.js';
import { openChannels } from './channels.js';
import { callSafely, listens, tell } from './log.js';

/** The message of both channels: one object for an attempt, filled in when it has ended. */
export interface AttemptEvent {
  readonly operationId: string;
  readonly method: string;
  readonly origin: string;
  /** Gateway prefix and path, without the query. */
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** HTTP status, when a response came. */
  readonly status?: number;
  /** Headers of the response that say something about it and nothing about an account, when a response came. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds from the start, waiting for the rate budget included, to the end. */
  readonly durationMs?: number;
  /** The failure; absent after a success. */
  readonly error?: AttemptFailure;
}

/** The failure of an attempt. */
export interface AttemptFailure {
  /** `code` of the error: `API`, `TIMEOUT` … */
  readonly code: string;
  readonly outcome: string;
  /** Code of the envelope, where there is one. */
  readonly apiCode?: string | undefined;
  /** The message of the error without what it quotes of a body. */
  readonly message: string;
}

type Ended = { -readonly [Name in 'status' | 'headers' | 'durationMs' | 'error']?: AttemptEvent[Name] };

/** Tells logger and channels about one attempt, from its start to its end. Nothing that they do changes the attempt. */
export class ObservedAttempt {
  readonly #call: Call;
  readonly #log: Settings['log'];
  readonly #begun: AttemptEvent;
  readonly #ended: Ended = {};
  readonly #publish: ReturnType<typeof createPublisher>;
  readonly #startedAtMs = performance.now();

  constructor(call: Call, { log, origin, prefix }: Settings) {
    const { operationId, attempt } = call;
    const { method, path } = call.operation;
    const begun = { operationId, method, origin, path: prefix + path, attempt };
    this.#call = call;
    this.#log = log;
    this.#begun = begun;
    this.#publish = createPublisher(begun);
    this.#publish(openChannels()?.start);
    if (!listens(log, 'debug')) return;
    const message = `${operationId}: attempt ${attempt}: ${method} ${begun.path}`;
    tell(log, { level: 'debug', event: 'attempt.start', message, operationId, details: { ...begun } });
  }

  received(response: TransportResponse): void {
    this.#ended.status = response.status;
    this.#ended.headers = pick(this.#call, response);
  }

  failed(error: unknown): void {
    this.#ended.error = failureOf(error);
  }

  end(): void {
    const ended = this.#ended;
    const { operationId, readOnly } = this.#call;
    ended.durationMs = performance.now() - this.#startedAtMs;
    this.#publish(openChannels()?.end, ended);
    const { error, status } = ended;
    const after = `after ${Math.round(ended.durationMs)} ms`;
    tell(this.#log, {
      level: error === undefined ? 'info' : error.outcome === 'unknown' && !readOnly ? 'error' : 'warn',
      event: 'attempt.end',
      message:
        error === undefined
          ? `${operationId}: status ${status} ${after}`
          : `${operationId}: failed ${after}: ${error.message.replace(`${operationId}: `, '')}`,
      operationId,
      details: { ...this.#begun, ...ended },
    });
  }
}

/**
 * Returns the function that publishes an attempt on a channel. The channels share one copy of the event: a subscriber may do
 * anything with it, freezing included.
 */
function createPublisher(begun: AttemptEvent): (channel: Channel | undefined, ended?: Ended) => void {
  let event: AttemptEvent | undefined;
  return (channel, ended) => {
    // A subscriber of the start keeps the object, and sees there how the attempt ended.
    if (event !== undefined && ended !== undefined) callSafely(() => void Object.assign(event!, ended));
    if (channel?.hasSubscribers !== true) return;
    event ??= { ...begun, ...ended };
    callSafely(() => channel.publish(event));
  };
}

/** The headers that an entry has; the others may say something about an account. */
const HEADERS = ['content-length', 'content-type', 'date', 'retry-after', 'server', 'x-request-id'];

/** Characters that an entry quotes of a text of the service. */
const MAX_LOGGED = 200;

/** A service may say key and signature back in any header. */
function pick(call: Call, response: TransportResponse): Record<string, string> {
  let redact: ReturnType<typeof redactorOf> | undefined;
  const found: Record<string, string> = {};
  for (const name of HEADERS) {
    const value = headerOf(response, name);
    if (value !== undefined) found[name] = cut((redact ??= redactorOf(call))(value), MAX_LOGGED);
  }
  return found;
}

function failureOf(error: unknown): AttemptFailure {
  if (!(error instanceof FuturesError)) return { code: 'UNKNOWN', outcome: 'unknown', message: 'failed' };
  const { code, outcome, message } = error;
  if (error instanceof ApiError)
    return { code, outcome, apiCode: error.apiCode && cut(error.apiCode, MAX_LOGGED), message };
  if (error instanceof ResponseError) {
    return { code, outcome, message: message.replace(`: ${excerpt(error.body)}`, '') };
  }
  return { code, outcome, message };
}
