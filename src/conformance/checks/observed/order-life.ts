import { resultOf, textOf, type ResultRecord } from '../../call/answer.js';
import { orderPlace } from '../../orders/valid-inputs.js';
import { LOOKS } from '../../orders/look-delays.js';
import { openOrders, place } from '../../orders/orders.js';
import { cancelByItsId } from '../../orders/cancelling.js';
import type { Context, Placed } from '../../findings/check.js';
import { outcomeOf } from './forms.js';

/** Reads an order with getOrder: its record, and its status or the outcome of the call. */
async function look(context: Context, { contract, orderId }: Placed) {
  const reading = await context.call(
    'getOrder',
    { contractName: contract, orderId },
    { place: await orderPlace(context) },
  );
  const record = resultOf(reading, 'single') as ResultRecord | undefined;
  return { record, status: textOf(record?.['status'])?.slice(0, 30) ?? outcomeOf(reading) };
}

/** The states that getOrder and getOpenOrders show of one order, from its receipt to the end of its cancellation. */
export const lifeOfAnOrder = (context: Context) =>
  context.shared('life of an order', async (inner) => {
    const order = await place(inner);
    const sent = { volume: inner.order.volume, clientOrderId: order.clientOrderId };
    const { status: placed, record } = await look(inner, order);
    const listed = (await openOrders(inner, order.contract)).find((one) => one['orderId'] === order.orderId);
    await cancelByItsId(inner, order);
    const after: string[] = [];
    for (const waitMs of LOOKS) {
      if (waitMs > 0) await inner.pause(waitMs);
      const { status } = await look(inner, order);
      if (status === after.at(-1)) break;
      after.push(status);
    }
    // Get Order Details may have answered with another order: what selects it is not shown.
    const own = record?.['orderId'] === order.orderId ? record : undefined;
    return { sent, placed, after, records: { getOrder: own, getOpenOrders: listed } };
  });
