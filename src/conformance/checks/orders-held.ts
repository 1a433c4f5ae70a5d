import { LOOKS } from '../orders/look-delays.js';
import { type Reading } from '../call/answer.js';
import { declaredFields, type OperationId, operations as described } from '../model/operations.js';
import { isTaken } from './unlike.js';
import type { Alteration } from '../call/build-call.js';
import { type AnyInput, without } from '../call/input.js';
import { broken, type Check, type Context, decidedBy, holds, notApplicable } from '../findings/check.js';
import { clauses, fieldsOf } from '../model/clauses.js';
import type { Clause, Finding } from '../model/report-model.js';
import { maybeCondition, notYetOpen, openIds, place } from '../orders/orders.js';
import { inputOf, type OrderForm, orderForms } from '../orders/order-forms.js';
import { measureWindow } from './window.js';
import { openOrderChecks, rowOfHeld } from './open-orders.js';

/**
 * Orders that come up within the time that a change may take, and that this run did not place: a list may have shown nothing yet of
 * an earlier one. Condition orders of the run may be open, too.
 */
export async function extrasIn(context: Context, before: ReadonlySet<string>): Promise<readonly string[]> {
  for (const waitMs of LOOKS.slice(0, 3)) {
    if (waitMs > 0) await context.pause(waitMs);
    const isExtra = (id: string): boolean => !before.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id);
    const found = [...(await openIds(context))].filter(isExtra);
    if (found.length > 0) return found;
  }
  return [];
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

const held = (
  name: string,
  title: string,
  clause: Clause,
  run: Check['run'],
  operations?: Check['operations'],
): Check => ({ ...rowOfHeld(name, title, clause, operations), run });

export const heldChecks: readonly Check[] = [
  ...openOrderChecks,
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
