import { createFuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';

const sandbox = createSandbox(); // an exchange inside your program
const client = createFuturesClient({ baseUrl: sandbox.url, credentials: sandbox.credentials, fetch: sandbox.fetch });

const contractName = 'E-BTC-USDT';
const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1 } as const;
const { orderId } = await client.createOrder({ ...order, price: '60000.10', volume: 1 });
console.log('placed', orderId);

for (const { price, origQty, status } of await client.getOpenOrders({ contractName })) {
  console.log('open', price, origQty, status); // text, digit for digit
}

await client.cancelOrder({ contractName, orderId });
console.log('left', (await client.getOpenOrders({ contractName })).length);
