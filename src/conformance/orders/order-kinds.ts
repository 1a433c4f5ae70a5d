import { orderIdOf, type Reading, textOf } from '../call/answer.js';
import { type AnyInput, without } from '../call/input.js';
import { type Context, Found, type Placed } from '../findings/check.js';
import { nextClientOrderId, notYetOpen, placedBy, restingOrder, sellingPrice } from './orders.js';
import { cross } from './trading.js';

/** Orders that rest, each of another kind than the usual one. */
async function kinds(context: Context): Promise<readonly AnyInput[]> {
  const { contract, volume } = context;
  const resting = (): Promise<AnyInput> => restingOrder(context, contract);
  await cross(context, { side: 'BUY', open: 'OPEN', contract, volume });
  const closing = { side: 'SELL', open: 'CLOSE', price: await sellingPrice(context, 150n, contract) };
  return [
    { ...(await resting()), timeInForce: 'POST_ONLY' },
    without(await resting(), 'clientOrderId'),
    { ...(await resting()), ...closing },
  ];
}

/** Places one order of each kind that the target takes and lists; of a throw-away target only. */
export async function placeKinds(context: Context): Promise<readonly Placed[]> {
  if (context.mode !== 'sandbox') return [];
  const placed: Placed[] = [];
  for (const input of await kinds(context)) placed.push(...(await tryPlace(context, input)));
  const missing = await notYetOpen(context, placed);
  return placed.filter((order) => !missing.includes(order));
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

async function tryPlace(context: Context, input: AnyInput): Promise<readonly Placed[]> {
  const reading = await context.callWith('createOrder', input);
  if (reading.kind !== 'accepted' || !showsId(reading)) return [];
  try {
    return [await placedBy(context, reading, context.contract, textOf(input.clientOrderId) ?? '')];
  } catch (error) {
    if (!(error instanceof Found)) throw error;
    return [];
  }
}

const showsId = (reading: Reading): boolean => orderIdOf(reading) !== undefined;
