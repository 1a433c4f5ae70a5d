import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, answering, type Mutation } from './mutation.js';
import { as, cancel, DONE, type Listed, openOrders, relisting, type RunCall } from './own-calls.js';
import { ENDPOINTS, ORDERS_ARE_CREATED, READS, type Words } from './words.js';

const BLANK: Words = {
  heading: ENDPOINTS,
  quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
};
const BY_ID: Words = { heading: ENDPOINTS, quote: 'otherwise the order with that orderId is cancelled' };
const EVERYTHING: Words = { heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' };
const ALL_CONTRACTS: Words = {
  heading: ENDPOINTS,
  quote: 'when contractName is omitted, open orders are not restricted to one contract',
};

const isBlank = ({ input }: SandboxCall): boolean => (input['orderId'] ?? '') === '';

/** Knows how each order was asked for. */
const remembering =
  (act: (call: SandboxCall, run: RunCall, asked: ReadonlyMap<string, Fields>) => Reply): Patch =>
  () => {
    const asked = new Map<string, Fields>();
    return {
      act(call, run) {
        const reply = act(call, run, asked);
        if (call.operationId === 'createOrder' && reply.ok) asked.set((reply.result as Listed).orderId, call.input);
        return reply;
      },
    };
  };

const KINDS: readonly (readonly [id: string, what: string, isSuch: (asked: Fields) => boolean])[] = [
  ['post-only', 'orders with timeInForce POST_ONLY', ({ timeInForce }) => timeInForce === 'POST_ONLY'],
  ['closing', 'orders that close a position', ({ open: opens }) => opens === 'CLOSE'],
  ['nameless', 'orders without clientOrderId', ({ clientOrderId }) => clientOrderId === undefined],
];

/** Cancels of many that leave one kind of orders. */
const LEAVING: readonly Mutation[] = KINDS.flatMap(([id, what, isSuch]): readonly Mutation[] => [
  {
    id: `cancel-of-contract-leaves-${id}`,
    title: `Cancel without orderId leaves ${what}`,
    breaks: [BLANK],
    killedBy: ['rule/cancel/omitted-order-id-cancels-contract', 'rule/cancel/empty-order-id-cancels-contract'],
    patch: remembering((call, run, asked) => {
      if (call.operationId !== 'cancelOrder' || !isBlank(call)) return run(call);
      for (const order of openOrders(call, run, call.input['contractName']))
        if (!isSuch(asked.get(order.orderId) ?? { clientOrderId: '' })) cancel(call, run, order);
      return DONE;
    }),
  },
  {
    id: `cancel-all-leaves-${id}`,
    title: `Cancel All Orders leaves ${what}`,
    breaks: [EVERYTHING],
    killedBy: ['rule/cancel-all/cancels-every-contract'],
    patch: remembering((call, run, asked) => {
      if (call.operationId !== 'cancelAllOrders') return run(call);
      for (const order of openOrders(call, run))
        if (!isSuch(asked.get(order.orderId) ?? { clientOrderId: '' })) cancel(call, run, order);
      return DONE;
    }),
  },
]);

const only = { breaks: [BY_ID], killedBy: ['rule/cancel/order-id-cancels-that-order-only'] } as const;

const NAMESAKES: readonly Mutation[] = [
  {
    ...only,
    id: 'cancel-by-id-cancels-namesakes',
    title: 'Cancel with an orderId cancels every order of the same clientOrderId',
    patch: remembering((call, run, asked) => {
      const reply = run(call);
      if (call.operationId !== 'cancelOrder' || isBlank(call) || !reply.ok) return reply;
      const name = asked.get(call.input['orderId']!)?.clientOrderId;
      for (const order of openOrders(call, run, call.input['contractName']))
        if (name !== undefined && asked.get(order.orderId)?.clientOrderId === name) cancel(call, run, order);
      return reply;
    }),
  },
  {
    ...only,
    id: 'cancel-by-id-cancels-the-namesake',
    title: 'Cancel with an orderId cancels another order of the same clientOrderId',
    patch: remembering((call, run, asked) => {
      if (call.operationId !== 'cancelOrder' || isBlank(call)) return run(call);
      const { orderId, contractName } = call.input;
      const name = asked.get(orderId!)?.clientOrderId;
      const other = openOrders(call, run, contractName).find(
        (order) => order.orderId !== orderId && name !== undefined && asked.get(order.orderId)?.clientOrderId === name,
      );
      if (other === undefined) return run(call);
      cancel(call, run, other);
      return { ok: true, result: { orderId } };
    }),
  },
  {
    ...only,
    id: 'cancel-by-id-places-again',
    title: 'Cancel with an orderId places the order once more',
    patch: remembering((call, run, asked) => {
      const reply = run(call);
      const input = asked.get(call.input['orderId'] ?? '');
      if (call.operationId === 'cancelOrder' && reply.ok && input !== undefined)
        run(as(call, 'createOrder', { ...input, clientOrderId: undefined }));
      return reply;
    }),
  },
];

/** Changes the list of open orders. */
const listing = (
  id: string,
  title: string,
  words: Words,
  killedBy: readonly string[],
  change: Parameters<typeof relisting>[0],
): Mutation => ({
  id: `open-orders-${id}`,
  title: `Get Open Orders ${title}`,
  breaks: [words],
  killedBy,
  patch: relisting(change),
});

const everyOf =
  (nth: number, patch: (count: () => boolean) => Patch): Patch =>
  (...given) => {
    let count = 0;
    return patch(() => ++count % nth === 0)(...given);
  };

const LISTING: readonly Mutation[] = [
  listing(
    'are-five',
    'has five orders at most',
    ALL_CONTRACTS,
    ['rule/open-orders/all-contracts-without-filter'],
    (orders) => orders.slice(-5),
  ),
  listing(
    'leave-out-the-oldest',
    'has all orders but the oldest one when no contract is named',
    ALL_CONTRACTS,
    ['rule/open-orders/all-contracts-without-filter'],
    (orders, { input }) => (input.contractName === undefined ? orders.slice(1) : orders),
  ),
  listing('twice', 'has each order twice', ORDERS_ARE_CREATED, ['state/order/one-for-each-create'], (orders) => [
    ...orders,
    ...orders,
  ]),
  listing(
    'all-of-one-contract',
    'calls every contract E-BTC-USDT',
    ORDERS_ARE_CREATED,
    ['state/order/as-asked'],
    (orders) => orders.map((order) => ({ ...order, contractName: 'E-BTC-USDT' })),
  ),
  ...[2, 3, 5].map((nth): Mutation => ({
    id: `open-orders-empty-1-in-${nth}`,
    title: `Get Open Orders is empty one time in ${nth}`,
    breaks: [READS],
    killedBy: ['state/order/shown-every-time'],
    patch: everyOf(nth, (strikes) =>
      acting('getOpenOrders', (call, run) => (strikes() ? { ok: true, result: [] } : run(call))),
    ),
  })),
  {
    id: 'create-at-another-price-1-in-3',
    title: 'Create Order places one order of three at its own price',
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: everyOf(3, (strikes) =>
      acting('createOrder', (call, run) => {
        const price = String(Math.round(Number(call.input['price']) * 0.9));
        return run(strikes() ? { ...call, input: { ...call.input, price } } : call);
      }),
    ),
  },
  {
    id: 'cancel-by-id-also-cancels-the-oldest-1-in-3',
    title: 'Cancel with an orderId also cancels the oldest order of the contract, one time in three',
    breaks: [BY_ID],
    killedBy: ['state/order/every-cancel-works'],
    patch: everyOf(3, (strikes) =>
      acting('cancelOrder', (call, run) => {
        const reply = run(call);
        const [oldest] = openOrders(call, run, call.input['contractName']);
        if (strikes() && !isBlank(call) && oldest !== undefined) cancel(call, run, oldest);
        return reply;
      }),
    ),
  },
];

/** Bulk cancels that work but return another response than 200. */
const ANSWERS: readonly Mutation[] = (
  [
    ['status-201', 'has the status 201', { status: 201 }],
    ['answers-500', 'fails with HTTP status 500', { status: 500, body: '{"error":"internal"}' }],
  ] as const
).map(([id, what, response]): Mutation => ({
  id: `cancel-of-contract-${id}`,
  title: `Cancel without orderId ${what}`,
  breaks: [BLANK],
  killedBy: ['rule/cancel/omitted-order-id-cancels-contract'],
  patch: (...given) => ({
    send(answer, request) {
      if (/"orderId"/.test(request.body)) return answer;
      return answering(['cancelOrder'], (one) => ({ ...one, ...response }))(...given).send!(answer, request);
    },
  }),
}));

export const KINDS_OF_ORDERS: readonly Mutation[] = [...LEAVING, ...NAMESAKES, ...LISTING, ...ANSWERS];
