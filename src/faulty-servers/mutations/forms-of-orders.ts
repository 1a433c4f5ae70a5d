import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, type Mutation } from './mutation.js';
import { as, cancel, DONE, type Listed, openOrders, type RunCall } from './own-calls.js';
import { ENDPOINTS, ORDERS_ARE_CREATED, READS, type Words } from './words.js';

/* What is wrong for orders of one form, and right for those that buy under a name on the first contract. */

const HERE = 'E-BTC-USDT';
const BY_ID: Words = { heading: ENDPOINTS, quote: 'otherwise the order with that orderId is cancelled' };
const BLANK: Words = {
  heading: ENDPOINTS,
  quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
};
const EVERYTHING: Words = { heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' };

interface Asked {
  readonly input: Fields;
  readonly atMs: number;
}

/** Knows of each order how and when it was asked for. */
const remembering =
  (act: (call: SandboxCall, run: RunCall, asked: (orderId: unknown) => Asked | undefined) => Reply): Patch =>
  (_reference, _secretOf, now) => {
    const known = new Map<string, Asked>();
    return {
      act(call, run) {
        const reply = act(call, run, (orderId) => known.get(String(orderId)));
        if (call.operationId === 'createOrder' && reply.ok)
          known.set(String((reply.result as Listed).orderId), { input: call.input, atMs: now() });
        return reply;
      },
    };
  };

const FORMS: readonly (readonly [id: string, what: string, isSuch: (input: Fields) => boolean])[] = [
  ['post-only', 'orders with timeInForce POST_ONLY', ({ timeInForce }) => timeInForce === 'POST_ONLY'],
  ['nameless', 'orders without clientOrderId', ({ clientOrderId }) => clientOrderId === undefined],
  ['closing', 'orders that close a position', ({ open: opens }) => opens === 'CLOSE'],
];

const isOf = (asked: Asked | undefined, isSuch: (input: Fields) => boolean): boolean =>
  asked !== undefined && isSuch(asked.input);

const OF_A_FORM: readonly Mutation[] = FORMS.flatMap(([id, what, isSuch]): readonly Mutation[] => [
  {
    id: `open-orders-leave-out-${id}`,
    title: `Get Open Orders leaves out ${what}`,
    breaks: [READS],
    killedBy: ['state/order/one-for-each-create'],
    patch: remembering((call, run, asked) => {
      const reply = run(call);
      if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
      const orders = reply.result as readonly Listed[];
      return { ok: true, result: orders.filter(({ orderId }) => !isOf(asked(orderId), isSuch)) };
    }),
  },
  {
    id: `cancel-by-id-leaves-${id}`,
    title: `Cancel with an orderId reports success, and leaves ${what}`,
    breaks: [BY_ID],
    killedBy: ['state/order/every-cancel-works'],
    patch: remembering((call, run, asked) =>
      call.operationId === 'cancelOrder' && isOf(asked(call.input.orderId), isSuch)
        ? { ok: true, result: { orderId: call.input.orderId } }
        : run(call),
    ),
  },
  {
    id: `create-moves-${id}`,
    title: `Create Order places ${what} at a price of its own`,
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: acting('createOrder', (call, run) => {
      const { side, price } = call.input;
      const moved = String(Math.round(Number(price) * (side === 'SELL' ? 1.1 : 0.9)));
      return run(isSuch(call.input) ? { ...call, input: { ...call.input, price: moved } } : call);
    }),
  },
]);

const ELSEWHERE: readonly Mutation[] = [
  {
    id: 'create-doubles-orders-elsewhere',
    title: 'Create Order places two orders on all contracts but the first',
    breaks: [ORDERS_ARE_CREATED],
    killedBy: ['state/order/one-for-each-create'],
    patch: acting('createOrder', (call, run) => {
      if (call.input.contractName !== HERE) run(call);
      return run(call);
    }),
  },
  {
    id: 'cancel-by-id-cancels-contract-elsewhere',
    title: 'Cancel with an orderId cancels every order of the contract, unless it is the first',
    breaks: [BY_ID],
    killedBy: ['state/order/every-cancel-works'],
    patch: acting('cancelOrder', (call, run) => {
      const { contractName, orderId = '' } = call.input;
      const reply = run(call);
      if (orderId !== '' && contractName !== HERE && reply.ok) run(as(call, 'cancelOrder', { contractName }));
      return reply;
    }),
  },
  ...(
    [
      ['cancels-nothing', 'cancels nothing', () => DONE],
      [
        'cancels-everything',
        'cancels the orders of all contracts',
        (call, run) => run(as(call, 'cancelAllOrders', {})),
      ],
    ] as readonly (readonly [string, string, (call: SandboxCall, run: RunCall) => Reply])[]
  ).map(([id, what, change]): Mutation => ({
    id: `cancel-of-another-contract-${id}`,
    title: `Cancel without orderId ${what}, unless it is for the first contract`,
    breaks: [BLANK],
    killedBy: ['rule/cancel/omitted-order-id-cancels-contract'],
    patch: acting('cancelOrder', (call, run) =>
      (call.input.orderId ?? '') === '' && call.input.contractName !== HERE ? change(call, run) : run(call),
    ),
  })),
];

/** So old is an order that some servers have forgotten, milliseconds. */
const OLD_MS = 2000;

const AGED: readonly Mutation[] = [
  {
    id: 'cancel-by-id-leaves-old-orders',
    title: 'Cancel with an orderId reports success, and leaves an order that is older than two seconds',
    breaks: [BY_ID],
    killedBy: ['state/order/every-cancel-works'],
    patch: (reference, secretOf, now) =>
      remembering((call, run, asked) => {
        const order = call.operationId === 'cancelOrder' ? asked(call.input.orderId) : undefined;
        return order !== undefined && now() - order.atMs > OLD_MS
          ? { ok: true, result: { orderId: call.input.orderId } }
          : run(call);
      })(reference, secretOf, now),
  },
  {
    id: 'cancel-all-leaves-old-orders',
    title: 'Cancel All Orders leaves orders that are older than two seconds',
    breaks: [EVERYTHING],
    killedBy: ['rule/cancel-all/cancels-every-contract'],
    patch: (reference, secretOf, now) =>
      remembering((call, run, asked) => {
        if (call.operationId !== 'cancelAllOrders') return run(call);
        for (const order of openOrders(call, run))
          if (now() - (asked(order.orderId)?.atMs ?? now()) <= OLD_MS) cancel(call, run, order);
        return DONE;
      })(reference, secretOf, now),
  },
];

const moved = (order: Listed & { readonly price: string }): object => ({
  ...order,
  price: String(Number(order.price) * 0.9),
});

const LEVERAGE: Mutation = {
  id: 'change-leverage-moves-orders',
  title: 'changeLeverage changes the prices of open orders',
  breaks: [
    {
      heading: 'What the service does',
      quote: 'adjust the margin of an open position and change the leverage of a contract;',
    },
  ],
  assumes: 'response.open-orders',
  killedBy: ['state/changeLeverage/leaves-orders-alone'],
  patch: () => {
    const reached = new Set<unknown>();
    return {
      act(call, run) {
        const reply = run(call);
        if (call.operationId === 'changeLeverage' && reply.ok)
          for (const { orderId } of openOrders(call, run)) reached.add(orderId);
        if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
        const orders = reply.result as readonly (Listed & { readonly price: string })[];
        return { ok: true, result: orders.map((one) => (reached.has(one.orderId) ? moved(one) : one)) };
      },
    };
  },
};

export const FORMS_OF_ORDERS: readonly Mutation[] = [...OF_A_FORM, ...ELSEWHERE, ...AGED, LEVERAGE];
