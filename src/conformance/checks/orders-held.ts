import { sameDecimal } from '../../core/decimal.js';
import { LOOKS } from '../orders/look-delays.js';
import { type Reading, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { declaredFields, type OperationId, operations as described } from '../model/operations.js';
import { isTaken } from './unlike.js';
import type { Alteration } from '../call/build-call.js';
import { type AnyInput, without } from '../call/input.js';
import {
  broken,
  cannotTell,
  type Check,
  type Context,
  decidedBy,
  holds,
  needAccepted,
  notApplicable,
  type Placed,
  premiseOpen,
} from '../findings/check.js';
import { clauses, fieldsOf } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import { maybeCondition, notYetOpen, openIds, openOrders, otherContracts, place } from '../orders/orders.js';
import { couldBeCancelled } from '../orders/cancelling.js';
import { inputOf, type OrderForm, orderForms } from '../orders/order-forms.js';
import { type FormedOrder, placeForms } from '../orders/placed-forms.js';
import { measureWindow } from './window.js';
import { recordOf } from '../orders/find-order.js';
import { CHANGES } from '../findings/premises.js';
import { AGE_MS, everyCancel, laterOn } from '../scenes/cancels.js';
import { asCheck } from './judged-orders.js';

/** More than a fault has between two strikes, as far as it is looked for. */
const ORDERS = 6;

const listed = (orders: readonly { readonly orderId: string }[]): string =>
  orders.map(({ orderId }) => orderId).join(', ');

/** Orders of all forms, and what was open before; once in a run. */
const laid = (context: Context) =>
  context.shared('orders laid out', async (inner) => {
    const before = await openIds(inner);
    const orders: FormedOrder[] = [...(await placeForms(inner))];
    while (orders.length < ORDERS) orders.push(await placeWith(inner));
    await inner.pause(AGE_MS);
    // An order that is accepted may be over at once. That some are open and others are not is another matter.
    if ((await notYetOpen(inner, orders)).length === orders.length)
      premiseOpen('states.order', 'none of the orders that were accepted is among the open ones');
    return { before, orders };
  });

/** Places an order that rests, as it is taken here. */
async function placeWith(context: Context): Promise<FormedOrder> {
  const order = await place(context);
  return { ...order, asked: { contractName: order.contract, side: 'BUY', type: 'LIMIT', open: 'OPEN' } };
}

interface LostOrder {
  readonly order: Placed;
  /** A cancel shows that it is open. */
  readonly isOpen: boolean;
}

/**
 * Orders that are neither listed nor over: one that was accepted may be over at once (unknown `states.order`), and then it can be
 * read as it was asked for, and not be cancelled.
 */
async function lostOf(context: Context, orders: readonly FormedOrder[]): Promise<readonly LostOrder[]> {
  const missing = new Set((await notYetOpen(context, orders)).map(({ orderId }) => orderId));
  const lost: LostOrder[] = [];
  for (const order of orders.filter(({ orderId }) => missing.has(orderId))) {
    const record = await recordOf(context, order);
    const isLost = record === undefined || problemsOf(record, order.asked, await knownContracts(context)).length > 0;
    const isOpen = !isLost && (await couldBeCancelled(context, order));
    if (isLost || isOpen) lost.push({ order, isOpen });
  }
  return lost;
}

/** Orders that are lost; undefined where there are none. */
function problemOfLost(lost: readonly LostOrder[], count: number): Finding | undefined {
  if (lost.length === 0) return undefined;
  const ids = listed(lost.map(({ order }) => order));
  return lost.some(({ isOpen }) => isOpen)
    ? broken(
        `of ${count} orders, some could be cancelled, and the open orders did not show them: ${ids}`,
        undefined,
        clauses.reads,
      )
    : broken(`of ${count} orders that were accepted and cannot be filled, some are not open: ${ids}`);
}

/**
 * Orders that are open now, were not before, and were not placed by this run: a list may have shown nothing yet of an earlier
 * order. Condition orders of the run may be open, too.
 */
async function extras(context: Context, before: ReadonlySet<string>): Promise<string[]> {
  const open = [...(await openIds(context))];
  return open.filter((id) => !before.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id));
}

