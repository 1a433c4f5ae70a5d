import type { Report } from '../conformance/model/report-model.js';
import { ArgumentError, FuturesError, type Outcome } from '../core/errors.js';
import { PROMISES } from '../core/outcome.js';

/** Exit codes of the command line. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  notSent: 3,
  rejected: 4,
  unknown: 5,
  unprinted: 6,
  different: 7,
  uncovered: 8,
  wrongRequests: 9,
  otherAccounts: 10,
} as const;

/** The codes that a call can end with. After a read, code 5 costs nothing and code 6 does not occur. */
export const exitsOfCall = (isRead = false): string => `Exit codes:
  0  done
  1  failed for another reason
  2  wrong command line${isRead ? '' : ', or confirmation needed but no terminal'}; nothing was sent
  3  not sent: ${PROMISES['not-sent']}
  4  rejected: ${PROMISES.rejected}
  5  unknown: ${isRead ? 'no response that can be used; it only reads, so repeat it' : PROMISES.unknown + UNPRINTED}`;

const UNPRINTED = `
  6  done, but standard output could not be written; the result is on standard error; do not repeat the call`;

const OF_OUTCOME: Readonly<Record<Outcome, number>> = {
  'not-sent': EXIT.notSent,
  rejected: EXIT.rejected,
  unknown: EXIT.unknown,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof ArgumentError) return EXIT.usage;
  return error instanceof FuturesError ? OF_OUTCOME[error.outcome] : EXIT.failed;
}

/**
 * The exit code of a conformance run: done only when nothing declared failed and no known failure passed. A run that the kit
 * itself broke, or that could judge nothing because the service was out of reach, is not a success either.
 */
export function exitCodeOfReport({ ok, totals: { byVerdict, specifiedAndChecked } }: Report): number {
  const blind = specifiedAndChecked === 0 && byVerdict['cannot-tell'] > 0;
  return ok && byVerdict['harness-error'] === 0 && !blind ? EXIT.done : EXIT.failed;
}
