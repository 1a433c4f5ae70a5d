import { recordsOf } from '../call/answer.js';
import { broken, type CheckRow, type Context, holds, type Placed, seen, seenEnd } from '../findings/check.js';
import { clauses, unknown } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { nameIn } from '../call/open-records.js';
import { nextClientOrderId, openOrders, place, placedBy, restingOrder, stillOpen } from '../orders/orders.js';
import { cancelByItsId, couldBeCancelled } from '../orders/cancelling.js';
import { cancelAndLook, placedAndSeen } from '../scenes/cancels.js';
import { asCheck, ofOrders } from './judged-orders.js';

const common = { ...ofOrders, control: 'shape/createOrder/success' } as const;

async function placedIsOpen(context: Context): Promise<Finding> {
  const { order, isListed } = await placedAndSeen(context);
  if (isListed) return holds();
  if (await couldBeCancelled(context, order))
    return broken(`the order ${order.orderId} could be cancelled, and was not among the open orders before`);
  const elsewhere = (await shownElsewhere(context, order)) ?? (await shownByName(context, order));
  return elsewhere === undefined
    ? broken(`the order ${order.orderId}, which was accepted and cannot be filled, can be read nowhere`)
    : seen(`the order was accepted, and is not among the open ones by its orderId, but ${elsewhere} shows it`);
}

/** Where an order can be read that does not rest: it may be over as soon as it was accepted. */
async function shownElsewhere(context: Context, { contract, orderId }: Placed): Promise<string | undefined> {
  for (const where of ['body', 'query'] as const) {
    const details = await context.call('getOrder', { contractName: contract, orderId }, { place: where });
    if (details.kind === 'accepted') return 'getOrder';
  }
  const history = await context.call('getOrderHistory', { contractName: contract, limit: '100' });
  return recordsOf(history)?.some((record) => record['orderId'] === orderId) === true ? 'getOrderHistory' : undefined;
}

/** A receipt may call something else orderId; the order is then open under its clientOrderId. */
async function shownByName(context: Context, { contract, clientOrderId }: Placed): Promise<string | undefined> {
  const orders = await openOrders(context, contract);
  const found = orders.find((record) => clientOrderId !== '' && nameIn(record) === clientOrderId);
  return found && `getOpenOrders, under the orderId ${String(found['orderId'])},`;
}

/** Uniqueness is not shown. */
async function sameIdTwice(context: Context): Promise<Finding> {
  const clientOrderId = nextClientOrderId(context);
  const input = { ...(await restingOrder(context, context.contract)), clientOrderId };
  const kinds: string[] = [];
  for (let i = 0; i < 2; i++) {
    const reading = await context.call('createOrder', input);
    kinds.push(reading.code === undefined ? reading.kind : `${reading.kind} ${reading.code}`);
    if (reading.kind === 'accepted') await placedBy(context, reading, context.contract, clientOrderId);
  }
  return seen({ first: kinds[0], second: kinds[1] });
}

async function cancelTwice(context: Context): Promise<Finding> {
  const order = await place(context);
  await cancelByItsId(context, order);
  await stillOpen(context, [order]);
  return seenEnd(await context.call('cancelOrder', { contractName: order.contract, orderId: order.orderId }));
}

export const stateChecks: readonly CheckRow[] = [
  {
    ...common,
    id: 'state/order/placed-is-open',
    title: 'an order that rests is among the open orders',
    clause: clauses.reads,
    operations: ['createOrder', 'getOpenOrders', 'cancelOrder', 'getOrder', 'getOrderHistory'],
    run: placedIsOpen,
  },
  asCheck({
    id: 'state/order/cancelled-is-gone',
    title: 'a cancelled order is no longer among the open orders',
    clause: clauses.cancelOne,
    control: 'shape/cancelOrder/success',
    play: cancelAndLook,
  }),
];

export const idemChecks: readonly CheckRow[] = [
  {
    ...common,
    id: 'idem/create/same-client-order-id',
    title: 'what a second order with the same clientOrderId does',
    clause: unknown('request.client-order-id'),
    run: sameIdTwice,
  },
  {
    ...common,
    id: 'idem/cancel/repeated',
    title: 'what a repeated cancel returns',
    clause: unknown('states.order'),
    control: 'shape/cancelOrder/success',
    run: cancelTwice,
  },
];
