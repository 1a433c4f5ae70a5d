import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxCall } from '../../sandbox/stages.js';
import { isPartlyFilled, KINDS } from './cancelling.js';
import { acting, actingEvery, asking, breaking, type Mutation, OFTEN, type RunCall } from './mutation.js';
import {
  cancel,
  type Listed,
  losing,
  ofNoContract,
  openOrders,
  relisting,
  remembering,
  resulting,
} from './own-calls.js';
import { clauses, rowOf, fieldOf } from '../../conformance/model/clauses.js';

/* Orders that are not placed as they were asked for, and lists that do not show what was placed. */

const HERE = 'E-BTC-USDT';

function twice(call: SandboxCall, run: RunCall): Reply {
  run(call);
  return run(call);
}

/** The same input at a price of the server's own, further from the market. */
const moved = (input: Fields): Fields => ({
  ...input,
  price: String(Math.round(Number(input.price) * (input.side === 'SELL' ? 1.1 : 0.9))),
});

const created = breaking(clauses.orders, 'state/order/one-for-each-create');
const shown = breaking(clauses.reads, 'state/order/one-for-each-create');
const asAsked = breaking(clauses.orders, 'state/order/as-asked');
const filtered = breaking(rowOf('getOpenOrders'), 'rule/open-orders/filtered-by-contract');
const unfiltered = breaking(clauses.openOrdersAll, 'rule/open-orders/all-contracts-without-filter');

const lost = breaking(clauses.reads, 'state/order/placed-is-open');
const eachTime = breaking(clauses.reads, 'state/order/shown-every-time');
const ofItsContract = breaking(
  [clauses.orders, rowOf('getOpenOrders')],
  ['state/order/under-its-contract', 'rule/open-orders/filtered-by-contract'],
);
const cancelAll = breaking(clauses.cancelAll, 'rule/cancel-all/cancels-every-contract');

const SHOWS_FILLS = 'state/getTradeHistory/shows-fills';
const taken = breaking(fieldOf('createOrder', 'open'), SHOWS_FILLS);
const traded = breaking(clauses.reads, SHOWS_FILLS);
const isTaking = ({ timeInForce, open }: Fields): boolean => timeInForce === 'IOC' && open === 'OPEN';

const closingAtMarket = (change: (input: Fields) => Fields) =>
  asking('createOrder', (input) =>
    input.type === 'MARKET' && input.open === 'CLOSE' ? { ...input, ...change(input) } : input,
  );
const ofVolume = breaking(fieldOf('createOrder', 'volume'), SHOWS_FILLS);
const ofType = breaking(fieldOf('createOrder', 'type'), SHOWS_FILLS);

