import { createFuturesClient, type FetchLike } from '../../src/index.js';
import { createFaultySandbox, type FaultySandboxOptions } from '../../src/faulty-servers/index.js';
import { ACCOUNT, BTC, ETH, NOW_MS } from './raw-desk.js';
import { limitBuy } from '../support/orders.js';

type Line = readonly [call: string, answer: string];

/** A well-behaved program: every kind of operation over the public client. Returns what arrived for each call. */
export async function playSession(options: FaultySandboxOptions): Promise<readonly Line[]> {
  const sandbox = createFaultySandbox({ now: () => NOW_MS, accounts: [ACCOUNT], ...options });
  const lines: Line[] = [];
  const fetch: FetchLike = async (url, init) => {
    const response = await sandbox.fetch(url, init);
    const { pathname, search } = new URL(url);
    const { status, headers } = response;
    const text = await response.clone().text();
    lines.push([`${init?.method} ${pathname}${search}`, `${status} ${headers.get('content-type')} ${text}`]);
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

/** Calls that were answered otherwise, by their numbers. */
export function differences(expected: readonly Line[], found: readonly Line[]): readonly number[] {
  return expected.flatMap(([call, answer], at) => {
    const [otherCall, otherAnswer] = found[at] ?? [];
    return otherCall === call && otherAnswer === answer ? [] : [at + 1];
  });
}

const from = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);
const [PING, TIME, CONTRACTS, ALL] = [[1], [2], [3], from(1, 26)];

/** Calls of the session in which a mutant shows; those that are not here need a call that a good program does not make. */
export const VISIBLE: Readonly<Record<string, readonly number[]>> = {
  'ping-demands-a-key': PING,
  'time-demands-a-key': TIME,
  'contracts-demand-a-key': CONTRACTS,
  'cancel-with-omitted-id-cancels-nothing': [23],
  'cancel-with-omitted-id-cancels-another-contract': [23],
  'cancel-with-omitted-id-cancels-all-contracts': [23],
  'cancel-with-omitted-id-also-cancels-the-oldest-elsewhere': [23],
  'cancel-by-id-cancels-contract': [21],
  'cancel-by-id-cancels-another-order': [21],
  'cancel-by-id-also-cancels-the-oldest-elsewhere': [21, 23],
  'cancelled-order-still-open': [21],
  'cancel-all-cancels-one-contract': [26],
  'cancel-all-cancels-one-order': [26],
  'cancel-all-cancels-nothing': [26],
  'placed-order-lost': [17, 18, 19, 20, 21, 23],
  'open-orders-filter-ignored': [18],
  'open-orders-of-one-contract-only': [17, 21],
  'open-orders-leave-out-the-oldest': [17, 21, 23],
  'contracts-forbidden-without-key': [3],
  'time-in-force-demanded': [...from(7, 21), 23, 24],
  'position-mode-refused': [5],
  'margin-mode-refused': [6],
  'status-201-on-success': ALL,
  'body-not-json': ALL,
  'empty-body': ALL,
  'ids-through-a-double': [11, 13, 17, 18, 21, 23],
  'ping-not-empty': PING,
  'ping-answers-a-list': PING,
  'time-in-seconds': TIME,
  'server-time-as-text': TIME,
  'timezone-missing': TIME,
  'timezone-as-number': TIME,
  'contracts-code-as-number': CONTRACTS,
  'contracts-code-not-zero': CONTRACTS,
  'contracts-msg-as-number': CONTRACTS,
  'contracts-msg-another-word': CONTRACTS,
  'contracts-list-missing': CONTRACTS,
  'contracts-data-is-the-list': CONTRACTS,
  'contracts-first-field-missing': CONTRACTS,
  'contracts-field-missing': CONTRACTS,
  'contracts-decimal-as-number': CONTRACTS,
  'contracts-timestamp-as-text': CONTRACTS,
  'create-places-two-orders': [7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-loses-nameless-orders': [13, 17, 18, 19, 20, 21, 23],
  'open-orders-show-the-price-of-another': [17, 21],
  'create-loses-order-2': [13, 17, 21],
  'create-doubles-order-2': [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-loses-order-3': [17, 19, 20, 21],
  'create-doubles-order-3': [14, 15, 16, 17, 18, 21, 23, 24],
  'create-loses-order-5': [17, 18, 21, 23],
  'create-doubles-order-5': [16, 17, 18, 21, 23, 24],
  'create-gives-one-id-to-two': [15],
  'create-sells-as-buys': [8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-sells-at-another-price': [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'cancel-does-nothing-2': [22, 23],
  'open-orders-of-another-account': [17, 18, 21, 23, 26],
  'order-history-repeats-a-record': [13],
  'trade-history-repeats-a-record': [11],
  'create-order-resets': [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'create-order-answers-half': [7, 8, 14, 15, 16, 24],
  'get-order-answers-504': [19],
  'get-order-answers-500': [19],
  'create-condition-order-answers-half': [10],
  'create-condition-order-answers-503': [10],
  'cancel-order-answers-500': [20, 22],
  'cancel-order-resets': [20, 21, 22, 23, 24, 25, 26],
  'cancel-all-orders-answers-503': [25],
  'cancel-all-orders-answers-504': [25],
  'get-open-orders-resets': [17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'get-order-history-answers-504': [13],
  'get-order-history-answers-500': [13],
  'get-profit-history-answers-503': [12],
  'get-trade-history-answers-500': [11],
  'get-trade-history-resets': [11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'change-position-mode-answers-503': [5],
  'change-position-mode-answers-504': [5],
  'change-margin-mode-resets': [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'change-margin-mode-answers-half': [6],
  'adjust-position-margin-answers-504': [9],
  'adjust-position-margin-answers-500': [9],
  'change-leverage-answers-half': [4],
  'change-leverage-answers-503': [4],
  'ping-answers-500': [1],
  'ping-resets': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'get-server-time-answers-503': [2],
  'get-server-time-answers-504': [2],
  'get-contracts-resets': [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26],
  'get-contracts-answers-half': [3],
  'create-order-fails-1-in-2': [8, 15, 24],
  'cancel-order-fails-1-in-2': [22, 23],
  'get-open-orders-fails-1-in-5': [26],
  'create-order-refuses-side-sell': [8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-order-refuses-open-close': [8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-order-refuses-no-client-order-id': [7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'get-open-orders-refuses-no-contract-name': [17, 21, 23, 26],
  'get-order-history-refuses-no-limit': [13],
  'get-profit-history-refuses-no-limit': [12],
  'get-trade-history-refuses-no-limit': [11],
  'get-order-ignores-its-body': [19],
  'signature-is-hmac-sha512': [4, ...from(7, 26)],
  'signature-is-hmac-sha1': [4, ...from(7, 26)],
  'signature-is-plain-hash': [4, ...from(7, 26)],
  'signature-is-key-as-secret': [4, ...from(7, 26)],
  'cancel-of-contract-leaves-nameless': [23],
  'cancel-all-leaves-nameless': [26],
  'cancel-by-id-places-again': [21, 24],
  'open-orders-twice': [17, 18, 21, 23],
  'open-orders-all-of-one-contract': [17, 18, 21, 23],
  'open-orders-empty-1-in-2': [18, 23],
  'open-orders-empty-1-in-3': [21],
  'create-at-another-price-1-in-3': [17, 19],
  'cancel-of-contract-status-201': [22],
  'cancel-of-contract-answers-500': [22],
  'get-order-cancels-an-order': [21, 23],
  'change-position-mode-places-an-order': [6, 7, 8, ...from(10, 21), 23, 24],
  'change-margin-mode-places-an-order': [7, 8, ...from(10, 21), 23, 24],
  'change-leverage-places-an-order': [5, 6, 7, 8, ...from(10, 21), 23, 24],
  'cancel-order-closes-positions': [24],
  'trade-history-empty': [11],
  'trade-history-first-record-only': [11],
  'order-history-empty': [13],
  'order-history-first-record-only': [13],
  'order-details-id-through-a-double': [19],
  'order-details-of-another-contract': [19],
  'open-orders-leave-out-nameless': [17, 18, 21, 23],
  'cancel-by-id-leaves-nameless': [21],
  'create-moves-nameless': [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-moves-closing': [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24],
  'create-doubles-orders-elsewhere': [16, 17, 18, 21, 23, 24],
  'create-condition-order-gets-404': [10],
  'change-margin-mode-gets-404': [6],
  'create-order-gets-405': [7, 8, 14, 15, 16, 24],
  'change-leverage-gets-415': [4],
  'get-profit-history-gets-501': [12],
  'create-order-breaks-elsewhere': [16],
};
