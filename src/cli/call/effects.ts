import type { Effect } from '../../../generated/operations.js';

/** The meaning of the effects to a person at a terminal. */
export const EFFECTS: Readonly<Record<Effect, string>> = {
  read: 'only reads; safe to repeat',
  reversible: 'changes a setting; can be set back (assumed)',
  money: 'can cost money',
  wipe: 'cancels orders, possibly many at once',
};

/** The orders that a wipe reaches: of one contract, or all. */
export const everyOrder = (ofContract: boolean): string =>
  `CANCELS EVERY OPEN ORDER OF THE ${ofContract ? 'CONTRACT' : 'ACCOUNT'}`;

/** Tells whether a call is sent only after a confirmation. */
export const asksFirst = (effect: Effect): boolean => effect === 'money' || effect === 'wipe';
