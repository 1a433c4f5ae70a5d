import type { Peer } from '../peer.js';

interface Answered {
  data(): Promise<unknown>;
}

interface Package {
  DerivativesTradingUsdsFutures: new (options: { configurationRestAPI: object }) => {
    restAPI: { newOrder(input: object): Promise<Answered>; cancelOrder(input: object): Promise<Answered> };
  };
}

const ORDER = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC', quantity: 1, price: 65000.1 };

export const binanceOfficial: Peer = {
  name: '@binance/derivatives-trading-usds-futures',
  version: '38.1.1',
  calls: 'restAPI.newOrder',
  conditions: 'waits between retries shortened (backoff)',
  async open(load, { url, timeoutMs, key, secret }) {
    const library = await load<Package>('@binance/derivatives-trading-usds-futures');
    const configurationRestAPI = { apiKey: key, apiSecret: secret, basePath: url, timeout: timeoutMs, backoff: 10 };
    const client = new library.DerivativesTradingUsdsFutures({ configurationRestAPI });
    return {
      client,
      create: async () => (await client.restAPI.newOrder(ORDER)).data(),
      cancel: async () => (await client.restAPI.cancelOrder({ symbol: 'BTCUSDT', orderId: 42 })).data(),
    };
  },
  answer: (id, decimal) => `{"orderId":${id},"price":${decimal}}`,
  read: ({ orderId, price }: { orderId: unknown; price: unknown }) => ({ id: orderId, decimal: price }),
  signature: ({ url }) => /[?&]signature=([^&]+)/.exec(url)?.[1],
};
