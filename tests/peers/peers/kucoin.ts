import type { Peer } from '../peer.js';

interface Builder {
  setKey(key: string): Builder;
  setSecret(secret: string): Builder;
  setPassphrase(passphrase: string): Builder;
  setFuturesEndpoint(url: string): Builder;
  setTransportOption(option: object): Builder;
  build(): object;
}

interface TransportBuilder {
  setTimeout(timeoutMs: number): TransportBuilder;
  setRetryDelay(delayMs: number): TransportBuilder;
  build(): object;
}

interface Request {
  create(fields: object): object;
}

interface Package {
  ClientOptionBuilder: new () => Builder;
  TransportOptionBuilder: new () => TransportBuilder;
  DefaultClient: new (options: object) => { restService(): { getFuturesService(): { getOrderApi(): OrderApi } } };
  Futures: { Order: { AddOrderReq: Request; CancelOrderByIdReq: Request } };
}

interface OrderApi {
  addOrder(request: object): Promise<unknown>;
  cancelOrderById(request: object): Promise<unknown>;
}

const ORDER = {
  clientOid: 'my-1',
  symbol: 'XBTUSDTM',
  side: 'buy',
  type: 'limit',
  leverage: 1,
  price: '65000.1',
  size: 1,
};

export const kucoin: Peer = {
  name: 'kucoin-universal-sdk',
  version: '1.3.0',
  calls: 'futures addOrder',
  conditions: 'waits between retries shortened (setRetryDelay)',
  async open(load, { url, timeoutMs, key, secret }) {
    const library = await load<Package>('kucoin-universal-sdk');
    const transport = new library.TransportOptionBuilder().setTimeout(timeoutMs).setRetryDelay(10).build();
    const options = new library.ClientOptionBuilder()
      .setKey(key)
      .setSecret(secret)
      .setPassphrase('made-up-words')
      .setFuturesEndpoint(url)
      .setTransportOption(transport)
      .build();
    const client = new library.DefaultClient(options);
    const orders = client.restService().getFuturesService().getOrderApi();
    const { AddOrderReq, CancelOrderByIdReq } = library.Futures.Order;
    return {
      client,
      create: () => orders.addOrder(AddOrderReq.create(ORDER)),
      cancel: () => orders.cancelOrderById(CancelOrderByIdReq.create({ orderId: '42' })),
    };
  },
  answer: (id, decimal) => `{"code":"200000","data":{"orderId":${id},"price":${decimal}}}`,
  read: ({ orderId, price }: { orderId: unknown; price: unknown }) => ({ id: orderId, decimal: price }),
  signature: ({ headers }) => headers['kc-api-sign']?.toString(),
};
