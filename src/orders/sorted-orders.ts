import type { Order, Trade } from '../../generated/client.js';
import { ownMembers } from '../core/encode-input.js';
import { isNoId, isOtherContract } from '../core/same-order.js';
import { compareRecordIds, readRecordId, type RecordId } from '../history/record-id.js';
import type { OrderEvidence, Lookup } from './evidence.js';
import type { OrderIntent } from './intent.js';
import type { CreationWindow, FoundOrder } from './match.js';
import { isBought, isLongBefore, judge, mayBeOurs, readRecord } from './match.js';
import type { EarlierRounds } from './read-trades.js';

/** Sorts what a round of reads shows, and notes it. `undecided` and `named` outlive the round: a list that shows them no more proves nothing. */
export function createSorted(
  intent: OrderIntent,
  window: CreationWindow,
  { lookups }: OrderEvidence,
  { undecided, named }: Pick<EarlierRounds, 'undecided' | 'named'>,
) {
  const candidates = new Set<string>();
  /** Orders that a row shows as another's; the order detail does not count, since it is the one in question. */
  const others = new Set<string>();
  const explained = new Set<string>();
  const nameless = new Set<string>();
  let ours: FoundOrder | undefined;

  function add(operation: Lookup['operation'], atMs: number, orders: readonly FoundOrder[]): void {
    const mine: FoundOrder[] = [];
    const open: string[] = [];
    const judged = orders.map((order) => ({ order, ...readRecord(order), judgement: judge(order, intent, window) }));
    const areRounded = judged.every(({ orderId = '' }) => mayBeRounded(orderId));
    const untold = new Set(judged.filter(({ judgement }) => mayBeOurs(judgement)).map(({ orderId }) => orderId));
    for (const [row, one] of judged.entries()) {
      const { order, orderId, clientIds, judgement } = one;
      const isOpen = mayBeOurs(judgement);
      if (judgement === 'ours') mine.push(order);
      const id = orderId ?? `${operation}, row ${row}, without an id`;
      if (isOpen) open.push(id);
      if (judgement === 'other' && clientIds.length > 0) {
        const isAlike = mayBeOurs(judge(order, intent, window, { ...one, clientIds: [] }));
        named.set([id, ...clientIds].join(' '), { operation, atMs, orderIds: [id], clientIds, isAlike });
      }
      // A row without an id says nothing of one that was seen before.
      if (orderId === undefined) continue;
      // Nor does another one under the same id, or in a list whose ids may all be rounded, which neighbours share.
      if (!isOpen && (untold.has(orderId) || areRounded)) continue;
      if (judgement !== 'ours' && !isOpen) explained.add(orderId);
      if (judgement === 'other' && operation !== 'getOrder') others.add(orderId);
      if (explained.has(orderId) && operation !== 'getOrder' && !candidates.has(orderId)) undecided.delete(orderId);
      if (judgement === 'possible' && clientIds.some(isNoId)) nameless.add(orderId);
    }
    ours = newest(mine);
    open.forEach(doubt);
    note(operation, atMs, orders.length, ours === undefined ? open : mine.map(idOf));
  }

  function doubt(id: string): void {
    candidates.add(id);
    undecided.add(id);
  }

  function note(operation: Lookup['operation'], atMs: number, shown: number, found: readonly string[]): void {
    const said = ours !== undefined ? 'ours' : found.length > 0 ? 'candidate' : 'nothing';
    lookups.push({ operation, atMs, said, reason: `${shown} shown, ${WORDS[said]}`, orderIds: found });
  }

  return {
    get ours() {
      return ours;
    },
    addDetail: (atMs: number, order: Order | undefined) => add('getOrder', atMs, order === undefined ? [] : [order]),
    addRows: add,
    addTrades(atMs: number, trades: readonly Trade[], olderId: RecordId | undefined): void {
      const isOlder = (id: string): boolean => {
        const own = readRecordId(id);
        return olderId !== undefined && own !== undefined && compareRecordIds(own, olderId) < 0;
      };
      const own = trades.flatMap((trade) => ownOrder(trade, intent, window));
      const found = own.filter((id) => !explained.has(id) && !isOlder(id));
      found.forEach(doubt);
      note('getTradeHistory', atMs, trades.length, found);
    },
    /** Tells whether a row shows this order under another's id, or says that it has none. */
    isContradicted: (order: FoundOrder) => others.has(idOf(order)) || nameless.has(idOf(order)),
    /** A row that one read could not tell may be another's by the next. */
    hasCandidates: () => [...undecided].some((id) => !others.has(id)),
  };
}

/** Of ids of 17 digits, one in four looks like a double by chance, of longer ones few. */
const mayBeRounded = (id: string): boolean => id.length > 16 && String(Number(id)) === id;

const WORDS = { ours: 'one has our id', candidate: 'at least one may be ours', nothing: 'none is ours' };

const idOf = (order: FoundOrder): string => readRecord(order).orderId ?? '';

/** The service does not check that an id is used once, and itself answers the newest (observed, field-evidence 10). */
function newest(orders: readonly FoundOrder[]): FoundOrder | undefined {
  const createdMs = (order: FoundOrder): number => readRecord(order).createdMs ?? 0;
  return orders.reduce<FoundOrder | undefined>(
    (found, order) => (found === undefined || createdMs(order) > createdMs(found) ? order : found),
    undefined,
  );
}

/** The order of ours that a trade belongs to; none when it is of another contract or side, or long before the intent. */
function ownOrder(trade: Trade, { input }: OrderIntent, { notBeforeMs }: CreationWindow): string[] {
  const own = ownMembers(trade);
  const { contractName, time, bidId, askId, orderId }: Partial<Trade> & { readonly orderId?: string } = own;
  if (isOtherContract(contractName, input['contractName']!)) return [];
  if (isLongBefore(time, notBeforeMs)) return [];
  const bought = isBought(own);
  if (bought !== undefined && bought !== (input['side'] === 'BUY')) return [];
  return [(input['side'] === 'BUY' ? bidId : askId) ?? orderId ?? 'a trade without an order id'];
}
