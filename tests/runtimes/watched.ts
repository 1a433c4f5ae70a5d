import { createFuturesClient } from 'futures-trading-client';
import { createSandbox } from 'futures-trading-client/sandbox';

/** Follows one order to its end, on an exchange in this process; returns the events, by type. */
export async function watchOne(): Promise<readonly string[]> {
  const sandbox = createSandbox();
  const { url: baseUrl, credentials, fetch } = sandbox;
  const client = createFuturesClient({ baseUrl, credentials, fetch });
  const contractName = 'E-BTC-USDT';
  const order = { contractName, type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, price: '64000' } as const;
  const told: string[] = [];
  for await (const { type } of client.watchOrders({ contractName, fastestMs: 10, settleMs: 100 })) {
    told.push(type);
    if (type === 'started') await client.createOrder({ ...order, volume: 1 });
    if (type === 'opened') sandbox.setPrice(contractName, '63000');
    if (type === 'filled') break;
  }
  return told;
}
