/** The weight of an entry: `error` is a write whose outcome is unknown. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** One thing that happened. Holds no secret, no key, no signature, no body. */
export interface LogEntry {
  readonly level: LogLevel;
  /** `attempt.start`, `attempt.end`, `retry`, `clock` or `slow-down`. */
  readonly event: string;
  /** The same for a person, in one line. */
  readonly message: string;
  readonly operationId?: string | undefined;
  /** Everything else that belongs to the event, by name. */
  readonly details: Readonly<Record<string, unknown>>;
}

/**
 * Takes what the client has to tell.
 *
 * @example
 * const logger: Logger = ({ level, message, details }) => console.error(level, message, details);
 */
export type Logger = (entry: LogEntry) => void;

/** The logger, and the level that it asks for. */
export interface Log {
  readonly logger: Logger | undefined;
  readonly level: LogLevel;
}

/** From what is least to what matters most. */
export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Tells whether the logger wants to know what matters so much. */
export const listens = ({ logger, level: least }: Log, level: LogLevel): boolean =>
  logger !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(least);

/** Tells the logger something, if it wants to know. */
export function tell(log: Log, entry: LogEntry): void {
  if (listens(log, entry.level)) callSafely(() => log.logger!(entry));
}

/** Calls what belongs to the caller. What it throws, at once or by a promise, is its own: it must not fail a call. */
export function callSafely(callback: () => unknown): void {
  try {
    const result = callback();
    // Most return nothing, and a promise for each would cost more than the call.
    if (typeof result === 'object' || typeof result === 'function') Promise.resolve(result).catch(() => {});
  } catch {
    // Nothing.
  }
}
