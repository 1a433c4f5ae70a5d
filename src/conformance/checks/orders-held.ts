import { LOOKS } from '../orders/look-delays.js';
import { type Reading, textOf } from '../call/answer.js';
import { declaredFields, type OperationId, operations as described } from '../model/operations.js';
import { isTaken } from './unlike.js';
import type { Alteration } from '../call/build-call.js';
import { type AnyInput, without } from '../call/input.js';
import { everyCancel } from '../scenes/cancels.js';
import {
  asNone,
  broken,
  type CheckRow,
  type Context,
  decidedBy,
  holds,
  notApplicable,
  type Placed,
} from '../findings/check.js';
import { clauses, fieldRow, fieldsOf } from '../model/clauses.js';
import { sideBySide } from '../model/side-by-side.js';
import type { Clause, Finding } from '../model/report-model.js';
import { goneOf, maybeCondition, notYetOpen, openIds, place, readOpenOrders, tryPlace } from '../orders/orders.js';
import { inputOf, type OrderForm, orderForms } from '../orders/order-forms.js';
import { UNKNOWN_KEY, UNSIGNED, WITHOUT_SIGNATURE, wrongCall } from './wrong-calls.js';
import { measureWindow } from './window.js';
import { ofHeld, openOrderChecks } from './open-orders.js';

/**
 * Orders that come up within the time that a change may take, and that this run did not place: a list may have shown nothing yet of
 * an earlier one. Condition orders of the run may be open, too.
 *
 * @param after The first look, where there was one.
 */
export async function extrasIn(
  context: Context,
  before: ReadonlySet<string>,
  after?: ReadonlySet<string>,
): Promise<readonly string[]> {
  for (const waitMs of LOOKS.slice(0, 3)) {
    if (waitMs > 0) await context.pause(waitMs);
    const isExtra = (id: string): boolean => !before.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id);
    const ids = waitMs === 0 ? (after ?? (await openIds(context))) : await openIds(context);
    const found = [...ids].filter(isExtra);
    if (found.length > 0) return found;
  }
  return [];
}

export async function lostSince(
  context: Context,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
  reached: readonly (string | undefined)[] = [],
): Promise<readonly Placed[]> {
  const missing = [...context.standing].flatMap(([orderId, contract]): readonly Placed[] =>
    before.has(orderId) && !after.has(orderId) && !reached.includes(contract)
      ? [{ contract, orderId, clientOrderId: '' }]
      : [],
  );
  return missing.length === 0 ? [] : goneOf(context, missing);
}

interface RefusedCall {
  readonly what: string;
  readonly alteration?: Alteration;
  readonly change?: (input: AnyInput) => AnyInput;
  readonly clause?: Clause;
}

/** Calls that are refused for their headers. A header that is missing has a sentence of its own. */
const FOR_HEADERS: readonly RefusedCall[] = [
  ...[UNSIGNED, wrongCall('wrong-secret'), UNKNOWN_KEY].map(({ what, alteration }) => ({ what, alteration })),
  ...['without-key', 'without-timestamp', WITHOUT_SIGNATURE].map(wrongCall),
];

/** The same with a timestamp of long ago, where such ones are refused. */
async function unsignedCalls(context: Context): Promise<readonly RefusedCall[]> {
  const { refusedMs } = await measureWindow(context, 'stale');
  if (refusedMs === null) return FOR_HEADERS;
  const alteration = { offsetMs: -2 * refusedMs };
  return [...FOR_HEADERS, { what: 'a timestamp of long ago', alteration, clause: clauses.timestamp }];
}

const WITHOUT_CONTRACT: readonly RefusedCall[] = [
  { what: 'without contractName', change: (input) => without(input, 'contractName') },
  { what: 'without contractName and orderId', change: () => ({}) },
];
const INCOMPLETE: readonly RefusedCall[] = [
  ...declaredFields(described.createOrder)
    .filter(({ required }) => required)
    .map((field) => ({
      what: `without ${field.name}`,
      change: (input: AnyInput) => without(input, field.name),
      clause: fieldRow('createOrder', field),
    })),
  ...declaredFields(described.createOrder)
    .filter(({ enum: values }) => values !== undefined)
    .map((field) => ({
      what: `with a ${field.name} that is not declared`,
      change: (input: AnyInput) => ({ ...input, [field.name]: 'XHOLDX' }),
      clause: fieldRow('createOrder', field),
    })),
];

/** Refused, or answered in a form that a right call never has. */
const isNoSuccess = async (context: Context, operationId: OperationId, reading: Reading): Promise<boolean> =>
  reading.kind !== 'none' && !(await isTaken(context, operationId, reading));

interface Refusable extends RefusedCall {
  readonly send: () => Promise<Reading>;
}

type Look = () => Promise<string | undefined>;

/**
 * Sends all calls, and looks once for what they did. What was accepted may have done it, so it is left out the next time. Only where
 * refused calls did something is it narrowed down which one. `late` looks once more, some seconds after all of them.
 */
