import { readMs } from '../client/call-options.js';
import type { CallOptions } from '../client/options.js';
import { refuse } from '../core/argument.js';
import { ownOptions } from '../core/options.js';
import type { OrderJournal } from '../journal/journal.js';

/** Options of `watchOrders`. */
export interface WatchOptions {
  /** The contract whose orders are watched. */
  readonly contractName: string;
  /** The `token` of an event, to go on right after it. Left out: from now on. */
  readonly since?: string | undefined;
  /** Ends the watch: the loop ends as after a last event, and nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between two looks while something changes. Default 1000. */
  readonly fastestMs?: number | undefined;
  /** Milliseconds between two looks when nothing has changed for a while. Default 15000; the histories are read half as often. */
  readonly slowestMs?: number | undefined;
  /**
   * Longest lag of one read of the service behind another, milliseconds. Default 10000. Assumed: no source says. Nothing is called
   * `gone` or a `gap` before it has passed.
   */
  readonly settleMs?: number | undefined;
  /** Milliseconds that one read may take. Default: as the client has it. */
  readonly timeoutMs?: number | undefined;
  /** Also yields an event when reads fail. Default false. */
  readonly interruptions?: boolean | undefined;
  /** Where `submitOrder` wrote its orders. Default: the journal of the client. */
  readonly journal?: OrderJournal | undefined;
}

/** {@link WatchOptions}, checked and filled in. */
export type WatchSettings = WatchOptions & {
  readonly [Name in 'fastestMs' | 'slowestMs' | 'settleMs']: number;
} & {
  /** Greatest age of a read by another watch of the client that this one may use, milliseconds. */
  readonly shareMs: number;
  readonly call: CallOptions;
};

const NAMES = 'contractName since signal fastestMs slowestMs settleMs timeoutMs interruptions journal'.split(' ');

/** @throws {ArgumentError} Naming the option that is wrong. Nothing was sent. */
export function readWatchOptions(given: WatchOptions, signal: AbortSignal): WatchSettings {
  const options = ownOptions(given, NAMES, REFUSING);
  const { contractName, timeoutMs } = options;
  if (typeof contractName !== 'string' || contractName === '') refuse('contractName', 'must name a contract', REFUSING);
  const fastestMs = readMs('fastestMs', options.fastestMs ?? 1000, 1);
  return {
    ...options,
    fastestMs,
    shareMs: fastestMs / 2,
    slowestMs: readMs('slowestMs', options.slowestMs ?? Math.max(15_000, fastestMs), fastestMs),
    settleMs: readMs('settleMs', options.settleMs ?? 10_000),
    call: timeoutMs === undefined ? { signal } : { signal, timeoutMs: readMs('timeoutMs', timeoutMs, 1) },
  };
}

const REFUSING = { caller: 'watchOrders' };