/** Everything that shows up within the time that a change may take. */
export async function extrasIn(context: Context, before: ReadonlySet<string>): Promise<string[]> {
  for (const waitMs of LOOKS.slice(0, 3)) {
    if (waitMs > 0) await context.pause(waitMs);
    const found = await extras(context, before);
    if (found.length > 0) return found;
  }
  return [];
}

/** Open orders that a call of this run may have made: with other terms than all its orders, they are another program's. */
async function likeOurs(context: Context, found: readonly string[]): Promise<readonly string[]> {
  if (found.length === 0) return found;
  const all = await openOrders(context);
  const idOf = (record: ResultRecord): string => String(record['orderId']);
  const own = all.filter((record) => context.ownIds.has(idOf(record)));
  const isLike = (one: ResultRecord, other: ResultRecord): boolean =>
    (['contractName', 'side', 'price'] as const).every((name) => one[name] === other[name]);
  return all
    .filter(
      (record) => found.includes(idOf(record)) && (own.length === 0 || own.some((order) => isLike(order, record))),
    )
    .map(idOf);
}

/** An order of this run that one list has twice. */
async function doubled(context: Context): Promise<string | undefined> {
  const ids = (await openOrders(context)).map((record) => String(record['orderId']));
  return ids.find((id, at) => context.ownIds.has(id) && ids.indexOf(id) !== at);
}

/** Each open order is on each list: a list may be older than the one before, and is looked at again when changes have had their time. */
async function shownEachTime(context: Context): Promise<Finding> {
  const { orders } = await laid(context);
  const missing = await notYetOpen(context, orders);
  const open = orders.filter((order) => !missing.includes(order));
  const [first] = open;
  if (first === undefined) return notApplicable('there is no open order');
  for (const waitMs of [0, context.patienceMs]) {
    if (waitMs > 0) await context.pause(waitMs);
    const seen = new Map<string, number>();
    for (let time = 0; time < ORDERS; time++) {
      const contract = time % 2 === 0 ? first.contract : undefined;
      const ids = await openIds(context, contract);
      for (const order of open)
        if (ids.has(order.orderId) || (contract !== undefined && contract !== order.contract))
          seen.set(order.orderId, (seen.get(order.orderId) ?? 0) + 1);
    }
    const counts = open.map(({ orderId }) => seen.get(orderId) ?? 0);
    if (counts.every((shown) => shown === ORDERS)) return holds(ORDERS);
    if (waitMs === 0) continue;
    const at = counts.findIndex((shown) => shown > 0 && shown < ORDERS);
    if (at !== -1)
      return broken(`of ${ORDERS} lists of the open orders, ${counts[at]} hold the order ${open[at]!.orderId}`);
  }
  return notApplicable('the order is open no more');
}

async function oneForEach(context: Context): Promise<Finding> {
  const { before, orders } = await laid(context);
  if (new Set(orders.map(({ orderId }) => orderId)).size < orders.length) {
    return broken(`two orders were given the same id: ${listed(orders)}`);
  }
  const lost = problemOfLost(await lostOf(context, orders), orders.length);
  if (lost !== undefined) return lost;
  const listedTwice = await doubled(context);
  if (listedTwice !== undefined) return broken(`the open orders list ${listedTwice} twice`);
  const besides = await extrasIn(context, before);
  if (besides.length === 0) return holds(orders.length);
  const found = await likeOurs(context, besides);
  const text = `${orders.length} orders were created, and these are open besides: `;
  return found.length === 0
    ? cannotTell(`${text}${besides.slice(0, 5).join(', ')}, with other terms: another program may have placed them`)
    : broken(text + found.slice(0, 5).join(', '));
}

/** Each under its own contract and under no other. */
async function underTheirContracts(context: Context): Promise<Finding> {
  const { orders } = await laid(context);
  const contracts = [...new Set(orders.map(({ contract }) => contract))];
  if (contracts.length < 2) return notApplicable('there is no second contract');
  for (const contract of [...contracts, ...contracts, ...contracts]) {
    const ids = await openIds(context, contract);
    const strange = orders.find((order) => order.contract !== contract && ids.has(order.orderId));
    if (strange !== undefined) return broken(`an order for ${strange.contract} is listed under ${contract}`);
    const missing = orders.find((order) => order.contract === contract && !ids.has(order.orderId));
    // One list may be older than the one before.
    if (missing !== undefined && (await lostOf(context, [missing])).length > 0)
      return broken(`the order ${missing.orderId} for ${contract} is not listed under it`);
  }
  return holds();
}

