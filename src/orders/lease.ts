import { JournalError } from '../core/errors.js';
import { type JournalClaim, MOST_SET_BACK_MS, type SharedJournal } from '../journal/journal.js';

/** The lease of one intent, renewed for as long as this process works on it. */
export interface Lease {
  /** @throws {JournalError} When it may have run out: another process may look after the order by now. Nothing was sent. */
  readonly assertLive: () => void;
  /** Ends the renewals; call it when the work has ended, however it ended. */
  release(): void;
}

/** A moment by both clocks: one of them stands still while the machine sleeps, the other one can be set. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export const momentNow = (): Moment => ({ monotonicMs: performance.now(), wallMs: Date.now() });

/** Milliseconds by the clock that went on further. */
export const passedSince = ({ monotonicMs, wallMs }: Moment): number =>
  Math.max(performance.now() - monotonicMs, Date.now() - wallMs);

/** More than clocks part from one another in the time of a lease. */
const DRIFT = 1e-3;

/**
 * Keeps the lease of an intent that was claimed after `since`. The store counts from a later moment than this process, so
 * what this process takes for live is live for the others.
 */
export function keepLease(journal: SharedJournal, claim: JournalClaim, since: Moment): Lease {
  const { leaseMs } = journal;
  let renewedAt = since;
  let isLost = false;
  const renew = async (): Promise<void> => {
    const askedAt = momentNow();
    if (await journal.renew(claim)) renewedAt = askedAt;
    else isLost = true;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A renewal that fails is made up for by the next one, or the lease runs out.
  const renewLater = (): void => {
    timer = setTimeout(() => {
      void renew()
        .catch(() => {})
        .then(() => timer !== undefined && !isLost && renewLater());
    }, leaseMs / 3);
    (timer as { unref?: () => void }).unref?.();
  };
  renewLater();
  return {
    assertLive() {
      const { monotonicMs, wallMs } = momentNow();
      const [passedMs, wallPassedMs] = [monotonicMs - renewedAt.monotonicMs, wallMs - renewedAt.wallMs];
      const isSetBack = wallPassedMs < passedMs - MOST_SET_BACK_MS;
      if (!isLost && !isSetBack && Math.max(passedMs, wallPassedMs) < leaseMs * (1 - DRIFT)) return;
      throw new JournalError(
        `createOrder: the journal lease of this order (${leaseMs / 1000} s) expired before it was sent; was the process ` +
          'stopped or busy, or the clock set? Nothing was sent. Another process may now recover the order.',
        { operationId: 'createOrder', reason: 'lease' },
      );
    },
    release() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
