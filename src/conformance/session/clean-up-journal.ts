import { refuse } from '../../core/argument.js';
import { readBaseUrl } from '../call/base-url.js';
import { cleanUp, nameOf } from './clean-up.js';
import { type LostOrder, openJournal, readJournal } from '../ledger/run-journal.js';
import { createLedger, PREFIX } from '../ledger/ledger.js';
import type { ConformanceOptions } from '../model/report-model.js';
import { establishPremises, measureClock } from './establish-premises.js';
import { asNone } from '../findings/check.js';
import { assertMode } from '../call/safety.js';
import { REAL_TIME, type Timing } from '../call/timing.js';
import { createSession } from './session.js';

/** Options of {@link cleanUpConformance}. */
export type CleanUpOptions = Required<Pick<ConformanceOptions, 'baseUrl' | 'credentials'>> &
  Pick<ConformanceOptions, 'timeoutMs' | 'rate' | 'signal' | 'signing' | 'sign'> & {
    /** Label of the account, as it was typed for the run. */
    readonly account: string;
  };

/** The result of cleaning up the orders of a journal. */
export interface CleanedUp {
  /** Orders that were not known to be gone, as contract and id. */
  readonly found: readonly string[];
  /** Found orders that still could not be shown to be gone. */
  readonly left: readonly string[];
  /** The last response, where it is not a list of the open orders. */
  readonly reason?: string;
}

/**
 * Cancels what the runs of a journal left behind: each order by its id, found by its clientOrderId where the id was never
 * told. Nothing else is cancelled, and what is gone is written down.
 *
 * @throws {ArgumentError} Before anything is sent: the file is not a journal, or names no run of this address and account.
 * @example
 * const { left } = await cleanUpConformance('futures-conformance-journal.jsonl', { baseUrl, credentials, account: 'test' });
 */
export function cleanUpConformance(file: string, options: CleanUpOptions): Promise<CleanedUp> {
  return cleanUpIn(file, options, REAL_TIME);
}

/** {@link cleanUpConformance} by another clock. */
export async function cleanUpIn(file: string, options: CleanUpOptions, timing: Timing): Promise<CleanedUp> {
  const { account, credentials } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const permission = { wipe: ['cancelOrder'], hosts: [baseUrl.hostname], account } as const;
  const conformance: ConformanceOptions = { ...options, leaveSignal: options.signal, mode: 'mutate', permission };
  assertMode(conformance, baseUrl);
  if (credentials === undefined)
    refuse('credentials', 'are missing (FUTURES_API_KEY and FUTURES_API_SECRET): a cancel is signed');
  const { runs, orders, gone, lost } = readJournal(file);
  const ofHere = [...runs].filter(([, run]) => run.baseUrl === baseUrl.href && run.account === account);
  if (ofHere.length === 0) {
    const known = [...runs.values()].map((run) => `${run.account} at ${run.baseUrl}`);
    refuse(
      'journal',
      `${file} names no run of account ${account} at ${baseUrl.href}, only ${[...new Set(known)].join(', ')}`,
    );
  }
  const ids = new Set(ofHere.map(([run]) => run));
  const journal = openJournal(file);
  const earlier = orders.filter(({ run }) => ids.has(run));
  const ended = gone.filter(({ run }) => earlier.some((order) => order.run === run));
  const ledger = createLedger({ journal, prefix: PREFIX, earlier, ended, now: timing.now });
  const damaged = lost.filter(({ run }) => ids.has(run) || !runs.has(run)).map(nameOfLost);
  const found = ledger.open.filter(({ outcome }) => outcome !== 'refused').map(nameOf);
  const session = createSession(conformance, baseUrl, { ledger, timing });
  try {
    await measureClock(session);
    // The run may have found another rule than the given one; its orders can only be cancelled by that rule.
    await establishPremises(session, conformance);
    const left = [...(await cleanUp(session)), ...damaged];
    // A session that has stopped throws.
    const last = left.length > 0 ? await session.context([]).call('getOpenOrders', {}).catch(asNone) : undefined;
    const isOdd = last !== undefined && last.kind !== 'accepted';
    return { found: [...found, ...damaged], left, ...(isOdd && { reason: `getOpenOrders: ${last.summary}` }) };
  } finally {
    session.close();
    journal.close();
  }
}

const nameOfLost = ({ run, n }: LostOrder): string =>
  run === ''
    ? `line ${n} of the journal, which is damaged`
    : `order ${n} of run ${run}, whose lines in the journal are damaged`;
