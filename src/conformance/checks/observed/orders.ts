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

const ORDERS = ['createOrder', 'getOpenOrders', 'cancelOrder'] as const;
const LIFE = ['createOrder', 'getOrder', 'getOpenOrders', 'cancelOrder'] as const;
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
];
