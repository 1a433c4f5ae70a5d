import { textOf } from '../../call/answer.js';
import { collect, type ClaimFinding } from '../../judges/claim-finding.js';
import { CHECKS } from '../../judges/cancels.js';
import { createLooks, reaches } from '../../judges/open-list-looks.js';
import type { Cancel, ListedOrder, OpenList, OrderBook } from '../../judges/order-book.js';
import { isAlike, movedIn } from '../../judges/order-terms.js';
import { inWords } from '../../checks/wrong-inputs.js';
import { isSetting, PURPOSES } from '../../checks/side-effects.js';
import type { TracedCall } from '../../call/traced-call.js';
import type { TimeSpan } from '../../judges/time-span.js';
import { callsIn } from '../book-closes.js';
import type { ObservedCall } from '../observed-call.js';
import { wrongnessOf } from '../on-purpose.js';
import type { Recording } from '../recording-model.js';

/*
 *   a list ─► calls ─► a list with a change that none of them is for
 *
 * One kind of call that is in each such place, after which nothing ever stayed as it was, made the change.
 */

const EFFECTS = ['open', 'gone', 'moved'] as const;
type Effect = (typeof EFFECTS)[number];

/** Two lists that were asked for alike, one after the other. */
interface Step {
  readonly before: OpenList;
  readonly after: OpenList;
  /** Every call that may have been under way between them, by its kind. */
  readonly calls: ReadonlyMap<string, ObservedCall>;
}

interface Changed {
  readonly step: Step;
  readonly orders: readonly { readonly id: string; readonly text: string }[];
}

export interface Explained {
  readonly findings: readonly ClaimFinding[];
  readonly ids: ReadonlySet<string>;
}

/** Lays changes of open orders that no call is for to the one kind of call that was there each time. */
export function judgeUnexplained(recording: Recording, book: OrderBook, patienceMs: number): Explained {
  const ids = new Set<string>();
  const findings = collect((say) => {
    const isKept = keepsCalls(book);
    for (const lists of byFilter(book.lists)) {
      const steps = stepsOf(recording, book, lists);
      for (const effect of EFFECTS) {
        if (!isKept[effect]) continue;
        const find = finderOf(effect, recording, book, patienceMs);
        const found = blame(effect, book, steps, find);
        if (found === undefined) continue;
        for (const { step, orders } of found.changed) {
          const call = step.calls.get(found.kind)!;
          const span = { fromMs: step.before.call.startMs, toMs: step.after.call.startMs };
          for (const { id } of orders) ids.add(id);
          say(found.id, `${nameOf(call, book)}: ${orders[0]!.text}`, [step.before.call, call, step.after.call], span);
        }
      }
    }
  });
  return { findings, ids };
}

/** True where the recording is known to hold the calls that make such a change: a program may leave out all of one kind. */
function keepsCalls({ placed, cancels, firstListed, byId }: OrderBook): Readonly<Record<Effect, boolean>> {
  const open = placed.some(({ id }) => firstListed.has(id));
  const isOwn = ({ how, outcome, orderId = '' }: Cancel): boolean =>
    how === 'one' && outcome === 'accepted' && byId.has(orderId);
  return { open, gone: open && cancels.some(isOwn), moved: open };
}

function byFilter(lists: readonly OpenList[]): Iterable<readonly OpenList[]> {
  const found = new Map<string | undefined, OpenList[]>();
  for (const list of lists) found.set(list.contract, [...(found.get(list.contract) ?? []), list]);
  return found.values();
}

function stepsOf(recording: Recording, book: OrderBook, lists: readonly OpenList[]): readonly Step[] {
  const calls = recording.calls.map((call) => ({ call }));
  return lists.slice(1).map((after, at) => {
    const before = lists[at]!;
    const between = callsIn(calls, { fromMs: before.call.startMs, toMs: after.call.endMs }, 0);
    const others = between.filter(({ call }) => call.operation.operationId !== 'getOpenOrders');
    return { before, after, calls: new Map(others.map(({ call }) => [kindOf(call, book), call])) };
  });
}

function kindOf(call: ObservedCall, book: OrderBook): string {
  const outcome = book.outcomeOf(call);
  const how = book.cancels.find((cancel) => cancel.call === call)?.how;
  return [nameOf(call, book), outcome, how].join(' ');
}

function nameOf(call: ObservedCall, book: OrderBook): string {
  const { operationId } = call.operation;
  if (book.outcomeOf(call) !== 'refused') return operationId;
  const what = wrongnessOf(call) ?? (call.faults.input.length > 0 ? inWords(call.faults.input) : '');
  return `${operationId} ${what}`;
}

/** The check that says that a call of this kind has no such effect. */
function checkOf(effect: Effect, call: ObservedCall, book: OrderBook): string | undefined {
  const { operationId } = call.operation;
  const outcome = book.outcomeOf(call);
  const isCancel = operationId === 'cancelOrder' || operationId === 'cancelAllOrders';
  if (outcome === 'refused') {
    const wrong = book.wrongIn(call);
    if (wrong === undefined) return undefined;
    if (operationId === 'createOrder' && effect === 'open') return `state/createOrder/${wrong}-places-nothing`;
    return isCancel && effect === 'gone' ? `state/${operationId}/${wrong}-cancels-nothing` : undefined;
  }
  if (outcome !== 'accepted') return undefined;
  const { how } = book.cancels.find((cancel) => cancel.call === call) ?? {};
  if (how === 'one' && effect === 'open') return CHECKS.one[0];
  return PURPOSES[operationId] && operationId !== 'createConditionOrder'
    ? `state/${operationId}/leaves-orders-alone`
    : undefined;
}

