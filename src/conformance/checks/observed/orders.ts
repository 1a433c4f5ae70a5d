import { type CheckRow, type Context, notApplicable } from '../../findings/check.js';
import { validInput } from '../../orders/valid-inputs.js';
import { farPrice, nextClientOrderId, openIds, otherContract, placedBy } from '../../orders/orders.js';
import { cross } from '../../orders/trading.js';
import { wipeContract } from '../../scenes/cancels.js';
import { positionModes } from '../rule.js';
import { outcomeOf, outerForm, typesOf } from './forms.js';
import { observation } from './observation.js';
import { lifeOfAnOrder } from './order-life.js';

/** A market order that would rest, if its price counted. */
async function marketOrder(context: Context): Promise<unknown> {
  const { contract, volume } = context;
  const clientOrderId = nextClientOrderId(context);
  const price = await farPrice(context);
  const order = {
    contractName: contract,
    type: 'MARKET',
    side: 'BUY',
    open: 'OPEN',
    positionType: 1,
    price,
    volume,
    clientOrderId,
  } as const;
  const reading = await context.call('createOrder', order);
  if (reading.kind !== 'accepted') return outcomeOf(reading);
  const { orderId } = await placedBy(context, reading, contract, clientOrderId);
  const rests = (await openIds(context, contract)).has(orderId);
  if (rests) await context.call('cancelOrder', { contractName: contract, orderId });
  else await cross(context, { side: 'SELL', open: 'CLOSE', contract, volume });
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
  observation({
    id: 'state/order/after-acceptance',
    title: 'which status an order has that was just accepted',
    question: 'response.acceptance',
    operations: LIFE,
    async look(context) {
      const { placed, records } = await lifeOfAnOrder(context);
      return { status: placed, amongOpenOrders: records.getOpenOrders !== undefined };
    },
  }),
  observation({
    id: 'state/order/through-cancellation',
    title: 'through which states an order goes that is cancelled',
    question: 'states.order',
    operations: LIFE,
    async look(context) {
      const { placed, after } = await lifeOfAnOrder(context);
      return [placed, ...after];
    },
  }),
  observation({
    id: 'rule/cancel/omitted-order-id-reply',
    title: 'what a cancel of a whole contract returns',
    question: 'cancel.wipe-reply',
    operations: ['cancelOrder', 'createOrder', 'getOpenOrders'],
    async look(context) {
      const reading = await wipeContract(context, {});
      return { form: outerForm(reading), fields: typesOf(reading.json) };
    },
  }),
  observation({
    id: 'rule/position-mode/codes',
    title: 'which positions can be closed after positionModel 1 and after 2',
    question: 'codes.position-model',
    operations: ['changePositionMode', 'createOrder'],
    throwAway: true,
    look: positionModes,
  }),
  observation({
    id: 'request/market-order/price',
    title: 'whether the price of a market order keeps it from being filled',
    question: 'request.price-market',
    operations: ORDERS,
    throwAway: true,
    look: marketOrder,
  }),
  observation({
    id: 'rule/leverage/levels',
    title: 'which levels of leverage are taken',
    question: 'leverage.bounds',
    operations: ['changeLeverage'],
    throwAway: true,
    look: leverage,
  }),
];
