import { refuse, type Refusing } from '../core/argument.js';
import { readHeaders } from '../core/http-headers.js';
import { assertKnown, ownOptions } from '../core/options.js';
import type { CallOptions } from './options.js';

/** {@link CallOptions}, checked and filled in. */
export interface CallSettings {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

const NAMES: readonly (keyof CallOptions)[] = ['signal', 'timeoutMs', 'headers'];

/** The longest delay of a timer. Runtimes fire a longer one at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws {ArgumentError} Naming the option of the call that is wrong. Nothing was sent. */
export function readCallOptions(options: CallOptions, usual: CallSettings): CallSettings {
  const own = ownOptions(options);
  assertKnown(own, NAMES, 'an option of a call');
  const { signal, timeoutMs, headers } = own;
  return {
    signal: readSignal(signal),
    timeoutMs: readMs('timeoutMs', timeoutMs ?? usual.timeoutMs, 1),
    headers: headers ? readHeaders(headers) : undefined,
  };
}

/** Checks a number of milliseconds that a timer can wait. */
export function readMs(field: string, ms: number, least = 0, refusing?: Refusing): number {
  if (typeof ms === 'number' && ms >= least && ms <= MAX_TIMEOUT_MS) return ms;
  const problem = `must be a number of milliseconds from ${least} to ${MAX_TIMEOUT_MS}, got ${show(ms)}`;
  return refuse(field, problem, refusing);
}

/** Shows a value that should be a number. JSON has no words for NaN, Infinity and bigints. */
export const show = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? 'an object'
    : typeof value === 'string'
      ? JSON.stringify(value)
      : String(value);

/** A controller in place of its signal would fail after the request has started. */
export function readSignal(signal: AbortSignal | null | undefined): AbortSignal | undefined {
  if (signal === undefined || signal === null) return undefined;
  const methods: readonly unknown[] = [signal.addEventListener, signal.removeEventListener];
  if (typeof signal.aborted === 'boolean' && methods.every((method) => typeof method === 'function')) return signal;
  return refuse('signal', 'must be an AbortSignal');
}