type Find = (step: Step) => Changed['orders'];

function blame(
  effect: Effect,
  book: OrderBook,
  steps: readonly Step[],
  find: Find,
): { readonly kind: string; readonly id: string; readonly changed: readonly Changed[] } | undefined {
  const all = steps.map((step) => ({ step, orders: find(step) }));
  const changed = all.filter(({ orders }) => orders.length > 0);
  const [first] = changed;
  if (first === undefined || changed.length < 2) return undefined;
  const quiet = all.filter(({ orders, step }) => orders.length === 0 && isTelling(effect, book, step));
  const kinds = [...first.step.calls].filter(
    ([kind]) =>
      changed.every(({ step }) => step.calls.has(kind)) &&
      !quiet.some(({ step }) => isWithin(step, step.calls.get(kind))),
  );
  const ids = new Set(kinds.map(([, call]) => checkOf(effect, call, book)));
  const [id] = ids;
  const kind = kinds[0]?.[0];
  if (ids.size !== 1 || id === undefined || kind === undefined) return undefined;
  const without = quiet.filter(({ step }) => !kinds.some(([one]) => step.calls.has(one)));
  return lengthOf(without) >= lengthOf(changed) ? { kind, id, changed } : undefined;
}

const lengthOf = (all: readonly { readonly step: Step }[]): number =>
  all.reduce((sum, { step }) => sum + step.after.call.startMs - step.before.call.startMs, 0);

const isWithin = ({ before, after }: Step, call: ObservedCall | undefined): boolean =>
  call !== undefined && call.startMs > before.call.startMs && call.startMs < after.call.startMs;

/** True when a change would have shown. */
const isTelling = (effect: Effect, { byId }: OrderBook, { before, after }: Step): boolean =>
  effect === 'open' || [...before.records.keys()].some((id) => after.records.has(id) && byId.has(id));

/** Finds the changes that no call is for. */
function finderOf(effect: Effect, recording: Recording, book: OrderBook, patienceMs: number): Find {
  const spanOf = ({ before, after }: Step): TimeSpan => ({ fromMs: before.call.startMs, toMs: after.call.endMs });
  if (effect === 'open') {
    const creates = recording.of('createOrder').map((call) => ({ call }));
    const [condition] = recording.of('createConditionOrder').filter(({ reading }) => reading.kind !== 'refused');
    const placed = new Set<TracedCall>(book.placed.map(({ call }) => call));
    return (step) => {
      if ((condition?.startMs ?? Infinity) <= step.after.call.endMs) return [];
      const fresh = [...step.after.records.values()].filter(
        ({ id }) =>
          !book.isKnown(id) &&
          !step.before.records.has(id) &&
          book.firstListed.get(id)!.call.startMs >= step.before.call.endMs,
      );
      if (fresh.length === 0) return [];
      const around = callsIn(creates, spanOf(step), patienceMs).map(({ call }) => call);
      const taken = around.filter((call) => book.outcomeOf(call) !== 'refused');
      const mayBe = ({ fields, contract }: ListedOrder): boolean =>
        taken.some((call) => !placed.has(call) || isAlike(fields, contract, call.input)) ||
        around.some(
          (call) =>
            book.outcomeOf(call) === 'refused' &&
            book.wrongIn(call) === undefined &&
            isAlike(fields, contract, call.input),
        );
      return fresh
        .filter((order) => !mayBe(order))
        .map(({ id }) => ({ id, text: `the order ${id} is open after the call, and was not before it` }));
    };
  }
  const looks = createLooks(book, patienceMs);
  const settings = recording.calls
    .filter(({ operation, reading }) => isSetting(operation) && reading.kind !== 'refused')
    .map((call) => ({ call }));
  const listedLast = new Map(book.lists.flatMap(({ records, call }) => [...records.keys()].map((id) => [id, call])));
  return (step) =>
    [...step.before.records.values()].flatMap((record) => {
      const { id } = record;
      const order = book.byId.get(id);
      const later = step.after.records.get(id);
      if (order === undefined) return [];
      const moved = later && movedIn(record.fields, later.fields);
      if (
        effect === 'gone'
          ? later !== undefined || listedLast.get(id)!.startMs > step.after.call.startMs
          : moved === undefined
      )
        return [];
      const span = spanOf(step);
      const isSet = callsIn(settings, span, patienceMs).some(
        ({ call: { input } }) => (textOf(input?.['contractName']) ?? order.contract) === order.contract,
      );
      if (isSet || !book.rests(order, order.call.input ?? {}, span)) return [];
      const isSole = [...step.before.records.keys()].every((one) => !step.after.records.has(one));
      if (effect === 'gone' && (isSole || looks.mayBeCancelled(order, span))) return [];
      return [
        {
          id,
          text: `the order ${id} of ${order.contract} ${moved ?? 'was open before the call, and is not after it'}`,
        },
      ];
    });
}
