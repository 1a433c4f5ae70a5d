import { receiptOf, recordsOf, textOf } from '../call/answer.js';
import { cannotTell, type CheckRow, type Context, findingIn, notApplicable } from '../findings/check.js';
import { settledMs } from '../findings/patience.js';
import { CHANGES } from '../findings/premises.js';
import { findingOf } from '../judges/claim-finding.js';
import { reaches } from '../judges/open-list-looks.js';
import { type OrderBook, readOrderBook } from '../judges/order-book.js';
import { isResting, problemsOf } from '../judges/order-terms.js';
import { judgeOrdersOfRun } from '../judges/orders.js';
import { areRounded, givenTwice } from '../model/rounded-ids.js';
import { maybeCondition } from '../orders/orders.js';

/** The calls and the premises of a check of orders, where it names no others. */
export const ofOrders = { operations: ['createOrder', 'getOpenOrders', 'cancelOrder'], assumes: CHANGES } as const;

export type OrderCheck = Omit<CheckRow, 'run' | 'operations'> &
  Partial<Pick<CheckRow, 'operations'>> & {
    readonly play: (context: Context) => Promise<unknown>;
    readonly judge?: typeof judgeOrdersOfRun;
  };

const UNSHOWN =
  'the lists around its cancels decide nothing: they may be wrong, late or refused (see other checks), or orders end by themselves';

/** A check whose scene sends, and whose judge decides from the calls alone; a scene that ends early is judged as far as it went. */
export const asCheck = ({ play, judge = judgeOrdersOfRun, ...check }: OrderCheck): CheckRow => ({
  ...ofOrders,
  ...check,
  async run(context) {
    const before = new Set(context.trace);
    const waitedMs = settledMs(context);
    const ended = await play(context).then(() => undefined, findingIn);
    const found = findingOf(judge(readOrders(context, before), Math.min(waitedMs, settledMs(context))), check.id);
    const finding = found?.outcome === 'broken' ? found : (ended ?? found);
    const [twice] = context.twiceIds;
    const isRounded = areRounded(context.ownIds);
    // Lists and cancels that go by this id are not judged; what an id looks like still is, and that there is one for each order.
    const isOfIds = check.id.startsWith('shape/') || check.id === 'state/order/one-for-each-create';
    if (twice !== undefined && finding?.outcome === 'broken' && !isOfIds)
      return {
        outcome: 'cannot-tell',
        reason: `${givenTwice(twice, isRounded)}, and one of them may explain this: ${finding.problem}`,
      };
    // Orders that a cancel left, or took, may be the owner's.
    return finding ?? (check.id.startsWith('rule/cancel') ? cannotTell(UNSHOWN) : notApplicable('no order shows it'));
  },
});

/** The orders of a check, as its calls show them; calls before it are left out. */
function readOrders(context: Context, before: ReadonlySet<unknown>): OrderBook {
  const { trace, ownIds } = context;
  const calls = trace.filter((call) => !before.has(call)).sort((one, other) => one.startMs - other.startMs);
  const details = calls.filter(({ operation: { operationId: id } }) => id === 'getOrder' || id === 'getOrderHistory');
  const shown = details.flatMap(({ reading }) => recordsOf(reading) ?? receiptOf(reading) ?? []);
  const book: OrderBook = readOrderBook({
    isWhole: true,
    of: (operationId) => calls.filter(({ operation }) => operation.operationId === operationId),
    outcomeOf: ({ reading: { kind } }) => (kind === 'accepted' || kind === 'refused' ? kind : 'unclear'),
    wrongIn: () => undefined,
    isUnclear: (id) => maybeCondition(context, id) || context.twiceIds.has(id),
    isKnown: (id) => ownIds.has(id),
    // Lists may show orders of other programs, and for a while those that an earlier check has cancelled.
    rests({ id, contract }, fields, { toMs }) {
      const mayRest = book.byId.has(id) && isResting(fields) && !context.fillable.has(id);
      const isMet = mayRest && book.cancels.some((one) => reaches(one, id, contract));
      return (context.stoodUntilMs(id) > toMs || isMet) && !isOver(id);
    },
  });
  const contracts = new Set(book.placed.map(({ contract }) => contract));
  /** One that was accepted may be over at once (unknown `states.order`): then it can be read as it was asked for. */
  const isOver = (id: string): boolean =>
    !book.firstListed.has(id) &&
    shown.some(
      (record) =>
        textOf(record['orderId']) === id &&
        problemsOf(record, book.byId.get(id)?.call.input ?? {}, contracts).length === 0,
    );
  return book;
}