/** Orders that are filled at once, on the wrong side or twice, or are in no history. */
const TAKEN: readonly Mutation[] = [
  ofVolume`market-orders-close-half: Create Order closes half at market`(
    closingAtMarket(({ volume }) => ({ volume: String(Math.ceil(Number(volume) / 2)) })),
  ),
  ofVolume`market-orders-open: Create Order opens where a market order is to close`(
    closingAtMarket(({ volume }) => ({ open: 'OPEN', volume: String(Number(volume) * 100) })),
  ),
  ofType`closing-market-orders-rest: Create Order lets market orders wait that are to close`(
    closingAtMarket(() => ({ type: 'LIMIT', price: '9000' })),
  ),
  breaking(
    fieldOf('createOrder', 'contractName'),
    SHOWS_FILLS,
  )`market-orders-elsewhere: Create Order fills the market orders of the second contract on the first one`(
    asking('createOrder', (input) =>
      input.type === 'MARKET' && input.contractName === 'E-ETH-USDT'
        ? { ...input, contractName: 'E-BTC-USDT', price: '65000', volume: '300' }
        : input,
    ),
  ),
  traded`profits-of-longs-alone: Get Profit History leaves out positions that were sold first`(
    resulting<readonly { readonly side: string }[]>('getProfitHistory', (profits) =>
      profits.filter(({ side }) => side === 'BUY'),
    ),
  ),
  traded`trades-without-the-last: My Trades has a trade once another one has followed`(
    resulting<readonly unknown[]>('getTradeHistory', (trades) => trades.slice(0, -1)),
  ),
  created`create-takes-named-market-orders-twice: Create Order takes a market order with a clientOrderId twice`(
    acting('createOrder', (call, run) =>
      call.input.type === 'MARKET' && call.input.clientOrderId !== undefined ? twice(call, run) : run(call),
    ),
  ),
  taken`create-fills-twice: Create Order fills an order that opens a position at once twice`(
    acting('createOrder', (call, run) => (isTaking(call.input) ? twice(call, run) : run(call))),
  ),
  asAsked`create-sells-below-its-price: Create Order fills a limit order to sell below its price`(
    asking('createOrder', (input) =>
      input.side === 'SELL' && input.type === 'LIMIT' ? { ...input, price: String(Number(input.price) / 2) } : input,
    ),
  ),
  taken`create-buys-at-market: Create Order buys where a market order was to sell`(
    asking('createOrder', (input) => (input.type === 'MARKET' ? { ...input, side: 'BUY' } : input)),
  ),
  ...(['MARKET', undefined] as const).map((type) =>
    traded`trades-without-${type ? 'market' : 'plain'}-orders: My Trades leaves out the fills of ${type ? 'market orders' : 'orders without timeInForce'}`(
      remembering((call, run, asked) => {
        const reply = run(call);
        if (call.operationId !== 'getTradeHistory' || !reply.ok) return reply;
        const isSuch = (id: unknown): boolean => {
          const { input } = asked(String(id)) ?? {};
          return input !== undefined && (type ? input.type === type : input.timeInForce === undefined);
        };
        const trades = reply.result as readonly { readonly bidId: unknown; readonly askId: unknown }[];
        return { ok: true, result: trades.filter(({ bidId, askId }) => !isSuch(bidId) && !isSuch(askId)) };
      }),
    ),
  ),
];

const PLACED: readonly Mutation[] = [
  lost`placed-order-lost: Create Order returns an id, and the order is nowhere`(
    losing(() => true, { isResting: true }),
  ),
  created`create-at-market-cancels-the-oldest: Create Order cancels the oldest order of the contract, when one is at market`(
    acting('createOrder', (call, run) => {
      const [oldest] = call.input.type === 'MARKET' ? openOrders(call, run, call.input.contractName) : [];
      if (oldest !== undefined) cancel(call, run, oldest);
      return run(call);
    }),
  ),
  created`create-to-sell-cancels-what-buys: Create Order cancels the orders of the contract that buy, when one sells`(
    acting('createOrder', (call, run) => {
      const { contractName, side } = call.input;
      for (const order of side === 'SELL' ? openOrders(call, run, contractName) : [])
        if (order.side === 'BUY') cancel(call, run, order);
      return run(call);
    }),
  ),
  created`create-places-two-orders: Create Order places two orders`(acting('createOrder', twice)),
  ...OFTEN.flatMap((nth) => [
    created`create-loses-order-${nth}: Create Order loses one order of ${nth}`(losing((count) => count % nth === 0)),
    created`create-doubles-order-${nth}: Create Order places one order of ${nth} twice`(
      actingEvery(nth, 'createOrder', twice),
    ),
  ]),
  created`create-doubles-orders-elsewhere: Create Order places two orders on all contracts but the first`(
    acting('createOrder', (call, run) => (call.input.contractName === HERE ? run(call) : twice(call, run))),
  ),
  created`create-takes-equal-orders-for-one: Create Order takes an order that is like the last one for the same`(
    (...given) => {
      let last: { readonly asked: string; readonly reply: Reply } | undefined;
      return acting('createOrder', (call, run) => {
        const asked = JSON.stringify(call.input);
        if (asked !== last?.asked) last = { asked, reply: run(call) };
        return last.reply;
      })(...given);
    },
  ),
  breaking(
    fieldOf('createOrder', 'clientOrderId'),
    'request/createOrder/clientOrderId',
  )`create-takes-one-nameless-order: Create Order refuses an order without clientOrderId while another one without is open`(
    remembering((call, run, asked) => {
      const isNameless = ({ orderId }: Listed): boolean => asked(orderId)?.input.clientOrderId === undefined;
      const isNext = call.operationId === 'createOrder' && call.input.clientOrderId === undefined;
      return isNext && openOrders(call, run).some(isNameless)
        ? { ok: false, code: '-2010', message: 'Duplicate clientOrderId.' }
        : run(call);
    }),
  ),
  created`create-loses-nameless-orders: Create Order loses each order without clientOrderId`(
    losing((_, { clientOrderId }) => clientOrderId === undefined),
  ),
  created`create-gives-one-id-to-two: Create Order sometimes returns the id of the order before`((...given) => {
    let before: Reply | undefined;
    let count = 0;
    return acting('createOrder', (call, run) => {
      const reply = run(call);
      const told = ++count % 4 === 0 && before !== undefined ? before : reply;
      before = reply;
      return told;
    })(...given);
  }),
  created`create-sells-as-buys: Create Order buys where it was to sell`(
    asking('createOrder', (input) => ({ ...input, side: 'BUY' })),
  ),
  asAsked`create-trades-an-unknown-contract-as-another: Create Order takes a contract that does not exist for its first one`(
    ofNoContract('createOrder', (call, run) => run({ ...call, input: { ...call.input, contractName: HERE } })),
  ),
  asAsked`create-cuts-client-ids: Create Order keeps sixteen characters of a clientOrderId`(
    asking('createOrder', ({ clientOrderId, ...input }) => ({
      ...input,
      ...(clientOrderId && { clientOrderId: clientOrderId.slice(0, 16) }),
    })),
  ),
  asAsked`create-sells-a-tick-higher: Create Order sells a tick above its price`(
    asking('createOrder', (input) =>
      input.side === 'SELL' && input.type === 'LIMIT' && input.contractName === HERE
        ? { ...input, price: (Number(input.price) + 0.01).toFixed(2) }
        : input,
    ),
  ),
  asAsked`create-rests-market-orders: Create Order makes a limit order of a market order`(
    asking('createOrder', (input) => (input.type === 'MARKET' ? { ...input, type: 'LIMIT', price: '90000' } : input)),
  ),
  asAsked`create-sells-at-another-price: Create Order sells at its own price`(
    asking('createOrder', (input) => (input.side === 'SELL' ? moved(input) : input)),
  ),
  asAsked`create-at-another-price-1-in-3: Create Order places one order of three at its own price`(
    actingEvery(3, 'createOrder', (call, run) => run({ ...call, input: moved(call.input) })),
  ),
];

