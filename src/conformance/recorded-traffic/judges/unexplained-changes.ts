import { textOf } from '../../call/answer.js';
import { isSetting, PURPOSES } from '../../checks/side-effects.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { CHECKS } from '../../judges/cancels.js';
import { type ClaimFinding, collect } from '../../judges/claim-finding.js';
import { createLooks } from '../../judges/open-list-looks.js';
import type { Cancel, ListedOrder, OpenList, OrderBook, PlacedOrder } from '../../judges/order-book.js';
import { isAlike } from '../../judges/order-terms.js';
import { callsIn } from '../book-closes.js';
import type { ObservedCall } from '../observed-call.js';
import { wrongnessOf } from '../on-purpose.js';
import type { Recording } from '../recording-model.js';

/*
 *   a list ─► calls ─► a list of the same kind, with a change that no call is for
 *
 * A kind of call made it that is there at each such change, and after which nothing ever stayed as it was.
 */

type Effect = 'placed' | 'gone';

/** Two lists that were asked for alike, one right after the other. */
interface Step {
  readonly before: OpenList;
  readonly after: OpenList;
}

/** An order that changed, in words. */
interface Change {
  readonly id: string;
  readonly text: string;
}

/** The changes that no call is for; `undefined` where something else may have made them. */
type Find = (step: Step) => readonly Change[] | undefined;

/** Changes that are laid to a kind of call, and the orders that changed. */
interface Explained {
  readonly findings: readonly ClaimFinding[];
  readonly ids: ReadonlySet<string>;
}

/** Finds the kind of call that changed orders which it is not for. A program that left out calls is the cause of a change first. */
export function judgeUnexplained(recording: Recording, book: OrderBook, patienceMs: number): Explained {
  const kinds = createKinds(recording, book);
  const ids = new Set<string>();
  const findings = collect((say) => {
    for (const steps of stepsByFilter(book.lists))
      for (const [effect, find] of finders(recording, book, patienceMs)) {
        const found = blame(effect, steps, find, kinds);
        for (const { step, changes } of found?.changed ?? []) {
          const call = kinds.in(step).get(found!.kind)!;
          const span = { fromMs: step.before.call.startMs, toMs: step.after.call.startMs };
          for (const { id } of changes) ids.add(id);
          say(found!.id, `${found!.kind}: ${changes[0]!.text}`, [step.before.call, call, step.after.call], span);
        }
      }
  });
  return { findings, ids };
}

function stepsByFilter(lists: readonly OpenList[]): Iterable<Step[]> {
  const last = new Map<string | undefined, OpenList>();
  const steps = new Map<string | undefined, Step[]>();
  for (const after of lists) {
    const before = last.get(after.contract);
    last.set(after.contract, after);
    if (before === undefined) steps.set(after.contract, []);
    else steps.get(after.contract)!.push({ before, after });
  }
  return steps.values();
}

interface Kinds {
  /** Every call that may have been under way between two lists, by its kind. */
  in(step: Step): ReadonlyMap<string, ObservedCall>;
  /** The check that says that such a call has no such effect. */
  checkOf(call: ObservedCall, effect: Effect): string | undefined;
}

function createKinds(recording: Recording, book: OrderBook): Kinds {
  const { outcomeOf, wrongIn } = book;
  const calls = recording.calls.map((call) => ({ call }));
  const how = new Map<unknown, Cancel['how']>(book.cancels.map((cancel) => [cancel.call, cancel.how]));
  const kindOf = (call: ObservedCall): string => {
    const { operationId } = call.operation;
    if (outcomeOf(call) === 'accepted') return [operationId, how.get(call) ?? []].flat().join(' ');
    if (wrongIn(call) === undefined) return `${operationId}, perhaps in vain`;
    return `${operationId}, ${wrongnessOf(call) ?? inWords(call.faults.input)}, was refused`;
  };
  return {
    in({ before, after }) {
      const between = callsIn(calls, { fromMs: before.call.startMs, toMs: after.call.endMs }, 0);
      const others = between.filter(({ call }) => call.operation.operationId !== 'getOpenOrders');
      return new Map(others.map(({ call }) => [kindOf(call), call]));
    },
    checkOf(call, effect) {
      const { operationId } = call.operation;
      const [outcome, wrong] = [outcomeOf(call), wrongIn(call)];
      if (outcome === 'accepted') {
        if (how.get(call) === 'one' && effect === 'placed') return CHECKS.one[0];
        const isMeant = PURPOSES[operationId] === undefined || operationId === 'createConditionOrder';
        return isMeant ? undefined : `state/${operationId}/leaves-orders-alone`;
      }
      if (outcome !== 'refused' || wrong === undefined) return undefined;
      if (operationId === 'createOrder')
        return effect === 'placed' ? `state/createOrder/${wrong}-places-nothing` : undefined;
      return how.has(call) && effect === 'gone' ? `state/${operationId}/${wrong}-cancels-nothing` : undefined;
    },
  };
}

interface Blame {
  readonly kind: string;
  readonly id: string;
  readonly changed: readonly { readonly step: Step; readonly changes: readonly Change[] }[];
}

/** One lost call explains one change. */
const ENOUGH = 2;

