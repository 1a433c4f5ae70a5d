import { createFuturesClient, type FetchLike } from '../../src/index.js';
import { createFaultySandbox, type FaultySandboxOptions } from '../../src/faulty-servers/index.js';
import { ACCOUNT, BTC, ETH, NOW_MS } from './raw-desk.js';
import { limitBuy } from '../support/orders.js';

interface Line {
  readonly call: string;
  readonly target: string;
  readonly response: string;
}

/** A well-behaved program: every kind of operation over the public client. Returns what arrived for each call. */
export async function playSession(options: FaultySandboxOptions): Promise<readonly Line[]> {
  const sandbox = createFaultySandbox({ now: () => NOW_MS, accounts: [ACCOUNT], ...options });
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
    baseUrl: sandbox.url,
    credentials: ACCOUNT,
    fetch,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
  });
  const order = { ...limitBuy, contractName: BTC, positionType: 2 };
  const settings = { contractName: BTC };
  // A refusal of a mutant is a line like any other.
  const quietly = async (call: () => Promise<unknown>): Promise<void> => void (await call().catch(() => undefined));
  await quietly(() => client.ping());
  await quietly(() => client.getServerTime());
  await quietly(() => client.getContracts());
  await quietly(() => client.changeLeverage({ ...settings, nowLevel: 10 }));
  await quietly(() => client.changePositionMode({ ...settings, positionModel: 2 }));
  await quietly(() => client.changeMarginMode({ ...settings, marginModel: 2 }));
  await quietly(() => client.createOrder({ ...order, price: '66000', volume: 2 }));
  await quietly(() => client.createOrder({ ...order, open: 'CLOSE', side: 'SELL', price: '64000', volume: 1 }));
  const positionId = sandbox.state.accounts[0]!.positions[0]?.positionId ?? 1;
  await quietly(() => client.adjustPositionMargin({ positionId, amount: '5.5' }));
  const trigger = { triggerType: '3', triggerPrice: '70000', price: '70010', volume: 1 };
  await quietly(() => client.createConditionOrder({ ...order, ...trigger }));
  await quietly(() => client.getTradeHistory({ contractName: BTC }));
  await quietly(() => client.getProfitHistory({ contractName: BTC }));
  await quietly(() => client.getOrderHistory({ contractName: BTC }));
  for (const price of ['60000', '60001']) await quietly(() => client.createOrder({ ...order, price, volume: 1 }));
  await quietly(() => client.createOrder({ ...order, contractName: ETH, price: '2000', volume: 1 }));
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.getOpenOrders({ contractName: ETH }));
  const [orderId = '1'] = sandbox.state.accounts[0]!.openOrders;
  await quietly(() => client.getOrder({ contractName: BTC, orderId }));
  await quietly(() => client.cancelOrder({ contractName: BTC, orderId }));
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.cancelContractOrders({ contractName: BTC }));
  await quietly(() => client.getOpenOrders());
  await quietly(() => client.createOrder({ ...order, price: '60002', volume: 1 }));
  await quietly(() => client.cancelAllOrders());
  await quietly(() => client.getOpenOrders());
  return lines;
}
