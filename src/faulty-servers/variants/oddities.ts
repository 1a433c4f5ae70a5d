import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, rereading, rewriting } from '../mutations/mutation.js';
import { resulting } from '../mutations/own-calls.js';
import { type Variant, variant } from './variant.js';

/** Changes the records of a list. */
const records = (reply: Reply, change: (list: readonly object[]) => readonly object[]): Reply =>
  reply.ok ? { ok: true, result: change(reply.result as readonly object[]) } : reply;

/** Within the age that the sandbox accepts of a timestamp. */
const STEP_MS = 1500;

/** Every other response tells an earlier time. */
function steppingClock(): Patch {
  let calls = 0;
  return rewriting(['getServerTime'], (body) =>
    body.replace(/"serverTime":(\d+)/, (_, time: string) => `"serverTime":${Number(time) - (calls++ % 2) * STEP_MS}`),
  );
}

/** Prices at which a market order is not filled, by contract and side. */
const FAR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'E-BTC-USDT': { BUY: '32500', SELL: '97500' },
  'E-ETH-USDT': { BUY: '1500', SELL: '4500' },
};

/** A market order waits in the book like one with a limit, and is listed as what it is. */
function restingMarketOrders(): Patch {
  const ids = new Set<string>();
  const listed = (one: object): object =>
    ids.has(String((one as { orderId?: unknown }).orderId)) ? { ...one, type: 'MARKET' } : one;
  return () => ({
    act(call, run) {
      if (call.operationId === 'getOpenOrders') return records(run(call), (list) => list.map(listed));
      const { type, contractName = '', side = '', price = '' } = call.input;
      if (call.operationId !== 'createOrder' || type !== 'MARKET') return run(call);
      const input: Fields = { ...call.input, type: 'LIMIT', price: FAR[contractName]?.[side] ?? price };
      const reply = run({ ...call, input });
      if (reply.ok) ids.add(String((reply.result as { readonly orderId: unknown }).orderId));
      return reply;
    },
  });
}

/** An id that does not say when a trade was made, and the id of the exchange behind it. */
const scrambled = (id: string): string => `7${[...id].toReversed().join('')}`;
const unscrambled = (id: string): string => [...id.slice(1)].toReversed().join('');

/** Servers that the service document allows, because it does not say what every reader takes for granted. */
export const ODDITY_VARIANTS: readonly Variant[] = [
  variant`trades-of-other-orders: Every third trade names no order of the account`(
    resulting<readonly { readonly tradeId: string }[]>('getTradeHistory', (list) =>
      list.map((one) => (BigInt(one.tradeId) % 3n === 0n ? { ...one, bidId: '1', askId: '2' } : one)),
    ),
    'history.fills',
  ),
  variant`trade-ids-are-no-counter: A later trade may have a lower id`(
    acting('getTradeHistory', (call, run) => {
      const { fromId } = call.input;
      const input = fromId === undefined ? call.input : { ...call.input, fromId: unscrambled(fromId) };
      return records(run({ ...call, input }), (list) =>
        list.map((one) => ({ ...one, tradeId: scrambled((one as { readonly tradeId: string }).tradeId) })),
      );
    }),
    'response.trade-history',
  ),
  variant`contracts-without-expiry: A contract that never expires has null as expiry_timestamp, or none`(
    rewriting(['getContracts'], (body) =>
      body.replace('"expiry_timestamp":0', '"expiry_timestamp":null').replaceAll('"expiry_timestamp":0,', ''),
    ),
    'contracts.required-fields',
  ),
  variant`contracts-that-expire: A contract that expires has no funding`(
    rewriting(['getContracts'], (body) =>
      body
        .replaceAll('"expiry_timestamp":0', '"expiry_timestamp":1924905600000')
        .replace(/"funding_rate":"[^"]*"/, '"funding_rate":null')
        .replaceAll(/"(next_)?funding_rate(_timestamp)?":("[^"]*"|\d+),/g, ''),
    ),
    'contracts.required-fields',
  ),
  variant`empty-time-in-force: An empty timeInForce is none`(
    rereading('createOrder', ({ body }) => ({ body: body.replace(/,"timeInForce":""/, '') })),
    'codes.time-in-force',
  ),
  variant`volumes-doubled: Orders are shown with twice the volume`(
    rewriting(['getOrder', 'getOpenOrders'], (body) =>
      body.replace(
        /"origQty":("?)(\d+)/g,
        (_, quote: string, volume: string) => `"origQty":${quote}${Number(volume) * 2}`,
      ),
    ),
    'response.order-values',
  ),
  variant`client-order-ids-not-kept: Open orders are listed with another clientId than the one sent`(
    rewriting(['getOpenOrders'], (body) => body.replace(/"clientId":"[^"]*"/g, '"clientId":"web-0"')),
    'response.order-values',
  ),
  variant`client-order-ids-in-capitals: Orders are listed with their clientId in capital letters`(
    rewriting(['getOpenOrders', 'getOrderHistory'], (body) =>
      body.replace(/"clientId":"[^"]*"/g, (member) => `"clientId"${member.slice('"clientId"'.length).toUpperCase()}`),
    ),
    'response.order-values',
  ),
  variant`client-order-ids-lost: Open orders are listed without clientId`(
    rewriting(['getOpenOrders'], (body) => body.replace(/,"clientId":"[^"]*"/g, '')),
    'response.order-values',
  ),
  variant`pages-written-backwards: Pages begin at fromId and go up, and each is written from its end`(
    () => ({
      act: (call, run) =>
        ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'].includes(call.operationId)
          ? records(run(call), (list) => list.toReversed())
          : run(call),
    }),
    'history.order-of-records',
  ),
  variant`time-in-steps: Every other server time is one and a half seconds early`(steppingClock(), 'time.steps'),
  variant`market-orders-rest: A market order stays open until it is cancelled`(
    restingMarketOrders(),
    'request.price-market',
  ),
];
