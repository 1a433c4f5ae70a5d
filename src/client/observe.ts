import { ApiError, FuturesError } from '../core/errors.js';
import { openChannels } from './channels.js';
import type { Attempt } from './attempt.js';
import { headerOf } from './header-of.js';
import type { LogLevel } from './log.js';
import { receive } from './receive.js';
import type { Send, Sent } from './send.js';
import type { Log, Settings } from './settings.js';

/** What both channels carry: one object for an attempt, filled in when it has ended. */
export interface AttemptEvent {
  readonly operationId: string;
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** HTTP status, when an answer came. */
  status?: number;
  /** Headers of the answer that `logHeaders` names. */
  headers?: Readonly<Record<string, string>>;
  durationMs?: number;
  /** How it failed; absent after a success. The message is redacted. */
  error?: {
    readonly code: string;
    readonly outcome: string;
    readonly apiCode?: string | undefined;
    readonly message: string;
  };
}

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Sends and receives once, and tells logger and channels about it. Nothing that they do changes the attempt. */
export async function observeAttempt(
  { operation, encoded, call }: Attempt,
  attempt: number,
  { log, origin, prefix }: Settings,
  send: Send,
): Promise<unknown> {
  const { operationId, method, path, effect } = operation;
  const event: AttemptEvent = { operationId, method, origin, path: prefix + path, attempt };
  const startedAtMs = performance.now();
  const channels = openChannels();
  publish(() => channels?.start.publish(event));
  tell(log, 'debug', 'attempt.start', operationId, `attempt ${attempt}: ${method} ${event.path}`, { ...event });
  try {
    const sent = await send(operation, encoded, call);
    event.status = sent.response.status;
    event.headers = pick(sent, log.headers);
    return await receive(operation, sent);
  } catch (error) {
    event.error = failureOf(error);
    throw error;
  } finally {
    event.durationMs = performance.now() - startedAtMs;
    publish(() => channels?.end.publish(event));
    const { error, status, durationMs } = event;
    const level = error === undefined ? 'info' : error.outcome === 'unknown' && effect !== 'read' ? 'error' : 'warn';
    const what = error === undefined ? `status ${status}` : error.message;
    tell(log, level, 'attempt.end', operationId, `${what} after ${Math.round(durationMs)} ms`, { ...event });
  }
}

/** Tells the logger something, if it wants to know. */
export function tell(
  { logger, level: least }: Log,
  level: LogLevel,
  event: string,
  operationId: string | undefined,
  message: string,
  details: Readonly<Record<string, unknown>>,
): void {
  if (logger === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
  const text = operationId === undefined ? message : `${operationId}: ${message.replace(`${operationId}: `, '')}`;
  publish(() => logger({ level, event, message: text, operationId, details }));
}

/** What observers throw, at once or by a promise, is theirs: it must not fail a call. */
function publish(tellThem: () => unknown): void {
  try {
    const told = tellThem();
    if (told instanceof Promise) told.catch(() => {});
  } catch {
    // Nothing.
  }
}

function pick({ response }: Sent, names: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of names) {
    const value = headerOf(response, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function failureOf(error: unknown): NonNullable<AttemptEvent['error']> {
  if (!(error instanceof FuturesError)) return { code: 'UNKNOWN', outcome: 'unknown', message: 'failed' };
  const { code, outcome, message } = error;
  return { code, outcome, message, ...(error instanceof ApiError ? { apiCode: error.apiCode } : {}) };
}
