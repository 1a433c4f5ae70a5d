import type { createFuturesClient } from 'futures-trading-client';
import type { Peer } from '../peer.js';

const ORDER = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1 } as const;

export const futuresTradingClient: Peer = {
  name: 'futures-trading-client',
  calls: 'createOrder',
  async open(load, { url, timeoutMs, key, secret }) {
    const own = await load<{ createFuturesClient: typeof createFuturesClient }>('futures-trading-client');
    const client = own.createFuturesClient({
      baseUrl: url,
      timeoutMs,
      credentials: { apiKey: key, apiSecret: secret },
    });
    return {
      client,
      create: () => client.createOrder({ ...ORDER, price: '65000.10', volume: 1 }),
      cancel: () => client.cancelOrder({ contractName: ORDER.contractName, orderId: '42' }),
    };
  },
  answer: (id, decimal) => `{"orderId":${id},"price":${decimal}}`,
  read: ({ orderId, price }: { orderId: unknown; price: unknown }) => ({ id: orderId, decimal: price }),
  signature: ({ headers }) => headers['x-ch-sign']?.toString(),
};
