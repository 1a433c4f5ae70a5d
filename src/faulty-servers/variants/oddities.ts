import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch } from '../../sandbox/stages.js';
import { acting, rewriting } from '../mutations/mutation.js';
import type { Variant } from './variant.js';

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
  {
    id: 'trades-of-other-orders',
    title: 'Every third trade names no order of the account',
    answers: ['history.fills'],
    patch: acting('getTradeHistory', (call, run) =>
      records(run(call), (list) =>
        list.map((one) =>
          BigInt((one as { readonly tradeId: string }).tradeId) % 3n === 0n ? { ...one, bidId: '1', askId: '2' } : one,
        ),
      ),
    ),
  },
  {
    id: 'trade-ids-are-no-counter',
    title: 'A later trade may have a lower id',
    answers: ['response.trade-history'],
    patch: acting('getTradeHistory', (call, run) => {
      const { fromId } = call.input;
      const input = fromId === undefined ? call.input : { ...call.input, fromId: unscrambled(fromId) };
      return records(run({ ...call, input }), (list) =>
        list.map((one) => ({ ...one, tradeId: scrambled((one as { readonly tradeId: string }).tradeId) })),
      );
    }),
  },
  {
    id: 'contracts-without-expiry',
    title: 'A contract that never expires has null as expiry_timestamp, or none',
    answers: ['contracts.required-fields'],
    patch: rewriting(['getContracts'], (body) =>
      body.replace('"expiry_timestamp":0', '"expiry_timestamp":null').replaceAll('"expiry_timestamp":0,', ''),
    ),
  },
  {
    id: 'contracts-that-expire',
    title: 'A contract that expires has no funding',
    answers: ['contracts.required-fields'],
    patch: rewriting(['getContracts'], (body) =>
      body
        .replaceAll('"expiry_timestamp":0', '"expiry_timestamp":1924905600000')
        .replace(/"funding_rate":"[^"]*"/, '"funding_rate":null')
        .replaceAll(/"(next_)?funding_rate(_timestamp)?":("[^"]*"|\d+),/g, ''),
    ),
  },
  {
    id: 'empty-time-in-force',
    title: 'An empty timeInForce is none',
    answers: ['codes.time-in-force'],
    patch: (reference) => ({
      readInput: (operation, request) =>
        reference.readInput(operation, { ...request, body: request.body.replace(/,"timeInForce":""/, '') }),
    }),
  },
  {
    id: 'volumes-doubled',
    title: 'Orders are shown with twice the volume',
    answers: ['response.order-values'],
    patch: rewriting(['getOrder', 'getOpenOrders'], (body) =>
      body.replace(
        /"origQty":("?)(\d+)/g,
        (_, quote: string, volume: string) => `"origQty":${quote}${Number(volume) * 2}`,
      ),
    ),
  },
  {
    id: 'client-order-ids-not-kept',
    title: 'Open orders are listed with another clientId than the one sent',
    answers: ['response.order-values'],
    patch: rewriting(['getOpenOrders'], (body) => body.replace(/"clientId":"[^"]*"/g, '"clientId":"web-0"')),
  },
  {
    id: 'client-order-ids-lost',
    title: 'Open orders are listed without clientId',
    answers: ['response.order-values'],
    patch: rewriting(['getOpenOrders'], (body) => body.replace(/,"clientId":"[^"]*"/g, '')),
  },
  {
    id: 'pages-written-backwards',
    title: 'Pages begin at fromId and go up, and each is written from its end',
    answers: ['history.order-of-records'],
    patch: () => ({
      act: (call, run) =>
        ['getOrderHistory', 'getProfitHistory', 'getTradeHistory'].includes(call.operationId)
          ? records(run(call), (list) => list.toReversed())
          : run(call),
    }),
  },
  {
    id: 'time-in-steps',
    title: 'Every other server time is one and a half seconds early',
    answers: ['time.steps'],
    patch: steppingClock(),
  },
  {
    id: 'market-orders-rest',
    title: 'A market order stays open until it is cancelled',
    answers: ['request.price-market'],
    patch: restingMarketOrders(),
  },
];
