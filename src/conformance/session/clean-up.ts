import { getOrMake } from '../model/groups.js';
import { type Context, Found } from '../findings/check.js';
import { NotPermitted } from '../call/safety.js';
import type { Session } from './session.js';
import { findOrder } from '../orders/find-order.js';
import { isCondition, type OwnOrder } from '../ledger/ledger.js';
import { LAST_LOOK_MS, LATER_LOOKS, LOOKS } from '../orders/look-delays.js';
import { readOpenOrders } from '../orders/orders.js';
import type { OpenRecord } from '../call/open-records.js';

/*
 *   look at all lists ─► cancel by id what is ours, listed or not ─► look again … ─► what is proven is gone
 *                                                                                └─► the rest is left behind
 */

/** Long after the window of any timestamp that was observed: what has not come up by then was not taken. */
const LONG_AGO_MS = 60_000;

/** Looks in a row that have to miss an order; more of them where the list was seen to contradict itself. */
const ABSENCES = 3;
const MANY_ABSENCES = 6;

/** Observations of one order of the run during a clean-up. */
interface OrderTrace {
  /** Looks in a row without it, since the last that showed it. */
  absences: number;
  wasListed: boolean;
  /** A list showed it after a cancel of it was accepted. */
  outlivedCancel: boolean;
  state: 'open' | 'done' | 'unknown';
  isFilled?: boolean;
}

/**
 * Cancels, by id, each order of this run that is not known to be gone, whether or not a list shows it at that moment, and
 * looks again. Then compares the open orders with those that were there at the start.
 *
 * @returns What could not be shown to be gone, and what is new and not of this run, as contract and id.
 */
export async function cleanUp(session: Session): Promise<readonly string[]> {
  const { ledger, baseline } = session;
  if (ledger.contracts.size === 0) return [];
  session.beginCleanUp();
  const context = session.context([]);
  const traces = new Map<string, OrderTrace>();
  const lastLooks = new Map<string, number>();
  const vanished = [...ledger.vanished];
  const traceOf = ({ run, n }: OwnOrder): OrderTrace =>
    getOrMake(traces, `${run} ${n}`, () => ({
      absences: 0,
      wasListed: false,
      outlivedCancel: false,
      state: 'unknown',
    }));

  let looks = 0;
  /** Looks at lists that could be read. */
  let read = 0;
  async function takeLook(waitMs: number): Promise<void> {
    if (session.stopped !== undefined) return;
    if (waitMs > 0) await context.pause(waitMs);
    looks++;
    const look = async (): Promise<void> => {
      await lookAndCancel(looks);
      // Once at first, and once after all that a list that lags may need.
      if (looks === 1 || waitMs === LATER_LOOKS.at(-1)) await findByName(session, context);
    };
    await look().catch(asLeft);
  }
  for (const waitMs of LOOKS) await takeLook(waitMs);
  if (isSettled(session, traceOf)) await takeLook(LAST_LOOK_MS);
  if (!isSettled(session, traceOf)) for (const waitMs of LATER_LOOKS) await takeLook(waitMs);

  async function lookAndCancel(count: number): Promise<void> {
    const all = await readOpenOrders(context, undefined);
    const everywhere = all ?? [];
    let isRead = all !== undefined;
    for (const contract of ledger.contracts) {
      const listed = await readOpenOrders(context, contract);
      isRead ||= listed !== undefined;
      const records = [...(listed ?? []), ...everywhere.filter((record) => record.contract === contract)];
      const seen = new Set(records.map(({ id }) => id));
      for (const record of records) noteAndClaim({ ...record, contract }, count);
      for (const order of ledger.open.filter((each) => each.contract === contract)) {
        await attend(order, seen.has(order.orderId), listed !== undefined);
      }
    }
    for (const record of everywhere) noteAndClaim(record, count);
    if (isRead) read++;
  }

  function noteAndClaim(record: OpenRecord, count: number): void {
    const { id, contract, name } = record;
    lastLooks.set(id, count);
    const isOurs = ledger.isOurs(record) || name?.startsWith(context.prefix) === true;
    if (contract !== undefined && isOurs) ledger.claim({ ...record, contract });
  }

  /** Takes in whether a look has shown the order, and cancels it where that is not done, or has had no effect. */
  async function attend(order: OwnOrder, isListed: boolean, isReadable: boolean): Promise<void> {
    const trace = traceOf(order);
    if (isListed) {
      trace.absences = 0;
      trace.wasListed = true;
      trace.outlivedCancel ||= order.cancelled;
    } else if (isReadable) trace.absences++;
    if (order.orderId === '' || (order.cancelled && !isListed)) return;
    await context.call('cancelOrder', { contractName: order.contract, orderId: order.orderId });
  }

  await findDoubtful(session, context, traceOf);
  const filled: string[] = [];
  for (const order of ledger.open.filter((each) => isProven(session, each, traceOf(each)))) {
    if (traceOf(order).isFilled) filled.push(`${nameOf(order)} (filled: what it traded is on the account)`);
    if (order.orderId !== '' && traceOf(order).state !== 'done') vanished.push(order);
    ledger.gone(order);
  }
  const known = ledger.open.filter((each) => traceOf(each).state === 'open');
  await cancelKnown(session, context, [...known, ...vanished]);
  const left = [...ledger.open.map(nameOf), ...filled];
  if (!baseline.isRead) return left;
  const others = session.strangers.all.filter((record) => !ledger.isOurs(record));
  const isOpen = ({ id }: OpenRecord): boolean | undefined => {
    const last = lastLooks.get(id);
    return last === undefined && read < ABSENCES ? undefined : (last ?? 0) > looks - ABSENCES;
  };
  return [...left, ...others.flatMap((record) => textOfStranger(session, record, isOpen(record)) ?? [])];
}

