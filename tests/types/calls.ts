// Compiled by types.test.ts, under both compilers. Nothing here runs.
import {
  type AnyFuturesError,
  type CreateConditionOrderInput,
  type CreateOrderInput,
  createFuturesClient,
  type Dialect,
  documented,
  type FuturesClient,
  isFuturesError,
  type Order,
  type Outcome,
} from '../../src/index.js';
import type { FetchClient } from '../../src/openapi-fetch/index.js';
import { limitOrder } from '../support/orders.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function assertType<T extends true>(): T | void {}

declare const client: FuturesClient;
declare const wire: FetchClient;

const order: CreateOrderInput = { ...limitOrder, volume: 1n };

export async function compiles(): Promise<void> {
  await client.createOrder(order);
  await client.createOrder(order, { signal: AbortSignal.timeout(1), timeoutMs: 5, headers: { 'x-trace': '1' } });
  await client.getOpenOrders();
  await client.getOpenOrders({ contractName: 'E-BTC-USDT' });
  await client.getOrderHistory({ contractName: 'E-BTC-USDT', limit: 10, fromId: 777293886968070157n });
  await client.getTradeHistory({ limit: '1000', fromId: '1528' });
  const maybe = Math.random() > 1 ? 'bot-1' : undefined;
  await client.createOrder({ ...order, clientOrderId: maybe });
  await client.cancelAllOrders();
  await client.ping({}, { timeoutMs: 1 });
  createFuturesClient({ baseUrl: new URL('https://host.example'), dialect: { getBody: 'query' } });
}

export async function observedValuesStayOpen(): Promise<void> {
  const { status, positionType } = (await client.getOrderHistory({ contractName: 'E-BTC-USDT' }))[0]!;
  // Any text or any number would have swallowed what an editor offers.
  assertType<Equal<Extract<CreateOrderInput['positionType'], 1>, 1>>();
  assertType<Equal<Extract<CreateConditionOrderInput['side'], 'BUY'>, 'BUY'>>();
  assertType<Equal<Extract<typeof status, '2'>, '2'>>();
  assertType<Equal<Extract<typeof positionType, 2>, 2>>();
  const text = String(Math.random());
  await client.createOrder({ ...order, positionType: Math.random() });
  await client.createOrder({ ...order, positionType: '3' });
  await client.createOrder({ ...order, positionType: 7n });
  const condition = { contractName: text, open: text, side: text, type: text, triggerType: text, triggerPrice: text };
  await client.createConditionOrder({ ...condition, positionType: 3, volume: 1 });
  await client.createConditionOrder({ ...condition, side: 'BUY', positionType: 1, volume: 1 });
}

export async function resultsHaveOneType(): Promise<void> {
  const detail = await client.getOrder({ contractName: 'E-BTC-USDT', orderId: '1' });
  assertType<Equal<typeof detail, Order>>();
  assertType<Equal<(typeof detail)['orderId'], string | undefined>>();
  assertType<Equal<(typeof detail)['transactTime'], number | undefined>>();
  assertType<Equal<(typeof detail)['avgPrice'], string | null | undefined>>();
  const { serverTime } = await client.getServerTime();
  assertType<Equal<typeof serverTime, number | undefined>>();
  const { contracts } = await client.getContracts();
  assertType<Equal<NonNullable<typeof contracts>[number]['last_price'], string | undefined>>();
  const { data } = await wire.GET('/fapi/v1/time');
  assertType<Equal<NonNullable<typeof data>['serverTime'], number | undefined>>();
  assertType<Equal<Dialect['getBody'], 'body' | 'query'>>();
  assertType<Equal<(typeof documented)['signPrefix'], boolean>>();
}

export function errorsNarrow(error: AnyFuturesError): Outcome | number | string | undefined {
  switch (error.code) {
    case 'ARGUMENT':
      return error.field;
    case 'UNSUPPORTED':
      return error.option;
    case 'RATE_LIMIT':
      return error.waitMs;
    case 'TIMEOUT':
      return error.timeoutMs;
    case 'RESPONSE_TOO_LARGE':
      return error.maxBodyBytes;
    case 'NETWORK':
    case 'JOURNAL':
    case 'PAGING':
    case 'ABORTED':
      return error.outcome;
    case 'API':
      return error.apiCode;
    case 'HTTP_STATUS':
    case 'RESPONSE_SHAPE':
      return error.status;
    default:
      return error satisfies never;
  }
}

export function narrows(error: unknown): string | undefined {
  if (!isFuturesError(error)) return undefined;
  if (error.code === 'API') return error.apiCode;
  return error.code === 'ARGUMENT' ? error.field : error.message;
}

export async function doesNotCompile(): Promise<void> {
  const { price: _price, ...withoutPrice } = order;
  // @ts-expect-error price is required by the service document
  await client.createOrder(withoutPrice);
  // @ts-expect-error not a value of the document
  await client.createOrder({ ...order, type: 'STOP' });
  // @ts-expect-error not a decimal
  await client.createOrder({ ...order, volume: null });
  // @ts-expect-error a word in place of a code
  await client.createOrder({ ...order, positionType: 'cross' });
  // @ts-expect-error the same over the typed paths
  await wire.POST('/fapi/v1/order', { body: { ...order, positionType: 'cross' } });
  // @ts-expect-error the same
  await client.changeMarginMode({ contractName: 'E-BTC-USDT', marginModel: 'isolated' });
  // @ts-expect-error the same
  await client.changePositionMode({ contractName: 'E-BTC-USDT', positionModel: 'net' });
  // @ts-expect-error a typo
  await client.createOrder({ ...order, clientOrderID: '1' });
  // @ts-expect-error without orderId it would cancel the whole contract
  await client.cancelOrder({ contractName: 'E-BTC-USDT' });
  // @ts-expect-error the same over the typed paths
  await wire.POST('/fapi/v1/cancel', { body: { contractName: 'E-BTC-USDT' } });
  // @ts-expect-error without an id it would be some other order
  await client.getOrder({ contractName: 'E-BTC-USDT' });
  // @ts-expect-error the same with an id that may be undefined
  await client.getOrder({ contractName: 'E-BTC-USDT', orderId: process.env['ORDER'] });
  // @ts-expect-error the same over the typed paths
  await wire.GET('/fapi/v1/order', { body: { contractName: 'E-BTC-USDT' } });
  // @ts-expect-error no orderId here
  await client.getSomeOrder({ contractName: 'E-BTC-USDT', orderId: '1' });
  // @ts-expect-error no orderId here
  await client.cancelContractOrders({ contractName: 'E-BTC-USDT', orderId: '1' });
  // @ts-expect-error takes no input
  await client.ping({ contractName: 'E-BTC-USDT' });
  // @ts-expect-error not a path of the description
  await wire.GET('/fapi/v1/not-described');
  // @ts-expect-error POST only
  await wire.GET('/fapi/v1/cancel_all');
  const params = { header: { 'X-CH-TS': '1' } };
  // @ts-expect-error the signing headers are not the caller's business
  await wire.GET('/fapi/v1/openOrders', { params });
  // @ts-expect-error ids are text, never numbers
  const id: number | undefined = (await client.createOrder(order)).orderId;
  // @ts-expect-error a typo in an answer
  void (await client.getOrder({ contractName: 'E-BTC-USDT', orderId: '1' })).orderID;
  // @ts-expect-error no such member
  createFuturesClient({ baseUrl: 'https://host.example', dialect: { getBodies: 'query' } });
  void id;
}
