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
