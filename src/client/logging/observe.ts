import { ApiError, FuturesError, ResponseError } from '../../core/errors.js';
import type { Attempt } from '../attempt.js';
import { openChannels } from './channels.js';
import { excerpt } from '../excerpt.js';
import { headerOf } from '../header-of.js';
import { tell, undisturbed } from './log.js';
import { redactorOf } from '../redactor-of.js';
import type { Send, Sent } from '../send.js';
import type { Settings } from '../settings.js';

/** What both channels carry: one object for an attempt, filled in when it has ended. */
export interface AttemptEvent {
  readonly operationId: string;
  readonly method: string;
  readonly origin: string;
  /** Gateway prefix and path, without the query. */
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** HTTP status, when an answer came. */
  readonly status?: number;
  /** Headers of the answer that `logHeaders` names, when an answer came. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds from the begin, waiting for the rate budget included, to the end. */
  readonly durationMs?: number;
  /** How it failed; absent after a success. */
  readonly error?: AttemptFailure;
}

/** How an attempt failed. */
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

/** Makes one attempt, and tells logger and channels about it. Nothing that they do changes the attempt. */
export async function observeAttempt<T>(
  { operation, encoded, call }: Attempt,
  attempt: number,
  { log, origin, prefix }: Settings,
  send: Send,
  read: (operation: Attempt['operation'], sent: Sent) => T | Promise<T>,
): Promise<T> {
  const { operationId, method, path, effect } = operation;
  const begun = { operationId, method, origin, path: prefix + path, attempt };
  const ended: Ended = {};
  // The channels get an object of their own: a subscriber can do with it what it likes, freezing included.
  const event: AttemptEvent = { ...begun };
  const channels = openChannels();
  const startedAtMs = performance.now();
  undisturbed(() => channels?.start.publish(event));
  const started = `${operationId}: attempt ${attempt}: ${method} ${begun.path}`;
  tell(log, { level: 'debug', event: 'attempt.start', message: started, operationId, details: { ...begun } });
  try {
    const sent = await send(operation, encoded, call);
    ended.status = sent.response.status;
    ended.headers = pick(sent, log.headers);
    return await read(operation, sent);
  } catch (error) {
    ended.error = failureOf(error);
    throw error;
  } finally {
    ended.durationMs = performance.now() - startedAtMs;
    undisturbed(() => Object.assign(event, ended));
    undisturbed(() => channels?.end.publish(event));
    const { error, status } = ended;
    const after = `after ${Math.round(ended.durationMs)} ms`;
    tell(log, {
      level: error === undefined ? 'info' : error.outcome === 'unknown' && effect !== 'read' ? 'error' : 'warn',
      event: 'attempt.end',
      message:
        error === undefined
          ? `${operationId}: status ${status} ${after}`
          : `${operationId}: failed ${after}: ${error.message.replace(`${operationId}: `, '')}`,
      operationId,
      details: { ...begun, ...ended },
    });
  }
}

/** A service may say key and signature back in any header. */
function pick(sent: Sent, names: readonly string[]): Record<string, string> {
  const redact = redactorOf(sent);
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(sent.response, name);
    if (value !== undefined) found[name] = redact(value);
  }
  return found;
}

function failureOf(error: unknown): AttemptFailure {
  if (!(error instanceof FuturesError)) return { code: 'UNKNOWN', outcome: 'unknown', message: 'failed' };
  const { code, outcome, message } = error;
  if (error instanceof ApiError) return { code, outcome, apiCode: error.apiCode, message };
  if (error instanceof ResponseError) {
    return { code, outcome, message: message.replace(`: ${excerpt(error.body)}`, '') };
  }
  return { code, outcome, message };
}
