import type { CheckRow, Context } from '../findings/check.js';
import { CHANGES } from '../findings/premises.js';
import { clauses } from '../model/clauses.js';
import type { Clause } from '../model/report-model.js';
import { everyCancel, laterOn } from '../scenes/cancels.js';
import { compareTerms, layOut } from '../scenes/open-orders.js';
import { asCheck, ofOrders } from './judged-orders.js';

export const ofHeld = { ...ofOrders, throwAway: true, control: 'shape/createOrder/success' } as const;

const { cancelOne, orders, reads } = clauses;

const played = (name: string, title: string, clause: Clause, play: (context: Context) => Promise<unknown>): CheckRow =>
  asCheck({ ...ofHeld, id: `state/order/${name}`, title, clause, play });

export const openOrderChecks: readonly CheckRow[] = [
  played('one-for-each-create', 'each accepted order is one open order, and no other comes with it', orders, layOut),
  played('under-its-contract', 'an order is listed under its contract and under no other', orders, layOut),
  {
    ...played(
      'as-asked',
      'an open order has the side, type, contract and price that were asked for',
      orders,
      compareTerms,
    ),
    assumes: [...CHANGES, 'response.order'],
  },
  played('shown-every-time', 'an open order is on each list of the open orders', reads, layOut),
  played('every-cancel-works', 'each of several cancels in a row cancels its order', cancelOne, everyCancel),
  played('cancelled-stays-gone', 'a cancelled order is not open again later', cancelOne, laterOn),
];
