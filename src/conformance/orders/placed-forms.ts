import { orderIdOf, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { asNone, type Context, type Placed } from '../findings/check.js';
import { sideBySide } from '../model/side-by-side.js';
import { couldBeCancelled } from './cancelling.js';
import { CLOSE, inputOf, orderForms } from './order-forms.js';
import {
  lastPrice,
  nextClientOrderId,
  notYetOpen,
  openIds,
  otherContracts,
  otherSide,
  place,
  placedBy,
  restingOrder,
  scaled,
  TRIED,
} from './orders.js';
import { cross } from './trading.js';

/**
 * Places an order of each form that rests and that the target takes, each at a price of its own; throw-away targets only.
 *
 * @param look Done after each one; without it they are placed at once where the target takes that.
 */
export async function placeForms(context: Context, look?: () => Promise<unknown>): Promise<readonly Placed[]> {
  if (context.mode !== 'sandbox') return [];
  // The plain order shows with which terms orders are taken here.
  if (!context.order.settled) await place(context);
  const forms = await orderForms(context, 'resting');
  for (const { open, contractName: contract } of forms)
    if (open === CLOSE) await cross(context, { side: 'BUY', open: 'OPEN', contract });
  const send = async (input: AnyInput): Promise<readonly Placed[]> => {
    const orders = await placeAs(context, input);
    await look?.();
    return orders;
  };
  const inForms = await sideBySide(forms.entries(), look === undefined ? context.atOnce : 1, async ([at, form]) =>
    send(await inputOf(context, form, BigInt(at))),
  );
  const placed = [...inForms.flat(), ...(await placeOfOtherType(context))];
  for (const side of new Set(['BUY', otherSide(context)] as const))
    for (const hundredths of [30_000n, 700n]) {
      const volume = scaled(context.order.volume, hundredths);
      const large = await send({ ...(await restingOrder(context, context.contract, side)), volume });
      placed.push(...large);
      if (large.length > 0) break;
    }
  placed.push(...(await placePartlyFilled(context)));
  await look?.();
  return placed;
}

/** An order at the last price, where no other may be, and one against it that takes a part. */
async function placePartlyFilled(context: Context): Promise<readonly Placed[]> {
  const { contract, fillable, order } = context;
  const price = otherSide(context) === 'SELL' ? await lastPrice(context, contract).catch(asNone) : undefined;
  if (price === undefined) return [];
  const resting = { ...(await restingOrder(context, contract)), price, volume: scaled(order.volume, 300n) };
  const placed = await placeAs(context, resting, true);
  if (placed.length === 0) return placed;
  // Those that a cancel has left are taken first.
  const open = fillable.size > 1 ? await openIds(context, contract) : fillable;
  const left = [...fillable].filter((id) => open.has(id)).length - 1;
  const taken = scaled(order.volume, 100n + 200n * BigInt(Math.max(left, 0)));
  await cross(context, { side: 'SELL', open: 'OPEN', contract, volume: taken, price });
  // One that was filled is over: one that is not is listed, and can be cancelled.
  for (const one of await notYetOpen(context, placed)) await couldBeCancelled(context, one);
  return placed;
}

/** The codes were observed; which of them a contract takes is not shown. */
export const otherPositionType = ({ order }: Context): string => (order.positionType === '1' ? '2' : '1');

/** An order of the other position type, on the first contract that takes one: that under test may have a position. */
export async function placeOfOtherType(context: Context): Promise<readonly Placed[]> {
  const positionType = otherPositionType(context);
  for (const contractName of [...(await otherContracts(context)).slice(0, TRIED), context.contract]) {
    const order = await placeAs(context, { ...(await restingOrder(context, contractName)), positionType });
    if (order.length > 0) return order;
  }
  return [];
}

/** Two orders of one clientOrderId; none where the second is refused. */
export async function placeNamesakes(context: Context): Promise<readonly Placed[]> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return [];
  const orders = await placeEqual(context, { clientOrderId: nextClientOrderId(context) });
  const isTold = new Set(orders.map(({ orderId }) => orderId)).size === 2;
  return isTold && (await notYetOpen(context, orders)).length === 0 ? orders : [];
}

/** Two orders that are the same in all that was asked for. */
export async function placeEqual(context: Context, change: AnyInput = {}): Promise<readonly Placed[]> {
  const { clientOrderId: _, ...plain } = await restingOrder(context, context.contract);
  const input = { ...plain, ...change };
  return [...(await placeAs(context, input)), ...(await placeAs(context, input))];
}

/** None where it is refused, or its receipt shows no id. */
async function placeAs(context: Context, asked: AnyInput, isFillable = false): Promise<readonly Placed[]> {
  const reading = await context.callWith('createOrder', asked);
  const orderId = orderIdOf(reading);
  if (reading.kind !== 'accepted' || orderId === undefined) return [];
  if (isFillable) context.fillable.add(orderId);
  return [await placedBy(context, reading, String(asked.contractName), textOf(asked.clientOrderId) ?? '')];
}
