import { sameDecimal } from '../../../core/decimal.js';
import type { ResultRecord } from '../../call/answer.js';
import { type CheckRow, type Context, notApplicable } from '../../findings/check.js';
import { validInput } from '../../orders/valid-inputs.js';
import { openIds, otherContract, placedBy, restingOrder } from '../../orders/orders.js';
import { close } from '../../orders/trading.js';
import { wipeContract } from '../../scenes/cancels.js';
import { positionModes } from '../rule.js';
import { outcomeOf, outerForm, typesOf } from './forms.js';
import { observe } from './observation.js';
import { lifeOfAnOrder } from './order-life.js';

/** A market order that would rest, if its price counted. */
async function marketOrder(context: Context): Promise<unknown> {
  const { contract } = context;
  const order = { ...(await restingOrder(context, contract)), type: 'MARKET' } as const;
  const reading = await context.call('createOrder', order);
  if (reading.kind !== 'accepted') return outcomeOf(reading);
  const { orderId } = await placedBy(context, reading, contract, order.clientOrderId ?? '');
  const rests = (await openIds(context, contract)).has(orderId);
  if (rests) await context.call('cancelOrder', { contractName: contract, orderId });
  else await close(context, contract);
  return { atAPriceFarBelow: 'accepted', rests };
}

const LEVELS = ['1', '50', '125', '1000'];

async function leverage(context: Context): Promise<unknown> {
  const contractName = (await otherContract(context)) ?? notApplicable('there is no second contract');
  const { nowLevel } = await validInput(context, 'changeLeverage');
  const found: Record<string, string> = {};
  for (const level of LEVELS)
    found[level] = outcomeOf(await context.call('changeLeverage', { contractName, nowLevel: level }));
  await context.call('changeLeverage', { contractName, nowLevel });
  return found;
}

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

const ORDERS = ['createOrder', 'getOpenOrders', 'cancelOrder'] as const;
const LIFE = ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'] as const;
const values = observe('response.order-values', ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder']);

export const orderObservations: readonly CheckRow[] = [
  observe('response.acceptance', LIFE)`state/order/after-acceptance: which status an order has that was just accepted`(
    async (context) => {
      const { placed, records } = await lifeOfAnOrder(context);
      return { status: placed, amongOpenOrders: records.getOpenOrders !== undefined };
    },
  ),
  observe('states.order', LIFE)`state/order/through-cancellation: through which states an order goes that is cancelled`(
    async (context) => {
      const { placed, after } = await lifeOfAnOrder(context);
      return [placed, ...after];
    },
  ),
  observe('cancel.wipe-reply', [
    'cancelOrder',
    'createOrder',
    'getOpenOrders',
  ])`rule/cancel/omitted-order-id-reply: what a cancel of a whole contract returns`(async (context) => {
    const reading = await wipeContract(context, {});
    return { form: outerForm(reading), fields: typesOf(reading.json) };
  }),
  observe(
    'codes.position-model',
    ['changePositionMode', 'createOrder'],
    'throw-away',
  )`rule/position-mode/codes: which positions can be closed after positionModel 1 and after 2`(positionModes),
  observe(
    'request.price-market',
    ORDERS,
    'throw-away',
  )`request/market-order/price: whether the price of a market order keeps it from being filled`(marketOrder),
  observe('leverage.bounds', 'changeLeverage', 'throw-away')`rule/leverage/levels: which levels of leverage are taken`(
    leverage,
  ),
  values`state/order/shown-volume: whether an order is shown with the volume that was sent`(volumes),
  values`state/order/shown-client-order-id: whether an order is shown with the clientOrderId that was sent`(
    clientOrderIds,
  ),
];