const LISTED: readonly Mutation[] = [
  shown`open-orders-show-equal-ones-once: Get Open Orders shows one of several orders with the same side, price and contract`(
    relisting((orders) => [
      ...new Map(orders.map((one) => [`${one.contractName} ${one.side} ${one.price}`, one])).values(),
    ]),
  ),
  created`open-orders-twice: Get Open Orders has each order twice`(relisting((orders) => [...orders, ...orders])),
  asAsked`open-orders-all-of-one-contract: Get Open Orders calls every contract ${HERE}`(
    relisting((orders) => orders.map((order) => ({ ...order, contractName: HERE }))),
  ),
  asAsked`open-orders-show-the-price-of-another: Open orders are listed with the price of the next one`(
    relisting((orders) => orders.map((order, at) => ({ ...order, price: orders[(at + 1) % orders.length]!.price }))),
  ),
  asAsked`open-orders-show-the-other-side: Open orders are all listed as bought`(
    relisting((orders) => orders.map((order) => ({ ...order, side: 'BUY' }))),
  ),
  asAsked`open-orders-without-contract-show-the-other-side: Open orders of other contracts than the first are listed as bought where no contract is named`(
    relisting((orders, { input }) =>
      orders.map((one) =>
        (input.contractName ?? one.contractName) === HERE
          ? one
          : { ...one, side: input.contractName === undefined ? 'BUY' : one.side },
      ),
    ),
  ),
  asAsked`create-keeps-a-byte-of-the-volume: Create Order keeps the volume in a byte`(
    acting('createOrder', (call, run) => {
      const { volume = '', type } = call.input;
      const kept = type === 'LIMIT' && Number(volume) > 255 ? String(Number(volume) % 256) : volume;
      return run({ ...call, input: { ...call.input, volume: kept } });
    }),
  ),
  asAsked`open-orders-show-twice-the-volume-of-sells: Open orders that sell are listed with twice their volume`(
    relisting((orders) =>
      orders.map((one) =>
        one.side === 'BUY' ? one : { ...one, origQty: Number((one as { origQty?: unknown }).origQty) * 2 },
      ),
    ),
  ),
  asAsked`order-details-show-the-other-side: Get Order Details shows each order as bought`(
    resulting<object>('getOrder', (order) => ({ ...order, side: 'BUY' })),
  ),
  ...OFTEN.map((nth) =>
    eachTime`open-orders-empty-1-in-${nth}: Get Open Orders is empty one time in ${nth}`(
      actingEvery(nth, 'getOpenOrders', () => ({ ok: true, result: [] })),
    ),
  ),
  eachTime`open-orders-show-each-once: Get Open Orders shows each order once under its contract`((...given) => {
    const shownOnes = new Set<string>();
    return relisting((orders, { input }) =>
      orders.filter(
        ({ orderId }) => input.contractName === undefined || (!shownOnes.has(orderId) && shownOnes.add(orderId)),
      ),
    )(...given);
  }),
  eachTime`open-orders-leave-out-the-first: Get Open Orders leaves out the first of more than two orders`(
    relisting((orders) => (orders.length > 2 ? orders.slice(1) : orders)),
  ),
  unfiltered`open-orders-without-contract-lack-the-third: Get Open Orders without a contract has those of two contracts and no third`(
    relisting((orders, { input }) => {
      const two = [...new Set(orders.map(({ contractName }) => contractName))].toSorted().slice(0, 2);
      return input.contractName === undefined
        ? orders.filter(({ contractName }) => two.includes(contractName))
        : orders;
    }),
  ),
  filtered`open-orders-filter-ignored: Get Open Orders returns the orders of all contracts when one is named`(
    relisting((_, call, run) => openOrders(call, run)),
  ),
  filtered`empty-lists-hold-all-orders: Get Open Orders lists the orders of all contracts under one that has none`(
    relisting((orders, call, run) => (orders.length === 0 ? openOrders(call, run) : orders)),
  ),
  ofItsContract`sells-listed-under-every-contract: Get Open Orders lists selling orders under each contract`(
    relisting((_, call, run) => {
      const { contractName: name } = call.input;
      return openOrders(call, run).filter(
        ({ contractName, side }) => contractName === (name ?? contractName) || side === 'SELL',
      );
    }),
  ),
  cancelAll`open-orders-of-another-account: Get Open Orders also lists an order of another account`(
    relisting((orders) => [...orders, { orderId: '999000111222333444', contractName: HERE, side: 'BUY' }]),
  ),
  filtered`open-orders-of-no-contract: Get Open Orders lists all orders for a contract that does not exist`(
    ofNoContract('getOpenOrders', (call, run) => run({ ...call, input: {} })),
  ),
  unfiltered`open-orders-of-one-contract-only: Get Open Orders without contractName returns the orders of one contract`(
    relisting((orders, { input }) =>
      orders.filter(({ contractName }) => contractName === (input.contractName ?? orders[0]?.contractName)),
    ),
  ),
  unfiltered`open-orders-are-five: Get Open Orders has five orders at most`(relisting((orders) => orders.slice(-5))),
  unfiltered`open-orders-leave-out-the-oldest: Get Open Orders has all orders but the oldest one when no contract is named`(
    relisting((orders, { input }) => (input.contractName === undefined ? orders.slice(1) : orders)),
  ),
  eachTime`open-orders-leave-out-partly-filled: Get Open Orders leaves out orders that are filled in part`(
    relisting((orders) => orders.filter((order) => !isPartlyFilled(order))),
  ),
  ...KINDS.flatMap(([id, what, isSuch]) => [
    shown`open-orders-leave-out-${id}: Get Open Orders leaves out ${what}`(
      remembering((call, run, asked) => {
        const reply = run(call);
        if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
        const isLeft = ({ orderId }: Listed): boolean => isSuch(asked(orderId)?.input ?? { clientOrderId: '' });
        return { ok: true, result: (reply.result as readonly Listed[]).filter((order) => !isLeft(order)) };
      }),
    ),
    asAsked`create-moves-${id}: Create Order places ${what} at a price of its own`(
      asking('createOrder', (input) => (isSuch(input) ? moved(input) : input)),
    ),
  ]),
];

export const CREATING: readonly Mutation[] = [...TAKEN, ...PLACED, ...LISTED];
