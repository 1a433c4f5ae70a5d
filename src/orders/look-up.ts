import type { CallOptions } from '../client/options.js';
import { readHistory } from './read-history.js';
import { ask, type OrderEvidence, type LookupClient } from './evidence.js';
import { askForDetail, selectsByClientOrderId } from './order-detail.js';
import type { OrderIntent } from './intent.js';
import { type CreationWindow, type FoundOrder, judge } from './match.js';
import { type EarlierRounds, mayBeCut, readTrades } from './read-trades.js';
import { createSorted } from './sorted-orders.js';

/** The proof of one round of lookups. `unclear` proves nothing: `why` is what is in the way, if no lookup failed or showed a candidate. */
export type LookUpVerdict =
  | { readonly kind: 'ours'; readonly order: FoundOrder }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unclear'; readonly why?: string };

/**
 * Looks an order up once, in all four ways, and ends with the first proof.
 *
 * One after another, open orders before the history: an order that is done in between leaves the first for the second,
 * and the other way round both would miss it.
 *
 *   getOrder by clientOrderId ─► getOpenOrders ─► getOrderHistory ─► (control of getOrder) ─► getTradeHistory
 */
export async function lookUp(
  client: LookupClient,
  intent: OrderIntent,
  window: CreationWindow,
  evidence: OrderEvidence,
  options: CallOptions,
  earlier: EarlierRounds,
): Promise<LookUpVerdict> {
  const contractName = intent.input['contractName']!;
  const sorted = createSorted(intent, window, evidence, earlier);

  const detail = await askForDetail(client, { contractName, clientOrderId: intent.clientOrderId }, evidence, options);
  if (detail !== undefined) sorted.addDetail(detail.atMs, detail.order);
  if (sorted.ours !== undefined) return { kind: 'ours', order: sorted.ours };

  const open = await ask(evidence, 'getOpenOrders', () => client.getOpenOrders({ contractName }, options));
  if (open !== undefined) sorted.addRows('getOpenOrders', open.atMs, open.found);
  if (sorted.ours !== undefined) return { kind: 'ours', order: sorted.ours };

  const history = await ask(evidence, 'getOrderHistory', () => readHistory(client, contractName, window, options));
  if (history !== undefined) sorted.addRows('getOrderHistory', history.atMs, history.found.records);
  if (sorted.ours !== undefined) return { kind: 'ours', order: sorted.ours };

  const shown = detail?.order;
  const judgement = shown === undefined || sorted.isContradicted(shown) ? 'other' : judge(shown, intent, window);
  if (shown !== undefined && judgement !== 'possible') {
    // Without its id on it, an order is ours where getOrder selects by that id; else it is just the newest one.
    const selects = await selectsByClientOrderId(client, intent, evidence, options);
    if (selects === true && judgement === 'agrees') return { kind: 'ours', order: shown };
    // Selected by our id and yet another id, another price, or of another day: no proof of anything.
    if (selects !== false && judgement !== 'agrees')
      return { kind: 'unclear', why: 'getOrder shows another order for this clientOrderId' };
  }

  const trades = await ask(evidence, 'getTradeHistory', () => readTrades(client, contractName, earlier, options));
  if (trades !== undefined) sorted.addTrades(trades.atMs, trades.found.trades, history?.found.olderId);

  if (detail === undefined || open === undefined || history === undefined || trades === undefined)
    return { kind: 'unclear' };
  const { reach } = history.found;
  // Newest first is told from identifiers alone; where getOrder finds nothing either, that will do.
  const reaches = reach === 'all' || (reach === 'recent' && shown === undefined);
  if (sorted.hasCandidates()) return { kind: 'unclear', why: 'a lookup showed what may be this order' };
  if (!reaches) return { kind: 'unclear', why: 'the order history could not be read back to the time of the order' };
  if (!trades.found.isWhole) return { kind: 'unclear', why: 'the trades could not be read to the newest one' };
  // The open orders cannot be paged: where a service lists no more than so many, the one that is looked for may be the next.
  if (!mayBeCut(open.found)) return { kind: 'nothing' };
  return {
    kind: 'unclear',
    why: `${open.found.length} open orders are listed, and there may be more than the list has`,
  };
}
