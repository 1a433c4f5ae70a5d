import { mayBeRounded } from '../model/rounded-ids.js';
import type { Say } from './claim-finding.js';
import type { OrderLooks } from './open-list-looks.js';
import type { OpenList, OrderBook } from './order-book.js';

const UNDER = 'state/order/under-its-contract';
const EACH_TIME = 'state/order/shown-every-time';
const FILTERED = 'rule/open-orders/filtered-by-contract';
const ALL = 'rule/open-orders/all-contracts-without-filter';

/** A list of one contract has its open orders and no others; the list without a contract has all. */
export function judgeOpenLists(book: OrderLooks, say: Say): void {
  judgeFilters(book, say);
  for (const at of book.lists.keys()) judgeLeftOut(book, at, say);
}

function judgeFilters({ byId, lists }: OrderBook, say: Say): void {
  const owner = new Map<string, OpenList>();
  for (const list of lists) {
    if (list.contract === undefined) continue;
    for (const id of list.records.keys()) {
      const order = byId.get(id);
      const other = owner.get(id);
      if (other === undefined) owner.set(id, list);
      if (order !== undefined && order.contract !== list.contract) {
        const calls = [order.call, list.call];
        say(FILTERED, `asked for ${list.contract}, got an order of ${order.contract}: ${id}`, calls);
        say(UNDER, `an order for ${order.contract} is listed under ${list.contract}: ${id}`, calls);
      } else if (other !== undefined && other.contract !== list.contract && !mayBeRounded(id))
        // Of two orders, a double makes one id: another check says so.
        say(FILTERED, `an order is listed for ${other.contract} and for ${list.contract}: ${id}`, [
          other.call,
          list.call,
        ]);
      else if (order !== undefined && other === undefined)
        for (const claim of [FILTERED, UNDER]) say(claim, undefined, [order.call, list.call]);
    }
  }
}

/** When an order was placed, or seen; one whose receipt is known from elsewhere is older than these calls. */
const bornOf = ({ byId, firstListed, isKnown }: OrderBook, id: string): number =>
  byId.get(id)?.call.endMs ?? (isKnown(id) ? -Infinity : firstListed.get(id)!.call.endMs);

const NEAR = 12;

/** An order that lists show before and after is in the list in between, of its contract or of all. */
function judgeLeftOut(book: OrderLooks, at: number, say: Say): void {
  const list = book.lists[at]!;
  const after = book.lists.slice(at + 1, at + 1 + NEAR).filter(({ call }) => call.startMs >= list.call.endMs);
  const seen = new Map<string, OpenList>();
  for (const one of book.lists.slice(Math.max(0, at - NEAR), at))
    if (one.call.endMs <= list.call.startMs) for (const id of one.records.keys()) seen.set(id, one);
  for (const [id, one] of seen) {
    const order = { id, contract: book.byId.get(id)?.contract ?? one.records.get(id)!.contract };
    if (list.contract !== undefined && list.contract !== order.contract) continue;
    const other = after.find(({ records }) => records.has(id));
    if (other === undefined) continue;
    const calls = [one.call, other.call, list.call];
    const isOfOthers = [one, other].every(({ contract }) => contract !== list.contract);
    const claim = list.contract === undefined ? ALL : UNDER;
    const span = { fromMs: one.call.startMs, toMs: other.call.endMs };
    // A list that is late may show an order that is over.
    const isLate = !book.isSettled(other, list.call.endMs) && !book.rests(order, one.records.get(id)!.fields, span);
    const bornMs = bornOf(book, id);
    if (list.records.has(id))
      for (const each of isOfOthers ? [claim, EACH_TIME] : [EACH_TIME]) say(each, undefined, calls);
    else if (!isLate && book.isSettled(list, bornMs) && !book.mayBeCancelled(order, span)) {
      say(EACH_TIME, `a list of the open orders leaves out ${id}, which is open before and after it`, calls);
      const where = list.contract === undefined ? 'without contractName' : `under ${list.contract}`;
      if (isOfOthers) say(claim, `${where}, the open order ${id} of ${order.contract} is missing`, calls);
    }
  }
}
