import { lacksPath, type Reading } from '../call/answer.js';
import { type Context, type OrderTerms, premiseOpen } from '../findings/check.js';

/** Prices of resting orders, in hundredths of the last one. */
const PRICES = [80n, 90n, 95n, 98n];
const VOLUMES = ['10', '100', '0.1', '0.01', '1000', '0.001'];

/** The terms to try where the first order is refused: one term at a time, and then volumes and prices together. */
function otherTerms(): readonly Partial<OrderTerms>[] {
  return [
    ...PRICES.map((priceHundredths) => ({ priceHundredths })),
    ...VOLUMES.map((volume) => ({ volume })),
    { positionType: '2' },
    { positionType: '0' },
    { clientOrderId: 'plain' },
    { clientOrderId: 'none' },
    ...VOLUMES.flatMap((volume) => PRICES.map((priceHundredths) => ({ volume, priceHundredths }))),
  ];
}

/** Describes the terms that the run then uses. */
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
export async function sendOrder(context: Context, send: () => Promise<Reading>): Promise<Reading> {
  const { order, mode } = context;
  const reading = await send();
  if (reading.kind === 'accepted') order.settled = true;
  if (order.settled || reading.kind !== 'refused') return reading;
  const first = { ...order };
  return context.shared('terms of an order', async (inner) => {
    for (const terms of mode === 'sandbox' ? otherTerms() : []) {
      Object.assign(order, first, terms);
      const other = await send();
      if (other.kind !== 'accepted') continue;
      order.settled = true;
      for (const name of Object.keys(terms) as (keyof OrderTerms)[]) {
        const words = WORDS[name]?.(order);
        if (words !== undefined)
          inner.goesBy(name === 'positionType' ? 'codes.position-type' : 'request.volume-unit', words);
      }
      return other;
    }
    Object.assign(order, first);
    const [volume, price, position] = (['orders.volume', 'orders.price', 'codes.positionType'] as const).map(
      inner.optionName,
    );
    const advice = lacksPath(reading)
      ? 'the server may not have createOrder'
      : `name what the server takes with ${volume}, ${price} and ${position}`;
    return premiseOpen('request.volume-unit', `no order was accepted (${reading.summary}): ${advice}`);
  });
}
