import { broken, cannotTell, type CheckRow, type Context, findingIn, notApplicable } from '../findings/check.js';
import { settledMs } from '../findings/patience.js';
import { CHANGES } from '../findings/premises.js';
import { findingOf } from '../judges/claim-finding.js';
import { judgeOrdersOfRun } from '../judges/orders.js';
import { clauses } from '../model/clauses.js';
import { areRounded, givenTwice } from '../model/rounded-ids.js';
import { readOrders } from '../scenes/order-trace.js';

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
    if (twice !== undefined && check.id === 'state/order/one-for-each-create')
      return finding?.outcome === 'broken'
        ? finding
        : broken(givenTwice(twice, isRounded), undefined, isRounded ? clauses.orderIdText : undefined);
    // Lists and cancels that go by this id are not judged; what an id looks like still is.
    if (twice !== undefined && finding?.outcome === 'broken' && !check.id.startsWith('shape/'))
      return {
        outcome: 'cannot-tell',
        reason: `${givenTwice(twice, isRounded)}, and one of them may explain this: ${finding.problem}`,
      };
    // Orders that a cancel left, or took, may be the owner's.
    return finding ?? (check.id.startsWith('rule/cancel') ? cannotTell(UNSHOWN) : notApplicable('no order shows it'));
  },
});
