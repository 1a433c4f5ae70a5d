import { orderIdOf, textOf } from '../call/answer.js';
import { type AnyInput, without } from '../call/input.js';
import { type Context, Found, type Placed } from '../findings/check.js';
import {
  nextClientOrderId,
  notYetOpen,
  otherContract,
  otherSide,
  place,
  placedBy,
  restingOrder,
  restingPrice,
} from './orders.js';
import { pairwise } from './pairwise.js';
import { cross } from './trading.js';

/** How an order may rest. */
interface RestingForm {
  readonly contract: string;
  readonly side: 'BUY' | 'SELL';
  readonly open: 'OPEN' | 'CLOSE';
  readonly timeInForce: 'POST_ONLY' | undefined;
  readonly isNamed: boolean;
}

/** An order, and what was asked for. */
export interface FormedOrder extends Placed {
  readonly asked: AnyInput;
}

/** Forms of an order that rests, on this contract and on another one; of a throw-away target only. */
async function formsOf(context: Context): Promise<readonly RestingForm[]> {
  const { contract, mode, order, seed } = context;
  if (mode !== 'sandbox') return [];
  const elsewhere = await otherContract(context);
  return pairwise<RestingForm>(
    {
      contract: elsewhere === undefined ? [contract] : [contract, elsewhere],
      side: otherSide(context) === 'SELL' ? ['BUY', 'SELL'] : ['BUY'],
      open: ['OPEN', 'CLOSE'],
      timeInForce: [undefined, 'POST_ONLY'],
      isNamed: order.clientOrderId === 'none' ? [false] : [true, false],
    },
    seed,
    // A position that was bought is there to be closed. Other contracts get none: a setting may be refused while one is open.
    ({ contract: where, side, open }) => open === 'OPEN' || (side === 'SELL' && where === contract),
  );
}

/** Places an order of each form that the target takes, each at a price of its own. */
export async function placeForms(context: Context): Promise<readonly FormedOrder[]> {
  const forms = await formsOf(context);
  // The plain order shows with which terms orders are taken here.
  if (forms.length > 0 && !context.order.settled) await place(context);
  for (const { open, contract } of forms)
    if (open === 'CLOSE') await cross(context, { side: 'BUY', open: 'OPEN', contract, volume: context.volume });
  const placed: FormedOrder[] = [];
  for (const [at, { contract, side, open, timeInForce, isNamed }] of forms.entries()) {
    const resting = await restingOrder(context, contract, side);
    const price = await restingPrice(context, { contract, side, step: BigInt(at) });
    const named: AnyInput = isNamed ? resting : without(resting, 'clientOrderId');
    placed.push(...(await tryPlace(context, { ...named, open, price, ...(timeInForce && { timeInForce }) })));
  }
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
