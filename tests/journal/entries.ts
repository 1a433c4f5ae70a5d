import { limitBuy } from '../support/orders.js';
import type { JournalIntent, JournalResult } from '../../src/journal/journal.js';

export const intentEntry = (id: string, clientOrderId = `c-${id}`): JournalIntent => ({
  ...{ v: 1, type: 'intent', id, clientOrderId },
  input: { ...limitBuy, ...{ positionType: '1', price: '60000.10', volume: '2', clientOrderId } },
  ...{ timestampMs: 1_760_000_000_000, offsetMs: 0, earliestMs: null },
});

export const resultEntry = (
  id: string,
  outcome: JournalResult['outcome'],
  clientOrderId = `c-${id}`,
): JournalResult => ({
  ...{ v: 1, type: 'result', id, clientOrderId, outcome, timestampMs: 1_760_000_000_100 },
  ...(outcome === 'accepted' ? { orderId: '256609229205684228' } : {}),
});

/** Damage to one row of a table, as the assignments that do it. */
export const DAMAGED_ROWS: readonly (readonly [string, string])[] = [
  ['an intent that is cut', "intent = '{'"],
  ['an outcome that is none', "outcome = 'absenT'"],
  ['an outcome without a result', "outcome = 'sent'"],
  ['a result without an outcome', `result = '${JSON.stringify(resultEntry('1', 'sent'))}'`],
  ['a result of another intent', `outcome = 'sent', result = '${JSON.stringify(resultEntry('2', 'sent'))}'`],
  ['another id', "id = '9'"],
  ['another clientOrderId', "client_order_id = 'c-9'"],
  ['another account', "account = 'b'"],
];
