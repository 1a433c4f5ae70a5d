import { textOf } from '../../call/answer.js';
import { isSetting, PURPOSES } from '../../checks/side-effects.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { CHECKS } from '../../judges/cancels.js';
import { collect } from '../../judges/claim-finding.js';
import { createLooks } from '../../judges/open-list-looks.js';
import type { ListedOrder, OpenList, OrderBook } from '../../judges/order-book.js';
import { isAlike } from '../../judges/order-terms.js';
import { callsIn } from '../book-closes.js';
import type { ObservedCall } from '../observed-call.js';
import { wrongnessOf } from '../on-purpose.js';
import type { Recording } from '../recording-model.js';

/*
 *   all open orders ─► calls ─► all open orders: one appears, or is gone, and no call is for that
 *
 * Blamed is the one kind of call that is there each time, and after which the orders never stayed as they were.
 */

type Effect = 'appears' | 'is gone';

/** One lost call explains one change. */
const ENOUGH = 2;

/** Lays changes of orders to calls that are not for them, and returns the findings and the orders. */
export function judgeUnexplained(recording: Recording, book: OrderBook, patienceMs: number) {
  const { outcomeOf, wrongIn, isKnown, firstListed, byId, cancels } = book;
  const calls = recording.calls.map((call) => ({ call }));
  const [inside, around] = [createLooks(book, 0), createLooks(book, patienceMs)];
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  const receipts = new Set<unknown>(book.placed.map(({ call }) => call));
  const condition = recording.of('createConditionOrder').find(({ reading }) => reading.kind !== 'refused');
  const steps = stepsOf(book.lists.filter(({ contract }) => contract === undefined));

  function kindOf(call: ObservedCall): string {
    const { operationId } = call.operation;
    if (outcomeOf(call) === 'accepted') return operationId;
    if (wrongIn(call) === undefined) return `${operationId}, perhaps in vain`;
    return `${operationId}, ${wrongnessOf(call) ?? inWords(call.faults.input)}, was refused`;
  }
  /** Every call that may have been under way, by its kind. */
  function kindsIn({ span }: Step): ReadonlyMap<string, ObservedCall> {
    const others = callsIn(calls, span, 0).filter(({ call }) => call.operation.operationId !== 'getOpenOrders');
    return new Map(others.map(({ call }) => [kindOf(call), call]));
  }
  /** The check that says that such a call has no such effect. */
  function checkOf(call: ObservedCall, effect: Effect): string | undefined {
    const { operationId } = call.operation;
    const isCreate = operationId === 'createOrder' && effect === 'appears';
    if (outcomeOf(call) === 'refused')
      return isCreate ? `state/createOrder/${wrongIn(call)}-places-nothing` : undefined;
    if (outcomeOf(call) !== 'accepted' || operationId === 'createConditionOrder') return undefined;
    if (PURPOSES[operationId] !== undefined) return `state/${operationId}/leaves-orders-alone`;
    const isOfOne = operationId === 'cancelOrder' && textOf(call.input?.['orderId']);
    return isOfOne && effect === 'appears' ? CHECKS.one[0] : undefined;
  }
  /** Orders that came without a cause; `undefined` where there may be one: open orders may list those of conditions. */
  function appeared({ before, after, span }: Step): readonly string[] | undefined {
    const isNew = ({ id }: ListedOrder): boolean =>
      firstListed.get(id)!.call.startMs >= before.call.endMs && !isKnown(id);
    const orders = [...after.records.values()].filter(isNew);
    const mayMake = (call: ObservedCall): boolean => {
      if (call.operation.operationId !== 'createOrder') return false;
      const isRight = outcomeOf(call) === 'accepted' || wrongIn(call) === undefined;
      const isShown = receipts.has(call) && call.endMs < before.call.startMs;
      const isLike = orders.some(({ fields, contract }) => isAlike(fields, contract, call.input));
      return outcomeOf(call) === 'unclear' || (isRight && isLike && !isShown);
    };
    const isPending = orders.length > 0 && (condition?.startMs ?? Infinity) <= span.toMs;
    const mayBeMade = orders.length > 0 && callsIn(calls, span, patienceMs).some(({ call }) => mayMake(call));
    return isPending || mayBeMade ? undefined : orders.map(({ id }) => id);
  }
  /** Orders that went without a cause. Settings may affect those of their contract, and a lost call may cancel all. */
  function vanished({ before, after, span }: Step): readonly string[] | undefined {
    const ids = [...before.records.keys()];
    const gone = ids.filter((id) => !after.records.has(id) && listedLast.get(id)!.startMs < after.call.startMs);
    const left = gone.filter((id) => !byId.has(id) || !inside.mayBeCancelled(byId.get(id)!, span));
    const mayEnd = (id: string): boolean => {
      const order = byId.get(id);
      if (order === undefined || around.mayBeCancelled(order, span)) return true;
      const isSet = ({ operation, input }: ObservedCall): boolean =>
        isSetting(operation) && (textOf(input?.['contractName']) ?? order.contract) === order.contract;
      const mayBeSet = callsIn(calls, span, patienceMs).some(({ call }) => isSet(call));
      return mayBeSet || !book.rests(order, order.call.input ?? {}, span);
    };
    return gone.length === ids.length || left.some(mayEnd) ? undefined : left;
  }
  function blame(effect: Effect) {
    const all = steps.map((step) => ({ step, ids: effect === 'appears' ? appeared(step) : vanished(step) }));
    const changed = all.flatMap(({ step, ids = [] }) =>
      ids.length > 0 ? [{ ...step, ids, kinds: kindsIn(step) }] : [],
    );
    if (changed.length < ENOUGH) return undefined;
    const quiet = all.flatMap(({ step, ids }) => (ids?.length === 0 ? [{ ...step, kinds: kindsIn(step) }] : []));
    const left = [...changed[0]!.kinds].filter(
      ([kind]) =>
        changed.every(({ kinds }) => kinds.has(kind)) &&
        !quiet.some(({ kinds, span: { fromMs }, after }) => {
          const { startMs } = kinds.get(kind) ?? { startMs: -Infinity };
          return startMs > fromMs && startMs < after.call.startMs;
        }),
    );
    const [id, ...others] = new Set(left.map(([, call]) => checkOf(call, effect)));
    // Another program that is at work does not leave off in between.
    const without = quiet.filter(({ kinds }) => !left.some(([kind]) => kinds.has(kind)));
    const isAlone = id !== undefined && others.length === 0 && lengthOf(without) >= lengthOf(changed);
    return isAlone ? { id, kind: left[0]![0], changed } : undefined;
  }

  const explained = new Set<string>();
  const findings = collect((say) => {
    // A program may leave out all calls of a kind.
    const isKept = book.placed.some(({ id }) => firstListed.has(id));
    const isEnding = cancels.some(({ outcome, orderId = '' }) => outcome === 'accepted' && byId.has(orderId));
    for (const effect of ['appears', 'is gone'] as const) {
      const { id, kind = '', changed = [] } = (isKept && (effect === 'appears' || isEnding) && blame(effect)) || {};
      for (const { before, after, ids, kinds } of changed) {
        for (const one of ids) explained.add(one);
        const span = { fromMs: before.call.startMs, toMs: after.call.startMs };
        say(
          id,
          `${kind}, and the order ${ids[0]} ${effect} after it`,
          [before.call, kinds.get(kind)!, after.call],
          span,
        );
      }
    }
  });
  return { findings, explained };
}

type Step = ReturnType<typeof stepsOf>[number];

const stepsOf = (lists: readonly OpenList[]) =>
  lists.slice(1).map((after, at) => {
    const before = lists[at]!;
    return { before, after, span: { fromMs: before.call.startMs, toMs: after.call.endMs } };
  });

const lengthOf = (steps: readonly Step[]): number => steps.reduce((sum, { span }) => sum + span.toMs - span.fromMs, 0);
