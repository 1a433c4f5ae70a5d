import type { UnknownId } from '../../../../generated/description.js';
import { operations } from '../../model/operations.js';
import { type Reading, receiptOf, textOf } from '../../call/answer.js';
import type { Alteration } from '../../call/build-call.js';
import type { Input } from '../../call/input.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { orderPlace, validInput } from '../../orders/valid-inputs.js';
import { nextClientOrderId } from '../../orders/orders.js';
import { outcomeOf } from './forms.js';
import { observe } from './observation.js';

const send = async (context: Context, changed: Partial<Condition>, alteration?: Alteration): Promise<Reading> =>
  context.call(
    'createConditionOrder',
    { ...(await validInput(context, 'createConditionOrder')), ...changed },
    alteration,
  );

type Condition = Input<'createConditionOrder'>;

async function each(
  context: Context,
  field: keyof Condition,
  values: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const value of values) found[value] = outcomeOf(await send(context, { [field]: value }));
  return found;
}

function identifierOf(reading: Reading): string | undefined {
  const receipt = receiptOf(reading);
  const [first] = (['triggerIds', 'ids', 'orderId'] as const).flatMap((name) => receipt?.[name] ?? []);
  return textOf(first);
}

/** Looks the identifier of a condition order up, and cancels by it, as if it were that of an order. */
async function asAnOrder(context: Context): Promise<unknown> {
  const orderId = identifierOf(await send(context, {}));
  if (orderId === undefined) return 'the receipt shows no identifier';
  const input = { contractName: context.contract, orderId };
  return {
    lookedUp: outcomeOf(await context.call('getOrder', input, { place: await orderPlace(context) })),
    cancelled: outcomeOf(await context.call('cancelOrder', input)),
  };
}

const condition = (question: UnknownId) => observe(question, 'createConditionOrder', 'throw-away');

export const conditionObservations: readonly CheckRow[] = [
  condition(
    'request.trailing-slash',
  )`request/condition-order/trailing-slash: whether the path of createConditionOrder may end in a slash`(
    async (context) => outcomeOf(await send(context, {}, { path: `${operations.createConditionOrder.path}/` })),
  ),
  condition('request.trigger-type')`request/condition-order/trigger-types: which values of triggerType are taken`(
    (context) => each(context, 'triggerType', ['1', '2', '3', '4', '5']),
  ),
  condition('request.condition-values')`request/condition-order/values: which values of type, side and open are taken`(
    async (context) => ({
      type: await each(context, 'type', ['LIMIT', 'MARKET']),
      side: await each(context, 'side', ['BUY', 'SELL']),
      open: await each(context, 'open', ['OPEN', 'CLOSE']),
    }),
  ),
  condition(
    'request.condition-client-order-id',
  )`request/condition-order/client-order-id: whether createConditionOrder takes a clientOrderId`(async (context) =>
    outcomeOf(await send(context, { clientOrderId: nextClientOrderId(context) })),
  ),
  observe(
    'states.condition-order',
    ['createConditionOrder', 'getOrder', 'cancelOrder'],
    'throw-away',
  )`state/condition-order/as-an-order: whether the identifier of a condition order is one of an order`(asAnOrder),
];