async function judgeRefusables(
  context: Context,
  operationId: 'createOrder' | 'cancelOrder' | 'cancelAllOrders',
  calls: readonly Refusable[],
  traces: () => Promise<Look>,
  late: Look = async () => undefined,
): Promise<Finding> {
  const sendAll = async (some: readonly Refusable[]) => {
    const look = await traces();
    const readings = await sideBySide(some, context.atOnce, ({ send }) => send());
    const refused: Refusable[] = [];
    for (const [at, call] of some.entries())
      if (await isNoSuccess(context, operationId, readings[at]!)) refused.push(call);
    return { refused, readings, found: await look() };
  };
  let sent = calls;
  let seen = await sendAll(sent);
  while (seen.found !== undefined && seen.refused.length > 0 && seen.refused.length < sent.length) {
    sent = seen.refused;
    seen = await sendAll(sent);
  }
  const { refused, found } = seen;
  if (refused.length === 0) return notApplicable('nothing was refused');
  const whats = [...new Set(refused.map(({ what }) => what))];
  const trace = found ?? (await late());
  if (trace === undefined) return holds(whats);
  const whole = `${operationId} was refused (${whats.join(', ')}), and ${trace}`;
  if (found === undefined) return broken(whole);
  // Calls that break the clause of the check itself come first.
  let suspects = refused.toSorted(
    (one, other) => Number(one.clause !== undefined) - Number(other.clause !== undefined),
  );
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    suspects = (await sendAll(half)).found === undefined ? suspects.slice(half.length) : half;
  }
  const own = await sendAll(suspects);
  if (own.found === undefined || own.refused.length === 0) return broken(whole);
  const { what, clause } = suspects[0]!;
  return decidedBy(
    broken(`${operationId} was refused (${what}), and ${own.found}`, undefined, clause),
    own.readings[0]!,
  );
}

type FormedCall = OrderForm & { readonly call: RefusedCall };

async function inAllForms(context: Context): Promise<readonly FormedCall[]> {
  return orderForms<{ readonly call: RefusedCall }>(context, 'resting-opening', { call: await unsignedCalls(context) });
}

async function inTurns(context: Context): Promise<readonly FormedCall[]> {
  const forms = await orderForms(context, 'resting-opening');
  return INCOMPLETE.map((call, at) => ({ ...forms[at % forms.length]!, call }));
}

async function openOnEach(context: Context, contracts: Iterable<string>): Promise<ReadonlySet<string>> {
  const before = await openIds(context);
  const placed: Placed[] = [];
  for (const contract of contracts)
    if (![...context.standing].some(([id, of]) => of === contract && before.has(id)))
      placed.push(...(await tryPlace(context, contract)));
  if (placed.length === 0) return before;
  await notYetOpen(context, placed);
  return openIds(context);
}

async function refusedPlacesNothing(
  context: Context,
  calls: readonly FormedCall[],
  later?: () => Promise<unknown>,
): Promise<Finding> {
  const names = new Set<string>();
  const sent = calls.map(({ call, ...form }): Refusable => {
    const { change = (same: AnyInput) => same } = call;
    const send = async () => {
      const input = change(await inputOf(context, form));
      const reading = await context.callWith('createOrder', input, call.alteration);
      const name = textOf(input.clientOrderId);
      if (reading.kind === 'refused' && name !== undefined) names.add(name);
      return reading;
    };
    return { ...call, send };
  });
  const traces = async () => {
    const before = await openOnEach(context, new Set(calls.map(({ contractName }) => contractName)));
    return async () => {
      const found = await extrasIn(context, before);
      if (found.length > 0) return areOpen(found);
      const [lost] = await lostSince(context, before, await openIds(context));
      if (lost !== undefined) context.bait.spend();
      return lost && `the order ${lost.orderId} of ${lost.contract} is gone`;
    };
  };
  // Others may place orders in that time, but none by the name of a refused one.
  return judgeRefusables(context, 'createOrder', sent, traces, async () => {
    if (later === undefined || names.size === 0) return undefined;
    await later();
    const found = (await readOpenOrders(context, undefined))?.filter(
      ({ name }) => name !== undefined && names.has(name),
    );
    return found?.length ? areOpen(found.map(({ id }) => id)) : undefined;
  });
}

const areOpen = (ids: readonly string[]): string => `these orders are open all the same: ${ids.slice(0, 5).join(', ')}`;

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
        isGone = (await goneOf(context, [order])).length > 0;
        if (isGone) context.bait.spend();
        if (isGone) return `the order ${order.orderId} is gone`;
      }
      return undefined;
    };
  });
}

export const heldChecks: readonly CheckRow[] = [
  // First, because orders rest for some seconds before the others cancel them: what comes late shows after that.
  {
    ...ofHeld,
    id: 'state/createOrder/forged-places-nothing',
    title: 'a createOrder that is refused for its headers places no order and cancels none',
    clause: clauses.signature,
    run: async (context) =>
      refusedPlacesNothing(context, await inAllForms(context), () => everyCancel(context).catch(asNone)),
  },
  ...openOrderChecks,
  {
    ...ofHeld,
    id: 'state/createOrder/refused-places-nothing',
    title: 'a createOrder that is refused for its input places no order and cancels none',
    clause: fieldsOf('createOrder'),
    run: async (context) => refusedPlacesNothing(context, await inTurns(context)),
  },
  {
    ...ofHeld,
    id: 'state/cancelOrder/refused-cancels-nothing',
    title: 'a cancelOrder that is refused for its input cancels no order',
    clause: fieldsOf('cancelOrder'),
    run: (context) => refusedCancelsNothing(context, 'cancelOrder', WITHOUT_CONTRACT),
  },
  ...(['cancelOrder', 'cancelAllOrders'] as const).map((operationId): CheckRow => ({
    ...ofHeld,
    id: `state/${operationId}/forged-cancels-nothing`,
    title: `a ${operationId} that is refused for its headers cancels no order`,
    clause: clauses.signature,
    operations: ['createOrder', 'getOpenOrders', operationId],
    run: async (context) => refusedCancelsNothing(context, operationId, await unsignedCalls(context)),
  })),
];
