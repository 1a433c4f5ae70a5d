import { createFuturesClient } from '../../src/index.js';
import { ACCOUNT, BTC, ETH, NOW_MS } from './raw-desk.js';
import { limitBuy } from '../support/orders.js';

/** The results of a program, by the public client and over HTTP. */
export async function resultsOf(baseUrl: string): Promise<unknown> {
  const client = createFuturesClient({
    baseUrl,
    credentials: ACCOUNT,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
  });
  const order = { ...limitBuy, contractName: BTC };
  const trigger = { triggerType: '3', triggerPrice: '70000', price: '70010', volume: 1 };
  const refused = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'accepted',
      () => 'refused',
    );
  const empty = await client.getOpenOrders();
  const mode = await client.changePositionMode({ contractName: ETH, positionModel: 2 }).then(() => 'changed');
  const receipt = await client.createOrder({ ...order, price: '66000', volume: 600 });
  const condition = await client.createConditionOrder({ ...order, ...trigger });
  const resting = await client.createOrder({ ...order, price: '60000', volume: 1 });
  const results = [
    await client.ping(),
    (await client.getServerTime()).serverTime,
    await client.getContracts(),
    [empty, mode, receipt, condition.orderId ?? condition.triggerIds?.[0], resting],
    await refused(client.createOrder({ ...order, contractName: 'E-NONE-USDT', price: '1', volume: 1 })),
    await refused(client.changeLeverage({ contractName: BTC, nowLevel: 1000 })),
    await client.getOrder({ contractName: BTC, orderId: resting.orderId! }),
    await client.getOpenOrders({ contractName: BTC }),
    sorted(await client.getTradeHistory(), 'tradeId'),
    sorted(await client.getOrderHistory({ contractName: BTC }), 'orderId'),
    await client.cancelOrder({ contractName: BTC, orderId: resting.orderId! }),
    await client.getOpenOrders(),
    await client.cancelAllOrders().then(() => 'cancelled'),
    sorted(await client.getOrderHistory({ contractName: BTC }), 'orderId'),
  ];
  return JSON.parse(
    JSON.stringify(results, (key, value: unknown) => (key === 'undocumentedField' ? undefined : value)),
  );
}

/** The order of records is an open question. */
function sorted(records: readonly object[], by: string): readonly object[] {
  const idOf = (record: object): string => String((record as Record<string, unknown>)[by]).padStart(20, '0');
  return records.toSorted((one, other) => idOf(one).localeCompare(idOf(other)));
}