/** Orders without an answer, after which no more are asked for: not every host looks up what is over. */
const ENOUGH_SILENCE = 2;

/**
 * Orders that no list shows since they were cancelled, and that Get Order Details still has as open: a list may leave out what
 * was to be cancelled, and the order is there. They are cancelled again as long as changes may take.
 */
async function cancelKnown(session: Session, context: Context, vanished: readonly OwnOrder[]): Promise<void> {
  const { ledger } = session;
  const isOpen = async ({ contract, orderId, clientOrderId: name }: OwnOrder): Promise<boolean | undefined> => {
    if (session.stopped !== undefined) return undefined;
    const found = await findOrder(context, contract, { orderId });
    if (found?.id !== orderId) return undefined;
    if (found.state === 'open') ledger.claim({ id: orderId, name, contract });
    else if (found.state === 'done') ledger.open.filter((each) => each.orderId === orderId).forEach(ledger.gone);
    return found.state === 'open';
  };
  let open: readonly OwnOrder[] = [];
  let silent = 0;
  for (const order of vanished) {
    const answer = await isOpen(order);
    if (answer === undefined && ++silent === ENOUGH_SILENCE) break;
    if (answer === true) open = [...open, order];
  }
  for (const waitMs of LATER_LOOKS) {
    if (open.length === 0 || session.stopped !== undefined) break;
    await context.pause(waitMs);
    const kept: OwnOrder[] = [];
    for (const order of open) {
      if ((await isOpen(order)) === false) continue;
      kept.push(order);
      const { contract: contractName, orderId } = order;
      await context.call('cancelOrder', { contractName, orderId }).catch(asLeft);
    }
    open = kept;
  }
}

/** Nothing, where a call led nowhere or was not sent: an order that is not proven to be gone is left behind. */
function asLeft(error: unknown): undefined {
  if (!(error instanceof Found) && !(error instanceof NotPermitted)) throw error;
}

/** An order for a person: its contract, and its id or else the name that the kit gave it. */
export const nameOf = ({ contract, orderId, clientOrderId, n }: OwnOrder): string =>
  `${contract} ${orderId || clientOrderId || `condition order ${n} of the run, whose id was not told`}`;

