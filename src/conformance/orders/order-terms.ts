import { lacksPath, mayBeRefused, type Reading } from '../call/answer.js';
import { type Context, type OrderTerms, premiseOpen } from '../findings/check.js';
import { adviceToWait } from '../findings/right-call.js';

/** Prices of resting orders, in hundredths of the last one. */
const PRICES = [80n, 90n, 95n, 98n];
const VOLUMES = ['10', '100', '0.1', '0.01', '1000', '0.001'];

/** As far from the last price on either side. */
const pricesAt = (priceHundredths: bigint) => ({ priceHundredths, sellHundredths: 200n - priceHundredths });

/** The terms to try where the first order is refused: one term at a time, and then volumes and prices together. */
function otherTerms(): readonly Partial<OrderTerms>[] {
  return [
    ...PRICES.map(pricesAt),
    ...VOLUMES.map((volume) => ({ volume })),
    ...['2', '0', '3', '4'].map((positionType) => ({ positionType })),
    { clientOrderId: 'plain' },
    { clientOrderId: 'none' },
    ...VOLUMES.slice(0, -1).flatMap((volume) => PRICES.map((price) => ({ volume, ...pricesAt(price) }))),
  ];
}

const WORDS: { readonly [Name in keyof OrderTerms]?: (value: OrderTerms) => string } = {
  priceHundredths: ({ priceHundredths }) => `orders rest at ${priceHundredths} % of the last price`,
  volume: ({ volume }) => `orders have the volume ${volume}`,
  positionType: ({ positionType }) => `orders have the positionType ${positionType}`,
  clientOrderId: ({ clientOrderId }) =>
    clientOrderId === 'none' ? 'orders have no clientOrderId' : 'a clientOrderId is letters and digits',
};

/**
 * Sends an order that rests. Where the first of a run is refused on a throw-away target, others are tried, and the run goes
 * on with the terms that are taken. Elsewhere nothing but the given terms is sent.
 */
export async function sendOrder(
  context: Context,
  send: () => Promise<Reading>,
  { contract = context.contract, side = 'BUY' }: { readonly contract?: string; readonly side?: 'BUY' | 'SELL' } = {},
): Promise<Reading> {
  const { order, mode } = context;
  const reading = await send();
  if (side === 'SELL' && !order.sells && order.contracts.has(contract)) return sellNearer(context, reading, send);
  if (reading.kind === 'accepted') {
    order.settled = true;
    order.contracts.add(contract);
  }
  if (order.settled || !mayBeRefused(reading)) return reading;
  const first = { ...order };
  return context.shared('terms of an order', async (inner) => {
    for (const terms of mode === 'sandbox' ? otherTerms() : []) {
      Object.assign(order, first, terms);
      const other = await send();
      if (other.kind !== 'accepted') continue;
      order.settled = true;
      order.contracts.add(contract);
      for (const name of Object.keys(terms) as (keyof OrderTerms)[]) {
        const words = WORDS[name]?.(order);
        if (words !== undefined)
          inner.goesBy(name === 'positionType' ? 'codes.position-type' : 'request.volume-unit', words);
      }
      return other;
    }
    Object.assign(order, first);
    const options = [
      `${inner.optionName('orders.price')} (such as one within 1 % of the last price)`,
      `${inner.optionName('orders.volume')} (such as 25)`,
      inner.optionName('orders.prefix'),
      inner.optionName('existing.contractName'),
      inner.optionName('codes.positionType'),
    ];
    const advice = lacksPath(reading)
      ? 'the server may not have createOrder'
      : (adviceToWait(inner, reading) ??
        `name what the server takes with ${options.slice(0, -1).join(', ')} or ${options.at(-1)}`);
    return premiseOpen('request.volume-unit', `no order was accepted (${reading.summary}): ${advice}`);
  });
}

/** The price of an order to sell may have bounds of its own. */
async function sellNearer(context: Context, first: Reading, send: () => Promise<Reading>): Promise<Reading> {
  const { order, mode } = context;
  const usual = order.sellHundredths;
  let reading = first;
  order.sells = true;
  for (const price of mode === 'sandbox' ? PRICES : []) {
    if (!mayBeRefused(reading)) break;
    order.sellHundredths = 200n - price;
    reading = await send();
  }
  if (mayBeRefused(reading)) order.sellHundredths = usual;
  else if (order.sellHundredths !== usual)
    context.goesBy('request.volume-unit', `orders to sell rest at ${order.sellHundredths} % of the last price`);
  return reading;
}
