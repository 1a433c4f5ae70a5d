import { broken, type Check, type Context, holds, needAccepted, seen } from '../engine/check.js';
import { clauses, unknown } from '../clauses.js';
import type { Finding } from '../model.js';
import { LOOKS } from '../account/looks.js';
import { farPrice, nextClientOrderId, openIds, place, placedBy, stillOpen } from '../account/orders.js';
import { CHANGES } from '../premises/premises.js';

const common = {
  signed: true,
  effect: 'wipe',
  operations: ['createOrder', 'getOpenOrders', 'cancelOrder'],
  control: 'shape/createOrder/success',
  assumes: CHANGES,
} as const;

async function placedIsOpen(context: Context): Promise<Finding> {
  const { orderId, contract } = await place(context);
  for (const waitMs of LOOKS) {
    if (waitMs > 0) await context.pause(waitMs);
    if ((await openIds(context, contract)).has(orderId)) return holds();
  }
  return broken(`the order ${orderId}, which was accepted and cannot be filled, is not among the open orders`);
}

async function cancelledIsGone(context: Context): Promise<Finding> {
  const order = await place(context);
  const input = { contractName: order.contract, orderId: order.orderId };
  needAccepted(await context.call('cancelOrder', input), 'cancelOrder');
  const left = await stillOpen(context, [order], order.contract);
  return left.length === 0 ? holds() : broken(`the order ${order.orderId} is still open after its cancellation`);
}

/** Uniqueness is not shown. */
async function sameIdTwice(context: Context): Promise<Finding> {
  const clientOrderId = nextClientOrderId(context);
  const order = { type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, volume: context.volume } as const;
  const input = { contractName: context.contract, price: await farPrice(context), clientOrderId, ...order };
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
  const input = { contractName: order.contract, orderId: order.orderId };
  needAccepted(await context.call('cancelOrder', input), 'cancelOrder');
  await stillOpen(context, [order], order.contract);
  const { kind, status, code } = await context.call('cancelOrder', input);
  return seen({ kind, status, code });
}

export const stateChecks: readonly Check[] = [
  {
    ...common,
    id: 'state/order/placed-is-open',
    family: 'STATE',
    title: 'an order that rests is among the open orders',
    clause: clauses.reads,
    run: placedIsOpen,
  },
  {
    ...common,
    id: 'state/order/cancelled-is-gone',
    family: 'STATE',
    title: 'a cancelled order is no longer among the open orders',
    clause: clauses.cancelOne,
    control: 'shape/cancelOrder/success',
    run: cancelledIsGone,
  },
];

export const idemChecks: readonly Check[] = [
  {
    ...common,
    id: 'idem/create/same-client-order-id',
    family: 'IDEM',
    title: 'what a second order with the same clientOrderId does',
    clause: unknown('request.client-order-id'),
    run: sameIdTwice,
  },
  {
    ...common,
    id: 'idem/cancel/repeated',
    family: 'IDEM',
    title: 'what a repeated cancel answers',
    clause: unknown('states.order'),
    control: 'shape/cancelOrder/success',
    run: cancelTwice,
  },
];