/** Values that show that a field of a record means the same as the field of the request. */
const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  side: ['BUY', 'SELL'],
  open: ['OPEN', 'CLOSE'],
  type: ['LIMIT', 'MARKET'],
};

/**
 * Compares two orders that differ with their records. What a record's fields are called is not shown: those that are called as
 * in the request are judged, and only where they show the words of the request, or the right price of one of the two orders.
 */
async function asAsked(context: Context): Promise<Finding> {
  const { orders } = await laid(context);
  const lost = problemOfLost(await lostOf(context, orders), orders.length);
  if (lost !== undefined) return lost;
  const pairs: { readonly record: ResultRecord; readonly asked: AnyInput }[] = [];
  for (const contract of new Set(orders.map((order) => order.contract))) {
    const reading = await context.call('getOpenOrders', { contractName: contract });
    for (const record of recordsOf(needAccepted(reading, 'getOpenOrders')) ?? []) {
      const order = orders.find(({ orderId }) => orderId === textOf(record['orderId']));
      if (order !== undefined) pairs.push({ record, asked: order.asked });
    }
  }
  const names = await knownContracts(context);
  const problems = pairs.flatMap(({ record, asked }) => problemsOf(record, asked, names));
  const priced = pairs.filter(({ asked }) => asked.price !== undefined);
  const right = priced.filter(({ record, asked }) => sameDecimal(textOf(record['price']) ?? '', String(asked.price)));
  const isWrong = priced.some(({ record, asked }) => isFar(textOf(record['price']), String(asked.price)));
  if (isWrong && right.length > 0 && right.length < priced.length)
    problems.push(`of ${priced.length} orders, ${right.length} are open at the price that was asked for`);
  return problems.length > 0 ? broken([...new Set(problems)].join('; ')) : holds(pairs.length);
}

/** A price may be rounded to a step, and need not be shown at all. */
export const isFar = (shown: string | undefined, asked: string): boolean =>
  Number(shown) > 0 && Math.abs(Number(shown) / Number(asked) - 1) > ROUNDED;

const ROUNDED = 0.01;

const knownContracts = async (context: Context): Promise<readonly string[]> => [
  context.contract,
  ...(await otherContracts(context)),
];

/** `known` are names of contracts: a list may call a contract otherwise than a request does. */
export function problemsOf(record: ResultRecord, input: AnyInput, known?: readonly string[]): readonly string[] {
  const words = Object.entries(VOCABULARY).flatMap(([name, values]) => {
    const [shown, wanted] = [record[name as 'side'], input[name as 'side']];
    const differs = wanted !== undefined && typeof shown === 'string' && values.includes(shown) && shown !== wanted;
    return differs ? [`an order with ${name} ${String(wanted)} is listed with ${name} ${shown}`] : [];
  });
  const contract = record['contractName'];
  const isOther =
    typeof contract === 'string' && contract !== input.contractName && known?.includes(contract) !== false;
  return isOther ? [...words, `an order for ${String(input.contractName)} is listed for ${contract}`] : words;
}

interface RefusedCall {
  readonly what: string;
  readonly alteration?: Alteration;
  readonly change?: (input: AnyInput) => AnyInput;
  /** Default: the clause of the check. */
  readonly clause?: Clause;
}

const withoutHeader = (name: 'apiKey' | 'timestamp' | 'signature', header: string): RefusedCall => ({
  what: `without ${header}`,
  alteration: { drop: name },
  clause: clauses.headers,
});

const UNSIGNED: readonly RefusedCall[] = [
  { what: 'without headers', alteration: { unsigned: true } },
  { what: 'with a wrong signature', alteration: { credentials: { apiSecret: 'a-secret-that-does-not-exist' } } },
  { what: 'with an unknown key', alteration: { credentials: { apiKey: 'a-key-that-does-not-exist' } } },
  withoutHeader('apiKey', 'X-CH-APIKEY'),
  withoutHeader('timestamp', 'X-CH-TS'),
  withoutHeader('signature', 'X-CH-SIGN'),
];

