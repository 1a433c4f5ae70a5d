import { textOf } from '../../call/answer.js';
import { isSetting, PURPOSES } from '../../checks/side-effects.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { CHECKS } from '../../judges/cancels.js';
import { collect } from '../../judges/claim-finding.js';
import { createLooks } from '../../judges/open-list-looks.js';
import type { OpenList, OrderBook } from '../../judges/order-book.js';
import { isAlike } from '../../judges/order-terms.js';
import { callsIn } from '../book-closes.js';
import type { ObservedCall } from '../observed-call.js';
import { wrongnessOf } from '../on-purpose.js';
import type { Recording } from '../recording-model.js';

/*
 *   a list ─► calls ─► a list that was asked for alike: an order appears, or is gone, and no call is for that
 *
 * Blamed is the one kind of call that is there each time, and after which no list ever stayed as it was.
 */

type Effect = 'appears' | 'is gone';

/** Two lists that were asked for alike, one right after the other. */
interface Step {
  readonly before: OpenList;
  readonly after: OpenList;
}

/** One lost call explains one change. */
const ENOUGH = 2;

/** Lays changes of orders to calls that are not for them, and returns the findings and the orders. */
export function judgeUnexplained(recording: Recording, book: OrderBook, patienceMs: number) {
  const { outcomeOf, wrongIn, placed, cancels, byId, firstListed } = book;
  const calls = recording.calls.map((call) => ({ call }));
  const hows = new Map<unknown, string>(cancels.map(({ call, how }) => [call, how]));
  const ids = new Set<string>();

  function kindOf(call: ObservedCall): string {
    const { operationId } = call.operation;
    if (outcomeOf(call) === 'accepted') return [operationId, hows.get(call) ?? []].flat().join(' ');
    if (wrongIn(call) === undefined) return `${operationId}, perhaps in vain`;
    return `${operationId}, ${wrongnessOf(call) ?? inWords(call.faults.input)}, was refused`;
  }
  /** Every call that may have been under way, by its kind. */
  function kindsIn(step: Step): ReadonlyMap<string, ObservedCall> {
    const others = callsIn(calls, spanOf(step), 0).filter(({ call }) => call.operation.operationId !== 'getOpenOrders');
    return new Map(others.map(({ call }) => [kindOf(call), call]));
  }
  /** The check that says that such a call has no such effect. */
  function checkOf(call: ObservedCall, effect: Effect): string | undefined {
    const { operationId } = call.operation;
    const [outcome, wrong, how] = [outcomeOf(call), wrongIn(call), hows.get(call)];
    const isAlone = PURPOSES[operationId] !== undefined && operationId !== 'createConditionOrder';
    if (outcome === 'accepted' && isAlone) return `state/${operationId}/leaves-orders-alone`;
    if (outcome === 'accepted' && how === 'one' && effect === 'appears') return CHECKS.one[0];
    if (outcome !== 'refused' || wrong === undefined) return undefined;
    if (operationId === 'createOrder' && effect === 'appears') return `state/createOrder/${wrong}-places-nothing`;
    return how !== undefined && effect === 'is gone' ? `state/${operationId}/${wrong}-cancels-nothing` : undefined;
  }

  // A program may leave out all calls of a kind.
  const isOwn = ({ id }: { readonly id: string }): boolean => firstListed.has(id);
  const isKept = placed.some(isOwn);
  const isEnding = cancels.some(({ outcome, orderId = '' }) => outcome === 'accepted' && byId.has(orderId));
  const findings = collect((say) => {
    for (const steps of isKept ? stepsByFilter(book.lists) : [])
      for (const effect of isEnding ? (['appears', 'is gone'] as const) : (['appears'] as const)) {
        const find =
          effect === 'appears' ? findNew(recording, book, patienceMs) : findGone(recording, book, patienceMs);
        const all = steps.map((step) => ({ step, orders: find(step) }));
        const changed = all.filter(({ orders }) => orders !== undefined && orders.length > 0);
        if (changed.length < ENOUGH) continue;
        const quiet = all.flatMap(({ step, orders }) => (orders?.length === 0 ? [step] : []));
        const [first, ...more] = changed.map(({ step }) => kindsIn(step));
        const suspects = [...first!].filter(([kind]) => more.every((kinds) => kinds.has(kind)));
        const innocent = new Set(
          quiet.flatMap((step) => [...kindsIn(step)].flatMap(([kind, call]) => (isWithin(step, call) ? [kind] : []))),
        );
        const left = suspects.filter(([kind]) => !innocent.has(kind));
        const [check, ...others] = new Set(left.map(([, call]) => checkOf(call, effect)));
        // Another program that is at work does not leave off in between.
        const without = quiet.filter((step) => !left.some(([kind]) => kindsIn(step).has(kind)));
        const isRestless = lengthOf(without) < lengthOf(changed.map(({ step }) => step));
        if (check === undefined || others.length > 0 || isRestless) continue;
        for (const { step, orders } of changed) {
          for (const id of orders!) ids.add(id);
          const [kind] = left[0]!;
          const shown = [step.before.call, kindsIn(step).get(kind)!, step.after.call];
          const span = { fromMs: step.before.call.startMs, toMs: step.after.call.startMs };
          say(check, `${kind}, and the order ${orders![0]} ${effect} after it`, shown, span);
        }
      }
  });
  return { findings, ids };
}

