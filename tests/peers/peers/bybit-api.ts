import type { Peer } from '../peer.js';

interface Package {
  RestClientV5: new (
    options: object,
    request: { timeout: number },
  ) => { submitOrder(input: object): Promise<unknown>; cancelOrder(input: object): Promise<unknown> };
}

const ORDER = { category: 'linear', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '1', price: '65000.10' };

export const bybitApi: Peer = {
  name: 'bybit-api',
  version: '4.7.7',
  calls: 'RestClientV5.submitOrder',
  async open(load, { url, timeoutMs, key, secret }) {
    const { RestClientV5 } = await load<Package>('bybit-api');
    const client = new RestClientV5({ key, secret, baseUrl: url }, { timeout: timeoutMs });
    return {
      client,
      create: () => client.submitOrder({ ...ORDER }),
      cancel: () => client.cancelOrder({ category: 'linear', symbol: 'BTCUSDT', orderId: '42' }),
    };
  },
  answer: (id, decimal) => `{"retCode":0,"retMsg":"OK","result":{"orderId":${id},"price":${decimal}}}`,
  read: ({ result }: { result: { orderId: unknown; price: unknown } }) => ({
    id: result.orderId,
    decimal: result.price,
  }),
  signature: ({ headers }) => headers['x-bapi-sign']?.toString(),
};
