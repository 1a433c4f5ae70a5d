import { createFuturesClient, isFuturesError } from 'futures-trading-client';

const log = document.querySelector('output')!;
const form = document.querySelector('form')!;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const given = new FormData(form);
  const text = (name: string): string => String(given.get(name));
  const client = createFuturesClient({
    baseUrl: text('url'),
    credentials: { apiKey: text('key'), apiSecret: text('secret') },
    // For a sandbox only: a browser may send an order twice, and the secret is in the page.
    dangerouslyAllowBrowser: true,
  });
  const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1 } as const;
  client.createOrder({ ...order, price: text('price'), volume: 1 }).then(
    ({ orderId }) => (log.textContent = `placed ${orderId}`),
    (error: unknown) =>
      (log.textContent = isFuturesError(error) ? `${error.outcome}: ${error.message}` : String(error)),
  );
});