/** Describes an order that the run did not place; undefined where there is nothing to report. It may not be known if it is open. */
function textOfStranger(
  { baseline, strangers, ledger }: Session,
  record: OpenRecord,
  isOpen: boolean | undefined,
): string | undefined {
  const { id, contract = 'unknown contract', name } = record;
  const text = `${contract} ${id}`;
  const fate = isOpen === undefined ? 'not looked for any more' : 'not open any more';
  if (isOpen !== true && strangers.mayBeWiped(record))
    return `${text} (not placed by this run, and ${fate}: a cancel of several orders by this run may have cancelled it)`;
  if (isOpen === false) return undefined;
  if (ledger.isOfSomeRun(name))
    return `${text} (${name}: of another run, not cancelled: clean-up with the journal of that run does, or cancelOrder with this id)`;
  return baseline.has(id)
    ? undefined
    : `${text} (not in the first list of this run, and not named by it: not cancelled, because it may not be yours to lose)`;
}

/** True when there were enough looks: a list that lags, or an order that stays, deserves more of them. */
function isSettled({ ledger, timing }: Session, traceOf: (order: OwnOrder) => OrderTrace): boolean {
  return (
    ledger.habits.isPrompt &&
    ledger.open.every((order) => {
      const { absences } = traceOf(order);
      // It may come up as long as there are looks.
      if (order.orderId === '' && !order.answered) return timing.now() - order.atMs > LONG_AGO_MS;
      return absences >= ABSENCES && (order.orderId === '' || order.cancelled);
    })
  );
}

/** Looks up, by its clientOrderId, each order whose id was never told. */
async function findByName({ ledger, baseline }: Session, context: Context): Promise<void> {
  const nameless = ledger.open.filter((order) => order.orderId === '' && !isCondition(order));
  let selects: boolean | undefined;
  for (const order of nameless) {
    const found = await findOrder(context, order.contract, { clientOrderId: order.clientOrderId });
    if (found === undefined || baseline.has(found.id)) continue;
    // It is another order of the run, which has the same name.
    if (ledger.isOurs({ id: found.id, name: undefined, contract: order.contract })) continue;
    // A host that selects by contract alone, or by a part of an id, answers with another order: one that was never used must find nothing.
    const isNamed = found.name === order.clientOrderId;
    selects ??=
      isNamed ||
      (await findOrder(context, order.contract, { clientOrderId: `${order.clientOrderId.slice(0, -1)}_` })) ===
        undefined;
    if (!isNamed && !selects) return;
    const record = { id: found.id, name: order.clientOrderId, contract: order.contract };
    // One that was filled is told at the end.
    if (found.state === 'done' && !found.isFilled) ledger.gone(ledger.claim(record));
    else await context.call('cancelOrder', { contractName: order.contract, orderId: ledger.claim(record).orderId });
  }
}

async function findDoubtful(
  session: Session,
  context: Context,
  traceOf: (order: OwnOrder) => OrderTrace,
): Promise<void> {
  for (const order of session.ledger.open) {
    const trace = traceOf(order);
    const wasShown = trace.wasListed || session.ledger.habits.hasShown(order.orderId);
    const isClear = order.cancelled && !trace.outlivedCancel && wasShown && !isCondition(order);
    if (order.orderId === '' || isClear) continue;
    const found = await findOrder(context, order.contract, { orderId: order.orderId }).catch(asLeft);
    if (found?.id === order.orderId) Object.assign(trace, { state: found.state, isFilled: found.isFilled });
  }
}

/** Gone needs a proof; without one an order is left behind. */
function isProven({ ledger, timing }: Session, order: OwnOrder, trace: OrderTrace): boolean {
  const needed = trace.outlivedCancel || !ledger.habits.isSteady ? MANY_ABSENCES : ABSENCES;
  if (trace.absences < ABSENCES || trace.state === 'open') return false;
  if (trace.state === 'done') return true;
  if (trace.absences < needed) return false;
  // No list has to show a condition order: one that was never there cannot be missed.
  if (isCondition(order) && !trace.wasListed) return order.outcome === 'refused';
  if (order.orderId !== '') return order.cancelled;
  switch (order.outcome) {
    case 'refused':
      return true;
    case 'accepted':
      // Its name would be among those that lists show.
      return ledger.habits.isPrompt && ledger.habits.showsNames;
    case 'sent':
      // A request without a response may still be on its way.
      return order.answered || (timing.now() - order.atMs > LONG_AGO_MS && !ledger.isNamesake(order));
  }
}
