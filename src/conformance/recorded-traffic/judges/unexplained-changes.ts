import { textOf } from '../../call/answer.js';
import { isSetting } from '../../checks/side-effects.js';
import { PURPOSES } from '../../model/clauses.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { collect } from '../../judges/claim-finding.js';
import { createLooks } from '../../judges/open-list-looks.js';
import type { ListedOrder, OpenList, OrderBook } from '../../judges/order-book.js';
import { isAlike, isFarOff } from '../../judges/order-terms.js';
import type { TimeSpan } from '../../judges/time-span.js';
import { callsIn } from '../book-closes.js';
import type { ObservedCall, Recording } from '../recording-model.js';
import { wrongnessOf } from '../on-purpose.js';

/*
 *   all open orders ─► calls ─► all open orders: one appears, or is gone, and no call is for that
 *
 * Blamed is the one kind of call that is there each time, and after which no orders stayed that show what it does.
 */

interface Step {
  readonly before: OpenList;
  readonly after: OpenList;
  readonly span: TimeSpan;
}

/** A time with more kinds of calls in it says nothing of one. */
const MOST_KINDS = 30;

/** Lays changes of orders to calls that are not for them, and returns the findings and the orders. */
export function judgeUnexplained(recording: Recording, book: OrderBook, patienceMs: number) {
  const { outcomeOf, wrongIn, isKnown, firstListed, byId, cancels } = book;
  const calls = recording.calls.map((call) => ({ call }));
  const [inside, around] = [createLooks(book, 0), createLooks(book, patienceMs)];
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  const conditions = recording.of('createConditionOrder').filter(({ reading }) => reading.kind !== 'refused');
  const lists = book.lists.filter(({ contract }) => contract === undefined);
  const steps = lists.slice(1).map((after, at): Step => {
    const [before, toMs] = [lists[at]!, after.call.endMs];
    return { before, after, span: { fromMs: before.call.startMs, toMs } };
  });

  /** Every call that may have been under way, by its kind. */
  function kindsIn({ span }: Step): ReadonlyMap<string, ObservedCall> {
    const kindOf = (call: ObservedCall): string => {
      const what = wrongnessOf(call) ?? (wrongIn(call) && inWords(call.faults.input));
      const { operationId } = call.operation;
      const whose = operationId === 'cancelOrder' && textOf(call.input?.['orderId']) ? ' with an orderId' : '';
      return `${outcomeOf(call)} ${operationId}${whose}${what === undefined ? '' : ` (${what})`}`;
    };
    const others = callsIn(calls, span, 0).filter(({ call }) => call.operation.operationId !== 'getOpenOrders');
    return new Map(others.map(({ call }) => [kindOf(call), call]));
  }
  /** The check that says that such a call has no such effect. */
  function checkOf(call: ObservedCall): string | undefined {
    const { operationId: id } = call.operation;
    const [outcome, wrong] = [outcomeOf(call), wrongIn(call)];
    if (outcome === 'refused' && id === 'createOrder' && wrong) return `state/${id}/${wrong}-places-nothing`;
    if (outcome !== 'accepted' || id === 'createConditionOrder') return undefined;
    return PURPOSES[id] && `state/${id}/leaves-orders-alone`;
  }
  /** True when an order that a list shows first may be a condition order, or what one made of itself. */
  function mayBeWaiting({ fields, contract }: ListedOrder, span: TimeSpan): boolean {
    return conditions.some((call) => {
      const { price, triggerPrice, ...input } = call.input ?? {};
      if (call.startMs > span.toMs || !isAlike(fields, contract, input)) return false;
      const shown = textOf(fields.price);
      return [price, triggerPrice].some((own) => own === undefined || !isFarOff(shown, String(own)));
    });
  }
  /** Orders that came without a cause; `undefined` where there may be one: open orders may list those of conditions. */
  function appeared({ before, after, span }: Step): readonly string[] | undefined {
    const isNew = (id: string): boolean => !before.records.has(id) && !isKnown(id);
    const orders = [...after.records.values()].filter(
      ({ id }) => isNew(id) && firstListed.get(id)!.call.startMs >= before.call.startMs,
    );
    if (orders.length === 0) return [];
    const mayMake = ({ call }: (typeof calls)[number]): boolean => {
      if (call.operation.operationId !== 'createOrder') return false;
      const isShown = call.endMs < before.call.startMs && book.placed.some((one) => one.call === call);
      const isOpen = outcomeOf(call) === 'accepted' ? !isShown : wrongIn(call) === undefined;
      const mayBeOf = orders.some(({ fields, contract }) => isAlike(fields, contract, call.input));
      return outcomeOf(call) === 'unclear' || (isOpen && mayBeOf);
    };
    const isPending = orders.some((order) => mayBeWaiting(order, span));
    return isPending || callsIn(calls, span, patienceMs).some(mayMake) ? undefined : orders.map(({ id }) => id);
  }
  /** Orders that went without a cause. Settings may affect those of their contract, and a lost call may cancel all. */
  function vanished({ before, after, span }: Step): readonly string[] | undefined {
    const ids = [...before.records.keys()];
    const gone = ids.filter((id) => !after.records.has(id) && listedLast.get(id)!.startMs < after.call.startMs);
    const orders = gone.map((id) => byId.get(id)).filter((order) => !order || !inside.mayBeCancelled(order, span));
    const isOpen = orders.some((order) => {
      const isSet = ({ call: { operation, input } }: (typeof calls)[number]): boolean =>
        isSetting(operation) && (textOf(input?.['contractName']) ?? order?.contract) === order?.contract;
      if (order === undefined || around.mayBeCancelled(order, span)) return true;
      return callsIn(calls, span, patienceMs).some(isSet) || !book.rests(order, order.call.input ?? {}, span);
    });
    return isOpen || gone.length === ids.length ? undefined : orders.map((order) => order!.id);
  }

  const explained = new Set<string>();
  // A program may leave out all calls of a kind.
  const isEnding = cancels.some(({ outcome, orderId = '' }) => outcome === 'accepted' && byId.has(orderId));
  const finders = [
    ['appears', appeared, ({ before, after }: Step) => lacking(before, after)] as const,
    ...(isEnding ? [['is gone', vanished, ({ before, after }: Step) => lacking(after, before)] as const] : []),
  ];
  const findings = collect((say) => {
    for (const [effect, find, changed] of book.placed.some(({ id }) => firstListed.has(id)) ? finders : []) {
      const all = steps.map((step) => ({ ...step, ids: find(step) }));
      const some = all
        .flatMap(({ ids = [], ...step }) => (ids.length > 0 ? { ...step, ids, kinds: kindsIn(step) } : []))
        .filter(({ kinds }) => kinds.size <= MOST_KINDS);
      // One lost call explains one change.
      if (some.length < 2) continue;
      const quiet = all.flatMap(({ ids, ...step }) => (ids?.length === 0 ? { ...step, kinds: kindsIn(step) } : []));
      const isWithin = ({ before, after, kinds }: (typeof quiet)[number], kind: string): boolean => {
        const { startMs } = kinds.get(kind) ?? before.call;
        return startMs > before.call.startMs && startMs < after.call.startMs;
      };
      // A new order may be cancelled at once, and a call may reach orders of one side alone.
      const sides = new Set(some.flatMap(({ before, ids }) => ids.map((id) => before.records.get(id)?.fields.side)));
      const wouldShow = ({ before, span }: (typeof quiet)[number]): boolean =>
        effect === 'appears'
          ? callsIn(cancels, span, 0).every(({ how }) => how === 'one')
          : [...before.records.values()].some(({ fields }) => sides.has(fields.side));
      const left = [...some[0]!.kinds]
        .filter(([kind]) => some.every(({ kinds }) => kinds.has(kind)))
        .filter(
          ([kind, { operation }]) =>
            !quiet.some((step) => isWithin(step, kind) && (operation.effect === 'read' || wouldShow(step))),
        );
      const [check, ...others] = new Set(left.map(([, call]) => checkOf(call)));
      // Another program that is at work does not leave off in between.
      const without = quiet.filter(({ kinds }) => !left.some(([kind]) => kinds.has(kind)));
      if (check === undefined || others.length > 0 || lengthOf(without) < lengthOf(some)) continue;
      const [[kind]] = left as [[string, ObservedCall]];
      // It may also have done so where something else may have.
      for (const step of all.filter((one) => kindsIn(one).has(kind))) for (const id of changed(step)) explained.add(id);
      for (const { before, after, ids, kinds } of some) {
        const span = { fromMs: before.call.startMs, toMs: after.call.startMs };
        const text = `the order ${ids[0]} ${effect} after one ${kind}, and no other call explains it`;
        say(check, text, [before.call, kinds.get(kind)!, after.call], span);
      }
    }
  });
  return { findings, explained };
}

/** Orders of one list that another one has not. */
const lacking = (one: OpenList, other: OpenList): readonly string[] =>
  [...other.records.keys()].filter((id) => !one.records.has(id));

const lengthOf = (steps: readonly Step[]): number => steps.reduce((sum, { span }) => sum + span.toMs - span.fromMs, 0);
