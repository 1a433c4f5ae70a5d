import { JournalError } from '../core/errors.js';

/** Why a journal takes no second intent of an order. */
export const alreadyThere = (clientOrderId: string): JournalError =>
  new JournalError(
    `the journal already has an open or accepted order with the clientOrderId ${clientOrderId}. ` +
      'Look it up, or use another clientOrderId.',
    { reason: 'conflict' },
  );

/** Said of an order of which only the clientOrderId was kept. */
export const DROPPED = 'an accepted order had it, whose details the journal no longer has';

/** Why it takes none that it may have had before. */
export const cannotTell = (clientOrderId: string, why: string): JournalError =>
  new JournalError(
    `the journal cannot tell whether the clientOrderId ${clientOrderId} is new: ${why}. ` +
      'Look it up at the service; if there is no such order, use another clientOrderId.',
    { reason: 'cannot-tell' },
  );

/** Why an order that has waited is not sent: another copy of this package, or a wrapper of the journal, came first. */
export const lookedUp = (): JournalError =>
  new JournalError(
    'another client of this program has begun to look this order up, because it does not see that this one is about to ' +
      'send it. Give all of them the same journal object.',
    { reason: 'lease' },
  );
