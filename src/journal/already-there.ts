import { JournalError } from '../core/errors.js';

/** Why a journal takes no second intent of an order. */
export const alreadyThere = (clientOrderId: string): JournalError =>
  new JournalError(
    `the journal already has an open or accepted order with the clientOrderId ${clientOrderId}. ` +
      'Look it up, or use another clientOrderId.',
  );
