import { createFuturesClient, type FetchLike } from '../../src/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import { ACCOUNT, BTC, ETH, NOW_MS } from './signed-call.js';
import { limitBuy } from '../support/orders.js';

interface Line {
  readonly call: string;
  readonly target: string;
  readonly response: string;
}

/**
 * A well-behaved program: every kind of operation over the public client, over HTTP where a base URL is given. Returns its results, as
 * far as the document tells what they are, and without HTTP also what arrived for each call.
 */
export async function playSession(sandbox: Sandbox, baseUrl?: string) {
  const lines: Line[] = [];
  const fetch: FetchLike = async (target, init) => {
    const call = `${init?.method} ${new URL(target).pathname}`;
    const at = lines.push({ call, target, response: 'none' }) - 1;
    const response = await sandbox.fetch(target, init);
    const text = await response.clone().text();
    lines[at] = { call, target, response: `${response.status} ${response.headers.get('content-type')} ${text}` };
    return response;
  };
  const client = createFuturesClient({
    ...(baseUrl === undefined ? { baseUrl: sandbox.url, fetch } : { baseUrl }),
    credentials: ACCOUNT,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
  });
  const order = { ...limitBuy, contractName: BTC, positionType: 2 };
  const settings = { contractName: BTC };
  const results: unknown[] = [];
  // A refusal of a mutant is a line like any other.
  const quietly = async <Result>(call: () => Promise<Result>, of = (result: Result): unknown => result) =>
    void results.push(await call().then(of, () => 'refused'));
  const done = (): string => 'done';
  await quietly(() => client.ping());
  await quietly(
    () => client.getServerTime(),
    ({ serverTime }) => serverTime,
  );
  await quietly(() => client.getContracts());
  await quietly(() => client.changeLeverage({ ...settings, nowLevel: 10 }), done);
  await quietly(() => client.changeLeverage({ ...settings, nowLevel: 1000 }), done);
  await quietly(() => client.changePositionMode({ ...settings, positionModel: 2 }), done);
  await quietly(() => client.changeMarginMode({ ...settings, marginModel: 2 }), done);
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.createOrder({ ...order, price: '66000', volume: 600 }));
  await quietly(() => client.createOrder({ ...order, open: 'CLOSE', side: 'SELL', price: '64000', volume: 1 }));
  const positionId = sandbox.state.accounts[0]!.positions[0]?.positionId ?? 1;
  await quietly(() => client.adjustPositionMargin({ positionId, amount: '5.5' }), done);
  const trigger = { triggerType: '3', triggerPrice: '70000', price: '70010', volume: 1 };
  await quietly(
    () => client.createConditionOrder({ ...order, ...trigger }),
    ({ orderId, triggerIds }) => orderId ?? triggerIds?.[0],
  );
  await quietly(() => client.getTradeHistory({ contractName: BTC }), sortedBy('tradeId'));
  await quietly(() => client.getProfitHistory({ contractName: BTC }), sortedBy('id'));
  await quietly(() => client.getOrderHistory({ contractName: BTC }), sortedBy('orderId'));
  for (const price of ['60000', '60001']) await quietly(() => client.createOrder({ ...order, price, volume: 1 }));
  await quietly(() => client.createOrder({ ...order, contractName: ETH, price: '2000', volume: 1 }));
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.getOpenOrders({ contractName: ETH }));
  const [orderId = '1'] = sandbox.state.accounts[0]!.openOrders;
  await quietly(() => client.getOrder({ contractName: BTC, orderId }));
  await quietly(() => client.cancelOrder({ contractName: BTC, orderId }));
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.cancelContractOrders({ contractName: BTC }), done);
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.createOrder({ ...order, price: '60002', volume: 1 }));
  await quietly(() => client.cancelAllOrders(), done);
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.getOrderHistory({ contractName: BTC }), sortedBy('orderId'));
  const isKnown = (key: string, value: unknown): unknown => (key === 'undocumentedField' ? undefined : value);
  return { lines, results: JSON.parse(JSON.stringify(results, isKnown)) as unknown };
}

/** The order of records is an open question. */
const sortedBy =
  (name: string) =>
  (records: readonly object[]): readonly object[] => {
    const idOf = (record: object): string => String((record as Record<string, unknown>)[name]).padStart(20, '0');
    return records.toSorted((one, other) => idOf(one).localeCompare(idOf(other)));
  };
