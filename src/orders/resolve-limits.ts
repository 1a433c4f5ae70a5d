import { refuse } from '../core/argument.js';
import { assertKnown } from '../core/options.js';
import type { CallOptions } from '../client/options.js';
import type { ResolveLimits } from './resolve.js';

const DEFAULTS: ResolveLimits = { resolveWithinMs: 15_000, acceptanceWindowMs: 5000, settleMs: 2000 };
const CALL_NAMES = ['signal', 'timeoutMs', 'headers'];

/** The longest delay of a timer; beyond it, runtimes fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** Checks and fills in how long an order is looked for. @throws {ArgumentError} Naming the option that is wrong. */
export function readLimits(
  method: string,
  options: Partial<ResolveLimits> & CallOptions,
  more: readonly string[],
): ResolveLimits {
  const refusing = { caller: method };
  assertKnown(options, [...Object.keys(DEFAULTS), ...CALL_NAMES, ...more], 'an option', refusing);
  const read = (name: keyof ResolveLimits): number => {
    const ms: unknown = options[name] ?? DEFAULTS[name];
    if (typeof ms === 'number' && ms >= 0 && ms <= MAX_MS) return ms;
    return refuse(name, `must be a number of milliseconds from 0 to ${MAX_MS}`, refusing);
  };
  const timeoutMs: unknown = options.timeoutMs ?? 1;
  if (!(typeof timeoutMs === 'number' && timeoutMs >= 1 && timeoutMs <= MAX_MS))
    refuse('timeoutMs', `must be a number of milliseconds from 1 to ${MAX_MS}`, refusing);
  return {
    resolveWithinMs: read('resolveWithinMs'),
    acceptanceWindowMs: read('acceptanceWindowMs'),
    settleMs: read('settleMs'),
  };
}
