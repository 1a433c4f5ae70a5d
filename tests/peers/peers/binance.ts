import type { Peer } from '../peer.js';

interface Package {
  USDMClient: new (
    options: object,
    request: { timeout: number },
  ) => { submitNewOrder(input: object): Promise<unknown>; cancelOrder(input: object): Promise<unknown> };
}

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 1, price: 65000.1 };

export const binance: Peer = {
  name: 'binance',
  version: '3.6.5',
  calls: 'USDMClient.submitNewOrder',
  async open(load, { url, timeoutMs, key, secret }) {
    const { USDMClient } = await load<Package>('binance');
    const client = new USDMClient({ api_key: key, api_secret: secret, baseUrl: url }, { timeout: timeoutMs });
    return {
      client,
      create: () => client.submitNewOrder({ ...ORDER }),
      cancel: () => client.cancelOrder({ symbol: 'BTCUSDT', orderId: 42 }),
    };
  },
  answer: (id, decimal) => `{"orderId":${id},"price":${decimal}}`,
  read: ({ orderId, price }: { orderId: unknown; price: unknown }) => ({ id: orderId, decimal: price }),
  signature: ({ url }) => /[?&]signature=([^&]+)/.exec(url)?.[1],
};
