import { readMs } from '../client/call-options.js';
import { assertKnown } from '../core/options.js';
import type { CallOptions } from '../client/options.js';
import type { ResolveLimits } from './resolve.js';

const DEFAULTS: ResolveLimits = { resolveWithinMs: 15_000, acceptanceWindowMs: 5000, settleMs: 2000 };
const CALL_NAMES = ['signal', 'timeoutMs', 'headers'];

/** Checks and fills in how long an order is looked for. @throws {ArgumentError} Naming the option that is wrong. */
export function readLimits(
  method: string,
  options: Partial<ResolveLimits> & CallOptions,
  more: readonly string[],
): ResolveLimits {
  const refusing = { caller: method };
  assertKnown(options, [...Object.keys(DEFAULTS), ...CALL_NAMES, ...more], 'an option', refusing);
  const read = (name: keyof ResolveLimits) => readMs(name, options[name] ?? DEFAULTS[name], 0, refusing);
  readMs('timeoutMs', options.timeoutMs ?? 1, 1, refusing);
  return {
    resolveWithinMs: read('resolveWithinMs'),
    acceptanceWindowMs: read('acceptanceWindowMs'),
    settleMs: read('settleMs'),
  };
}
