import { orderIdOf, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { type Context, Found, type Placed } from '../findings/check.js';
import { CLOSE, inputOf, orderForms } from './order-forms.js';
import { nextClientOrderId, notYetOpen, place, placedBy, restingOrder } from './orders.js';
import { cross } from './trading.js';

/** An order, and what was asked for. */
export interface FormedOrder extends Placed {
  readonly asked: AnyInput;
}

/** Places an order of each form that rests and that the target takes, each at a price of its own; throw-away targets only. */
export async function placeForms(context: Context): Promise<readonly FormedOrder[]> {
  if (context.mode !== 'sandbox') return [];
  // The plain order shows with which terms orders are taken here.
  if (!context.order.settled) await place(context);
  const forms = await orderForms(context, 'resting');
  for (const { open, contractName: contract } of forms)
    if (open === CLOSE) await cross(context, { side: 'BUY', open: 'OPEN', contract, volume: context.volume });
  const placed: FormedOrder[] = [];
  for (const [at, form] of forms.entries())
    placed.push(...(await tryPlace(context, await inputOf(context, form, BigInt(at)))));
  return placed;
}

/** Two orders of one clientOrderId; none where the second is refused. */
export async function placeNamesakes(context: Context): Promise<readonly Placed[]> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return [];
  const clientOrderId = nextClientOrderId(context);
  const input = { ...(await restingOrder(context, context.contract)), clientOrderId };
  const orders = [...(await tryPlace(context, input)), ...(await tryPlace(context, input))];
  const isTold = new Set(orders.map(({ orderId }) => orderId)).size === 2;
  return isTold && (await notYetOpen(context, orders)).length === 0 ? orders : [];
}

async function tryPlace(context: Context, asked: AnyInput): Promise<readonly FormedOrder[]> {
  const reading = await context.callWith('createOrder', asked);
  if (reading.kind !== 'accepted' || orderIdOf(reading) === undefined) return [];
  try {
    const placed = await placedBy(context, reading, String(asked.contractName), textOf(asked.clientOrderId) ?? '');
    return [{ ...placed, asked }];
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return [];
  }
}
