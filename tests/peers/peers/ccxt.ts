import type { Peer } from '../peer.js';

interface Exchange {
  urls: { api: Record<string, string> };
  setMarkets(markets: readonly object[]): void;
  createOrder(symbol: string, type: string, side: string, amount: number, price: number): Promise<unknown>;
  cancelOrder(id: string, symbol: string): Promise<unknown>;
}

interface Package {
  default: { bitrue: new (options: object) => Exchange };
}

const SYMBOL = 'BTC/USDT:USDT';
const MARKET = {
  id: 'E-BTC-USDT',
  symbol: SYMBOL,
  base: 'BTC',
  quote: 'USDT',
  settle: 'USDT',
  type: 'swap',
  swap: true,
  contract: true,
  linear: true,
  inverse: false,
  precision: { price: 0.01, amount: 1 },
};

export const ccxt: Peer = {
  name: 'ccxt',
  version: '4.5.84',
  calls: 'bitrue.createOrder',
  conditions: 'one market given instead of loaded; rate limit off',
  async open(load, { url, timeoutMs, key, secret }) {
    const { default: library } = await load<Package>('ccxt');
    const client = new library.bitrue({ apiKey: key, secret, timeout: timeoutMs, enableRateLimit: false });
    for (const part of ['spot', 'fapi', 'dapi', 'kline']) client.urls.api[part] = `${url}/${part}`;
    client.setMarkets([MARKET]);
    return {
      client,
      create: () => client.createOrder(SYMBOL, 'limit', 'buy', 1, 65000.1),
      cancel: () => client.cancelOrder('42', SYMBOL),
    };
  },
  answer: (id, decimal) => `{"code":"0","msg":"Success","data":{"orderId":${id},"price":${decimal}}}`,
  read: ({ id, price }: { id: unknown; price: unknown }) => ({ id, decimal: price }),
  signature: ({ headers }) => headers['x-ch-sign']?.toString(),
};
