import type { Peer } from '../peer.js';

interface Package {
  RestClient: new (
    options: object,
    request: { timeout: number },
  ) => { submitOrder(input: object): Promise<unknown>; cancelOrder(input: object): Promise<unknown> };
}

const ORDER = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '1', px: '65000.10' };

export const okxApi: Peer = {
  name: 'okx-api',
  version: '3.2.3',
  calls: 'RestClient.submitOrder',
  async open(load, { url, timeoutMs, key, secret }) {
    const { RestClient } = await load<Package>('okx-api');
    const options = { apiKey: key, apiSecret: secret, apiPass: 'made-up-words', baseUrl: url };
    const client = new RestClient(options, { timeout: timeoutMs });
    return {
      client,
      create: () => client.submitOrder({ ...ORDER }),
      cancel: () => client.cancelOrder({ instId: 'BTC-USDT-SWAP', ordId: '42' }),
    };
  },
  answer: (id, decimal) => `{"code":"0","msg":"","data":[{"ordId":${id},"px":${decimal},"sCode":"0"}]}`,
  read: ([order]: readonly { ordId: unknown; px: unknown }[]) => ({ id: order?.ordId, decimal: order?.px }),
  signature: ({ headers }) => headers['ok-access-sign']?.toString(),
};