/** Calls that are refused for their headers; a timestamp of long ago only where such ones are refused. */
async function unsignedCalls(context: Context): Promise<readonly RefusedCall[]> {
  const { refusedMs } = await measureWindow(context, 'stale');
  if (refusedMs === null) return UNSIGNED;
  const alteration = { offsetMs: -2 * refusedMs };
  return [...UNSIGNED, { what: 'with a timestamp of long ago', alteration, clause: clauses.timestamp }];
}

const WITHOUT_CONTRACT: readonly RefusedCall[] = [
  { what: 'without contractName', change: (input) => without(input, 'contractName') },
  { what: 'without contractName and orderId', change: () => ({}) },
];
const INCOMPLETE: readonly RefusedCall[] = [
  ...declaredFields(described.createOrder)
    .filter(({ required }) => required)
    .map(({ name }) => ({ what: `without ${name}`, change: (input: AnyInput) => without(input, name) })),
  ...declaredFields(described.createOrder)
    .filter(({ enum: values }) => values !== undefined)
    .map(({ name }) => ({
      what: `with a ${name} that is not declared`,
      change: (input: AnyInput) => ({ ...input, [name]: 'XHOLDX' }),
    })),
];

/** Refused, or answered in a form that a right call never has. */
const isNoSuccess = async (context: Context, operationId: OperationId, reading: Reading): Promise<boolean> =>
  reading.kind !== 'none' && !(await isTaken(context, operationId, reading));

/** A call that is to be refused, and what it may do all the same. */
interface Refusable extends RefusedCall {
  readonly send: () => Promise<Reading>;
}

/**
 * Sends all calls, and looks once for what they did. Only where something was done is each of them sent again, so that it is told
 * which one did it.
 */
async function judgeRefusables(
  context: Context,
  operationId: 'createOrder' | 'cancelOrder' | 'cancelAllOrders',
  calls: readonly Refusable[],
  traces: () => Promise<() => Promise<string | undefined>>,
): Promise<Finding> {
  const all = await traces();
  const refused: Refusable[] = [];
  for (const call of calls) if (await isNoSuccess(context, operationId, await call.send())) refused.push(call);
  if (refused.length === 0) return notApplicable('nothing was refused');
  const found = await all();
  if (found === undefined) return holds([...new Set(refused.map(({ what }) => what))]);
  // Calls that break the clause of the check itself come first.
  const inOrder = refused.toSorted(
    (one, other) => Number(one.clause !== undefined) - Number(other.clause !== undefined),
  );
  for (const call of inOrder) {
    const one = await traces();
    const reading = await call.send();
    const trace = await one();
    if (trace === undefined || !(await isNoSuccess(context, operationId, reading))) continue;
    return decidedBy(broken(`${operationId} ${call.what} was refused, and ${trace}`, undefined, call.clause), reading);
  }
  const whats = [...new Set(refused.map(({ what }) => what))].join(', ');
  return broken(`${operationId} was refused (${whats}), and ${found}`);
}

type FormedCall = OrderForm & { readonly call: RefusedCall };

/** Each call with each value of a form. */
async function inAllForms(context: Context): Promise<readonly FormedCall[]> {
  return orderForms<{ readonly call: RefusedCall }>(context, 'resting-opening', { call: await unsignedCalls(context) });
}

/** Each call once, the forms by turns. */
async function inTurns(context: Context): Promise<readonly FormedCall[]> {
  const forms = await orderForms(context, 'resting-opening');
  return INCOMPLETE.map((call, at) => ({ ...forms[at % forms.length]!, call }));
}

/** Checks that refused calls placed no order, in whatever form. */
async function refusedPlacesNothing(context: Context, calls: readonly FormedCall[]): Promise<Finding> {
  const sent = calls.map(({ call, ...form }): Refusable => {
    const { change = (same: AnyInput) => same } = call;
    const send = async () => context.callWith('createOrder', change(await inputOf(context, form)), call.alteration);
    return { ...call, send };
  });
  return judgeRefusables(context, 'createOrder', sent, async () => {
    const before = await openIds(context);
    return async () => {
      const found = await extrasIn(context, before);
      return found.length === 0 ? undefined : `these orders are open all the same: ${found.slice(0, 5).join(', ')}`;
    };
  });
}