function stepsByFilter(lists: readonly OpenList[]): Iterable<readonly Step[]> {
  const byFilter = new Map<string | undefined, { last: OpenList; readonly steps: Step[] }>();
  for (const after of lists) {
    const known = byFilter.get(after.contract);
    known?.steps.push({ before: known.last, after });
    byFilter.set(after.contract, { last: after, steps: known?.steps ?? [] });
  }
  return [...byFilter.values()].map(({ steps }) => steps);
}

const spanOf = ({ before, after }: Step) => ({ fromMs: before.call.startMs, toMs: after.call.endMs });

const isWithin = ({ before, after }: Step, { startMs }: ObservedCall): boolean =>
  startMs > before.call.startMs && startMs < after.call.startMs;

const lengthOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, { before, after }) => sum + after.call.startMs - before.call.startMs, 0);

/** The orders that changed without a cause between two lists; `undefined` where there may be one. */
type Find = (step: Step) => readonly string[] | undefined;

function findNew(recording: Recording, book: OrderBook, patienceMs: number): Find {
  const { outcomeOf, wrongIn, placed, isKnown, firstListed } = book;
  const creates = recording.of('createOrder').map((call) => ({ call }));
  const receipts = new Set<unknown>(placed.map(({ call }) => call));
  const condition = recording.of('createConditionOrder').find(({ reading }) => reading.kind !== 'refused');
  return (step) => {
    const { before, after } = step;
    const isNew = (id: string): boolean => firstListed.get(id)!.call.startMs >= before.call.endMs && !isKnown(id);
    const orders = [...after.records.values()].filter(({ id }) => isNew(id));
    if (orders.length === 0) return [];
    const mayMake = ({ call }: { readonly call: ObservedCall }): boolean => {
      const isLike = orders.some(({ fields, contract }) => isAlike(fields, contract, call.input));
      const isRight = outcomeOf(call) === 'accepted' || wrongIn(call) === undefined;
      const isListed = receipts.has(call) && call.endMs < before.call.startMs;
      return outcomeOf(call) === 'unclear' || (isRight && isLike && !isListed);
    };
    // Open orders may list condition orders, and those that they made.
    const isPending = (condition?.startMs ?? Infinity) <= after.call.endMs;
    const isOpen = isPending || callsIn(creates, spanOf(step), patienceMs).some(mayMake);
    return isOpen ? undefined : orders.map(({ id }) => id);
  };
}

function findGone(recording: Recording, book: OrderBook, patienceMs: number): Find {
  const [inside, around] = [createLooks(book, 0), createLooks(book, patienceMs)];
  const settings = recording.calls.filter((call) => isSetting(call.operation)).map((call) => ({ call }));
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  return (step) => {
    const { before, after } = step;
    const span = spanOf(step);
    const ids = [...before.records.keys()];
    const gone = ids.filter((id) => !after.records.has(id) && listedLast.get(id)!.startMs < after.call.startMs);
    // Where all are gone, a call that cancels all may have been lost.
    if (gone.length === ids.length) return undefined;
    const orders = gone.map((id) => book.byId.get(id)).filter((one) => !one || !inside.mayBeCancelled(one, span));
    const isOpen = orders.some((order) => {
      if (order === undefined || around.mayBeCancelled(order, span)) return true;
      // Settings may affect orders of their contract.
      const isSet = callsIn(settings, span, patienceMs).some(
        ({ call: { input } }) => (textOf(input?.['contractName']) ?? order.contract) === order.contract,
      );
      return isSet || !book.rests(order, order.call.input ?? {}, span);
    });
    return isOpen ? undefined : orders.map((order) => order!.id);
  };
}
