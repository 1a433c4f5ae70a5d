import { sameDecimal } from '../../../core/decimal.js';
import type { ResultRecord } from '../../call/answer.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { observe } from './observation.js';
import { lifeOfAnOrder } from './order-life.js';

const VOLUME = /^(orig)?(qty|quantity|volume)$/i;
const NONE: readonly string[] = ['', '0', 'null'];
const CLIENT_ORDER_ID = /^client(order)?id$/i;

/** Compares the matching fields of a record with the values that were sent; the names of the fields are not shown. */
function compare(
  record: ResultRecord | undefined,
  names: RegExp,
  isAsSent: (value: unknown) => boolean,
): string | Readonly<Record<string, string>> {
  if (record === undefined) return 'the order is not shown';
  const fields = Object.entries(record).filter(([name]) => names.test(name));
  const others = fields.filter(([, value]) => !isAsSent(value));
  if (fields.length === 0) return 'not shown';
  return others.length === 0
    ? 'as sent'
    : Object.fromEntries(others.map(([name, value]) => [name, String(value).slice(0, 40)]));
}

async function volumes(context: Context): Promise<unknown> {
  const { sent, records } = await lifeOfAnOrder(context);
  const inBoth = (record: ResultRecord | undefined) =>
    compare(record, VOLUME, (value) => sameDecimal(String(value), String(sent.volume)) === true);
  return { sent: sent.volume, getOrder: inBoth(records.getOrder), getOpenOrders: inBoth(records.getOpenOrders) };
}

async function clientOrderIds(context: Context): Promise<unknown> {
  const { sent, records } = await lifeOfAnOrder(context);
  if (sent.clientOrderId === '') return 'no clientOrderId was sent';
  const inBoth = (record: ResultRecord | undefined) => {
    const found = compare(record, CLIENT_ORDER_ID, (value) => value === sent.clientOrderId);
    if (typeof found === 'string') return found;
    // The values themselves differ from run to run. Some services write 0 where there is none.
    return Object.values(found).every((value) => NONE.includes(value)) ? 'none' : 'another one';
  };
  return { getOrder: inBoth(records.getOrder), getOpenOrders: inBoth(records.getOpenOrders) };
}

const values = observe('response.order-values', ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder']);

export const orderValueObservations: readonly CheckRow[] = [
  values`state/order/shown-volume: whether an order is shown with the volume that was sent`(volumes),
  values`state/order/shown-client-order-id: whether an order is shown with the clientOrderId that was sent`(
    clientOrderIds,
  ),
];