/** Checks that refused calls cancelled no order, by its id or with all others. */
async function refusedCancelsNothing(
  context: Context,
  operationId: 'cancelOrder' | 'cancelAllOrders',
  calls: readonly RefusedCall[],
): Promise<Finding> {
  // Not one that forged calls were tried on before: they may have cancelled it.
  let order = await place(context);
  if ((await notYetOpen(context, [order])).length > 0) return notApplicable('there is no open order');
  const named = (): AnyInput => ({ contractName: order.contract, orderId: order.orderId });
  const forms = operationId === 'cancelAllOrders' ? [(): AnyInput => ({})] : [named, () => without(named(), 'orderId')];
  const sent = calls.flatMap((call) =>
    forms.map((form): Refusable => {
      const { change = (same: AnyInput) => same } = call;
      return { ...call, send: () => context.callWith(operationId, change(form()), call.alteration) };
    }),
  );
  let isGone = false;
  return judgeRefusables(context, operationId, sent, async () => {
    if (isGone) order = await place(context);
    isGone = false;
    return async () => {
      for (const waitMs of LOOKS.slice(0, 3)) {
        if (waitMs > 0) await context.pause(waitMs);
        isGone = (await notYetOpen(context, [order])).length > 0;
        if (isGone) context.bait.spend();
        if (isGone) return `the order ${order.orderId} is gone`;
      }
      return undefined;
    };
  });
}

const rowOfHeld = (
  name: string,
  title: string,
  clause: Clause,
  operations: Check['operations'] = ['createOrder', 'getOpenOrders', 'cancelOrder'],
) =>
  ({
    id: `state/${name}`,
    family: 'STATE',
    title,
    clause,
    effect: 'wipe',
    operations,
    signed: true,
    throwAway: true,
    control: 'shape/createOrder/success',
    assumes: CHANGES,
  }) as const;

const held = (
  name: string,
  title: string,
  clause: Clause,
  run: Check['run'],
  operations?: Check['operations'],
): Check => ({ ...rowOfHeld(name, title, clause, operations), run });

/** The same of a scene that starts with the orders laid out. */
const played = (
  name: string,
  title: string,
  clause: Clause,
  play: (context: Context, orders: readonly Placed[]) => Promise<void>,
): Check =>
  asCheck({
    ...rowOfHeld(name, title, clause),
    play: async (context) => play(context, (await laid(context)).orders),
  });

export const heldChecks: readonly Check[] = [
  held(
    'order/one-for-each-create',
    'each accepted order is one open order, and no other comes with it',
    clauses.orders,
    oneForEach,
  ),
  held(
    'order/under-its-contract',
    'an order is listed under its contract and under no other',
    clauses.orders,
    underTheirContracts,
  ),
  held(
    'order/as-asked',
    'an open order has the side, type, contract and price that were asked for',
    clauses.orders,
    asAsked,
  ),
  held('order/shown-every-time', 'an open order is on each list of the open orders', clauses.reads, shownEachTime),
  played(
    'order/every-cancel-works',
    'each of several cancels in a row cancels its order',
    clauses.cancelOne,
    everyCancel,
  ),
  played('order/cancelled-stays-gone', 'a cancelled order is not open again later', clauses.cancelOne, laterOn),
  held(
    'createOrder/forged-places-nothing',
    'a createOrder that is refused for its headers places no order',
    clauses.signature,
    async (context) => refusedPlacesNothing(context, await inAllForms(context)),
  ),
  held(
    'createOrder/refused-places-nothing',
    'a createOrder that is refused for its input places no order',
    fieldsOf('createOrder'),
    async (context) => refusedPlacesNothing(context, await inTurns(context)),
  ),
  held(
    'cancelOrder/refused-cancels-nothing',
    'a cancelOrder that is refused for its input cancels no order',
    fieldsOf('cancelOrder'),
    (context) => refusedCancelsNothing(context, 'cancelOrder', WITHOUT_CONTRACT),
  ),
  ...(['cancelOrder', 'cancelAllOrders'] as const).map((operationId) =>
    held(
      `${operationId}/forged-cancels-nothing`,
      `a ${operationId} that is refused for its headers cancels no order`,
      clauses.signature,
      async (context) => refusedCancelsNothing(context, operationId, await unsignedCalls(context)),
      ['createOrder', 'getOpenOrders', operationId],
    ),
  ),
];