function blame(effect: Effect, steps: readonly Step[], find: Find, kinds: Kinds): Blame | undefined {
  const all = steps.map((step) => ({ step, changes: find(step) }));
  const changed = all.flatMap(({ step, changes = [] }) => (changes.length > 0 ? [{ step, changes }] : []));
  if (changed.length < ENOUGH) return undefined;
  const quiet = all.flatMap(({ step, changes }) => (changes?.length === 0 ? [step] : []));
  const suspects = changed
    .map(({ step }) => kinds.in(step))
    .reduce((left, next) => new Map([...left].filter(([kind]) => next.has(kind))));
  const left = new Map(suspects);
  for (const step of quiet) for (const [kind, call] of kinds.in(step)) if (isWithin(step, call)) left.delete(kind);
  const ids = new Set([...left.values()].map((call) => kinds.checkOf(call, effect)));
  const [[kind], [id]] = [left.keys(), ids].map((one) => [...one]) as [string[], (string | undefined)[]];
  if (kind === undefined || id === undefined || ids.size > 1) return undefined;
  // Someone else who is at work does not leave off in between.
  const without = quiet.filter((step) => ![...left.keys()].some((one) => kinds.in(step).has(one)));
  return lengthOf(without) >= lengthOf(changed.map(({ step }) => step)) ? { kind, id, changed } : undefined;
}

const isWithin = ({ before, after }: Step, { startMs }: ObservedCall): boolean =>
  startMs > before.call.startMs && startMs < after.call.startMs;

const lengthOf = (steps: readonly Step[]): number =>
  steps.reduce((sum, { before, after }) => sum + after.call.startMs - before.call.startMs, 0);

/** Finders of changes of which the recording has the calls that make them: a program may leave out all calls of a kind. */
function finders(recording: Recording, book: OrderBook, patienceMs: number): readonly (readonly [Effect, Find])[] {
  const { placed, cancels, firstListed, byId } = book;
  const isOwn = ({ how, outcome, orderId = '' }: Cancel): boolean =>
    how === 'one' && outcome === 'accepted' && byId.has(orderId);
  if (!placed.some(({ id }) => firstListed.has(id))) return [];
  const gone = cancels.some(isOwn) ? ([['gone', findGone(recording, book, patienceMs)]] as const) : [];
  return [['placed', findPlaced(recording, book, patienceMs)], ...gone];
}

const spanOf = ({ before, after }: Step) => ({ fromMs: before.call.startMs, toMs: after.call.endMs });

function findPlaced(recording: Recording, book: OrderBook, patienceMs: number): Find {
  const { outcomeOf, wrongIn, isKnown, firstListed } = book;
  const creates = recording.of('createOrder').map((call) => ({ call }));
  const receipts = new Set<unknown>(book.placed.map(({ call }) => call));
  const condition = recording.of('createConditionOrder').find(({ reading }) => reading.kind !== 'refused');
  return (step) => {
    const { before, after } = step;
    const isNew = (id: string): boolean => firstListed.get(id)!.call.startMs >= before.call.endMs && !isKnown(id);
    const fresh = before.records === after.records ? [] : [...after.records.values()].filter(({ id }) => isNew(id));
    // Open orders may list condition orders, and those that they made.
    if (fresh.length > 0 && (condition?.startMs ?? Infinity) <= after.call.endMs) return undefined;
    const mayBe = ({ fields, contract }: ListedOrder, call: ObservedCall): boolean => {
      const isRight = outcomeOf(call) === 'accepted' || (outcomeOf(call) === 'refused' && wrongIn(call) === undefined);
      return outcomeOf(call) === 'unclear' || (isRight && isAlike(fields, contract, call.input));
    };
    const isShown = (call: ObservedCall): boolean => receipts.has(call) && call.endMs < before.call.startMs;
    const around = fresh.length > 0 ? callsIn(creates, spanOf(step), patienceMs) : [];
    if (around.some(({ call }) => !isShown(call) && fresh.some((order) => mayBe(order, call)))) return undefined;
    return fresh.map(({ id }) => ({ id, text: `the order ${id} is open after the call, and was not before it` }));
  };
}

function findGone(recording: Recording, book: OrderBook, patienceMs: number): Find {
  const { byId, lists } = book;
  const [between, around] = [0, patienceMs].map((beforeMs) => createLooks(book, beforeMs));
  const settings = recording.calls.filter((call) => isSetting(call.operation) && call.reading.kind !== 'refused');
  const changes = settings.map((call) => ({ call }));
  const listedLast = new Map(lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  return (step) => {
    const { before, after } = step;
    if (before.records.size === 0) return undefined;
    const ids = before.records === after.records ? [] : [...before.records.keys()];
    const gone = ids.filter((id) => !after.records.has(id) && listedLast.get(id)!.startMs < after.call.startMs);
    const orders = gone.map((id) => byId.get(id));
    const span = spanOf(step);
    // Settings may affect orders of their contract. Where all orders are gone, a call that cancels all may have been lost.
    const isOpen = (order: PlacedOrder | undefined): boolean =>
      order === undefined ||
      gone.length === before.records.size ||
      around!.mayBeCancelled(order, span) ||
      !book.rests(order, order.call.input ?? {}, span) ||
      callsIn(changes, span, patienceMs).some(
        ({ call: { input } }) => (textOf(input?.['contractName']) ?? order.contract) === order.contract,
      );
    const left = orders.filter((order) => order === undefined || !between!.mayBeCancelled(order, span));
    if (left.some(isOpen)) return undefined;
    return left.map((order) => ({
      id: order!.id,
      text: `the order ${order!.id} of ${order!.contract} was open before the call, and is not after it`,
    }));
  };
}
