import { textOf, resultOf, type ResultRecord } from '../../call/answer.js';
import type { CheckRow, Context } from '../../findings/check.js';
import { orderPlace } from '../../orders/valid-inputs.js';
import type { Input } from '../../call/input.js';
import { answerTo, outcomeOf } from './forms.js';
import { observe } from './observation.js';

async function history(context: Context, given: object, alteration = {}): Promise<string> {
  const body = JSON.stringify({ contractName: context.contract, ...given });
  return outcomeOf(await context.callWith('getOrderHistory', {}, { body, ...alteration }));
}

async function selectors(context: Context): Promise<unknown> {
  const place = await orderPlace(context);
  const order = resultOf(await answerTo(context, 'getOrder'), 'single') as ResultRecord | undefined;
  const clientOrderId = textOf(order?.['clientOrderId']) ?? textOf(order?.['clientId']);
  const ask = async (selector: Partial<Input<'getOrder'>>): Promise<string> =>
    outcomeOf(await context.call('getOrder', { contractName: context.contract, ...selector }, { place }));
  return {
    orderId: 'accepted',
    clientOrderId: clientOrderId === undefined ? 'not shown by the response' : await ask({ clientOrderId }),
    neither: await ask({}),
  };
}

export const requestObservations: readonly CheckRow[] = [
  observe(
    'request.number-forms',
    'getOrderHistory',
    2,
  )`request/number-forms/text-and-numbers: whether a declared string may be a number, and a declared number a string`(
    async (context) => ({
      numberForString: await history(context, { limit: 10 }),
      stringForNumber: await history(context, { limit: '10', fromId: '1' }),
    }),
  ),
  observe(
    'request.content-type',
    ['getOpenOrders', 'getOrderHistory'],
    2,
  )`request/content-type/optional: whether Content-Type may come without a body, and may be missing with one`(
    async (context) => ({
      withoutBody: outcomeOf(await context.call('getOpenOrders', {}, { contentType: true })),
      missingWithBody: await history(context, {}, { contentType: false }),
    }),
  ),
  observe(
    'request.order-selector',
    'getOrder',
    2,
  )`request/get-order/selectors: what selects the order that getOrder returns`(selectors),
];
