import type { OperationId } from '../../../generated/operations.js';
import type { Fields } from '../../sandbox/exchange/command.js';
import type { Reply } from '../../sandbox/exchange/exchange.js';
import { API_KEY, SIGNATURE, TIMESTAMP } from '../../sandbox/access.js';
import { Refusal } from '../../sandbox/exchange/refusal.js';
import type { RawRequest } from '../../sandbox/http/request.js';
import type { Patch, SandboxCall, Stages } from '../../sandbox/stages.js';
import { acting, type Mutation } from './mutation.js';
import { as, cancel, DONE, type Listed, openOrders, relisting, type RunCall } from './own-calls.js';
import {
  ENDPOINTS,
  HEADERS_REQUIRED,
  MADE_WITH_SECRET,
  ORDER_VOLUME,
  ORDERS_ARE_CREATED,
  READS,
  rowsOf,
  TIMESTAMP_IS_MILLISECONDS,
  type Words,
} from './words.js';

/** Counts the calls of one operation: every nth of them goes wrong. */
const everyOf =
  (operationId: OperationId, nth: number, change: (call: SandboxCall, run: RunCall) => Reply): Patch =>
  (...given) => {
    let count = 0;
    const whole = acting(operationId, (call, run) => (++count % nth === 0 ? change(call, run) : run(call)));
    return whole(...given);
  };

/** Cancels such orders at once and shows them nowhere: an order that could be read as over would not be lost. */
const losing =
  (isSuch: (count: number, input: Fields) => boolean): Patch =>
  () => {
    let count = 0;
    const lost = new Set<string>();
    const isLost = (one: unknown): boolean => lost.has(String((one as Listed).orderId));
    return {
      act(call, run) {
        const reply = run(call);
        if (!reply.ok) return reply;
        if (call.operationId === 'createOrder' && isSuch(++count, call.input)) {
          const { orderId } = reply.result as Listed;
          run(as(call, 'cancelOrder', { contractName: call.input['contractName'], orderId }));
          lost.add(String(orderId));
        }
        if (call.operationId === 'getOrder' && isLost(reply.result))
          return { ok: false, code: '-2013', message: 'Order does not exist.' };
        return call.operationId === 'getOrderHistory'
          ? { ok: true, result: (reply.result as readonly unknown[]).filter((one) => !isLost(one)) }
          : reply;
      },
    };
  };

function twice(call: SandboxCall, run: RunCall): Reply {
  run(call);
  return run(call);
}

const created = {
  breaks: [ORDERS_ARE_CREATED],
  killedBy: ['state/order/one-for-each-create'],
} as const;

const CREATING: readonly Mutation[] = [
  {
    ...created,
    id: 'create-places-two-orders',
    title: 'Create Order places two orders',
    patch: acting('createOrder', twice),
  },
  ...[2, 3, 5].flatMap((nth): Mutation[] => [
    {
      ...created,
      id: `create-loses-order-${nth}`,
      title: `Create Order loses one order of ${nth}`,
      patch: losing((count) => count % nth === 0),
    },
    {
      ...created,
      id: `create-doubles-order-${nth}`,
      title: `Create Order places one order of ${nth} twice`,
      patch: everyOf('createOrder', nth, twice),
    },
  ]),
  {
    ...created,
    id: 'create-takes-equal-orders-for-one',
    title: 'Create Order takes an order that is like the last one for the same',
    patch: (...given) => {
      let last: { readonly asked: string; readonly reply: Reply } | undefined;
      return acting('createOrder', (call, run) => {
        const asked = JSON.stringify(call.input);
        if (asked !== last?.asked) last = { asked, reply: run(call) };
        return last.reply;
      })(...given);
    },
  },
  {
    ...created,
    breaks: [READS],
    id: 'open-orders-show-equal-ones-once',
    title: 'Get Open Orders shows one of several orders with the same side, price and contract',
    patch: relisting((orders) => [
      ...new Map(orders.map((one) => [`${one.contractName} ${one.side} ${one.price}`, one])).values(),
    ]),
  },
  {
    ...created,
    id: 'create-loses-nameless-orders',
    title: 'Create Order loses each order without clientOrderId',
    patch: losing((_, { clientOrderId }) => clientOrderId === undefined),
  },
  {
    ...created,
    id: 'create-gives-one-id-to-two',
    title: 'Create Order sometimes returns the id of the order before',
    patch: (...given) => {
      let before: Reply | undefined;
      let count = 0;
      return acting('createOrder', (call, run) => {
        const reply = run(call);
        const told = ++count % 4 === 0 && before !== undefined ? before : reply;
        before = reply;
        return told;
      })(...given);
    },
  },
  {
    ...created,
    id: 'create-sells-as-buys',
    title: 'Create Order buys where it was to sell',
    patch: acting('createOrder', (call, run) => run({ ...call, input: { ...call.input, side: 'BUY' } })),
  },
  {
    ...created,
    id: 'create-trades-an-unknown-contract-as-another',
    title: 'Create Order takes a contract that does not exist for its first one',
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: acting('createOrder', (call, run) => {
      const reply = run(call);
      return reply.ok || !/NONE/.test(call.input['contractName'] ?? '')
        ? reply
        : run(as(call, 'createOrder', { ...call.input, contractName: 'E-BTC-USDT' }));
    }),
  },
  {
    id: 'open-orders-show-the-price-of-another',
    title: 'Open orders are listed with the price of the next one',
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: relisting((orders) =>
      orders.map((order, at) => ({ ...order, price: orders[(at + 1) % orders.length]!.price })),
    ),
  },
  {
    ...created,
    id: 'create-rests-market-orders',
    title: 'Create Order makes a limit order of a market order',
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: acting('createOrder', (call, run) =>
      run(
        call.input['type'] === 'MARKET' ? { ...call, input: { ...call.input, type: 'LIMIT', price: '90000' } } : call,
      ),
    ),
  },
  {
    id: 'order-details-show-the-other-side',
    title: 'Get Order Details shows each order as bought',
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.order',
    killedBy: ['state/order/as-asked'],
    patch: acting('getOrder', (call, run) => {
      const reply = run(call);
      return reply.ok ? { ok: true, result: { ...(reply.result as Listed), side: 'BUY' } } : reply;
    }),
  },
  {
    id: 'open-orders-show-the-other-side',
    title: 'Open orders are all listed as bought',
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: relisting((orders) => orders.map((order) => ({ ...order, side: 'BUY' }))),
  },
  {
    id: 'create-sells-at-another-price',
    title: 'Create Order sells at its own price',
    breaks: [ORDERS_ARE_CREATED],
    assumes: 'response.open-orders',
    killedBy: ['state/order/as-asked'],
    patch: acting('createOrder', (call, run) => {
      const { side, price } = call.input;
      const dearer = side === 'SELL' ? String(Math.round(Number(price) * 1.1)) : price;
      return run({ ...call, input: { ...call.input, price: dearer } });
    }),
  },
  {
    id: 'empty-lists-hold-all-orders',
    title: 'Get Open Orders lists the orders of all contracts under one that has none',
    breaks: rowsOf(['getOpenOrders']),
    killedBy: ['rule/open-orders/filtered-by-contract'],
    patch: relisting((orders, call, run) => (orders.length === 0 ? openOrders(call, run) : orders)),
  },
  {
    id: 'sells-listed-under-every-contract',
    title: 'Get Open Orders lists selling orders under each contract',
    breaks: [ORDERS_ARE_CREATED, ...rowsOf(['getOpenOrders'])],
    killedBy: ['state/order/under-its-contract', 'rule/open-orders/filtered-by-contract'],
    patch: acting('getOpenOrders', (call, run) => {
      const { contractName } = call.input;
      if (contractName === undefined) return run(call);
      return {
        ok: true,
        result: openOrders(call, run).filter((order) => order.contractName === contractName || order.side === 'SELL'),
      };
    }),
  },
];

const BY_ID = { heading: ENDPOINTS, quote: 'otherwise the order with that orderId is cancelled' } as const;
const BLANK = {
  heading: ENDPOINTS,
  quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
} as const;
const EVERYTHING = { heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' } as const;

/** Lists cancelled orders again some calls later. */
const comingBack: Patch = (...given) => {
  const cancelledAt = new Map<string, { readonly record: Listed; readonly at: number }>();
  let calls = 0;
  const reference = given[0];
  return {
    act(call, run) {
      calls++;
      const { orderId, contractName } = call.input;
      if (call.operationId === 'cancelOrder' && orderId !== undefined && orderId !== '') {
        const record = openOrders(call, run, contractName).find((order) => order.orderId === orderId);
        if (record !== undefined) cancelledAt.set(orderId, { record, at: calls });
      }
      const reply = reference.act(call, run);
      if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
      const back = [...cancelledAt.values()]
        .filter(({ record, at }) => calls - at > 10 && (contractName ?? record.contractName) === record.contractName)
        .map(({ record }) => record);
      return { ok: true, result: [...(reply.result as readonly Listed[]), ...back] };
    },
  };
};

const CANCELLING: readonly Mutation[] = [
  ...[2, 3, 5].map((nth): Mutation => ({
    id: `cancel-does-nothing-${nth}`,
    title: `Cancel with an orderId does nothing one time in ${nth}`,
    breaks: [BY_ID],
    killedBy: ['state/order/every-cancel-works'],
    patch: everyOf('cancelOrder', nth, ({ input }) => ({ ok: true, result: { orderId: input['orderId'] } })),
  })),
  {
    id: 'cancelled-order-comes-back',
    title: 'A cancelled order is open again some calls later',
    breaks: [BY_ID],
    killedBy: ['state/order/cancelled-stays-gone'],
    patch: comingBack,
  },
  {
    id: 'cancel-of-contract-leaves-sells',
    title: 'Cancel without orderId leaves the selling orders',
    breaks: [BLANK],
    killedBy: ['rule/cancel/omitted-order-id-cancels-contract', 'rule/cancel/empty-order-id-cancels-contract'],
    patch: acting('cancelOrder', (call, run) => {
      if ((call.input['orderId'] ?? '') !== '') return run(call);
      for (const order of openOrders(call, run, call.input['contractName']))
        if (order.side === 'BUY') cancel(call, run, order);
      return DONE;
    }),
  },
  {
    id: 'cancel-all-leaves-sells',
    title: 'Cancel All Orders leaves the selling orders',
    breaks: [EVERYTHING],
    killedBy: ['rule/cancel-all/cancels-every-contract'],
    patch: acting('cancelAllOrders', (call, run) => {
      for (const order of openOrders(call, run)) if (order.side === 'BUY') cancel(call, run, order);
      return DONE;
    }),
  },
  {
    id: 'cancel-all-leaves-the-third-contract',
    title: 'Cancel All Orders reaches two contracts and no third',
    breaks: [EVERYTHING],
    killedBy: ['rule/cancel-all/cancels-every-contract'],
    patch: acting('cancelAllOrders', (call, run) => {
      const orders = openOrders(call, run);
      const two = [...new Set(orders.map(({ contractName }) => contractName))].toSorted().slice(0, 2);
      for (const order of orders) if (two.includes(order.contractName)) cancel(call, run, order);
      return DONE;
    }),
  },
  {
    id: 'cancel-by-id-leaves-nothing-elsewhere',
    title: 'Cancel with an orderId also cancels the selling orders of other contracts',
    breaks: [BY_ID],
    killedBy: ['rule/cancel/order-id-cancels-that-order-only'],
    patch: acting('cancelOrder', (call, run) => {
      if ((call.input['orderId'] ?? '') === '') return run(call);
      for (const order of openOrders(call, run)) {
        if (order.contractName !== call.input['contractName'] && order.side === 'SELL') cancel(call, run, order);
      }
      return run(call);
    }),
  },
  {
    id: 'open-orders-of-another-account',
    title: 'Get Open Orders also lists an order of another account',
    breaks: [EVERYTHING],
    killedBy: ['rule/cancel-all/cancels-every-contract'],
    patch: relisting((orders) => [
      ...orders,
      { orderId: '999000111222333444', contractName: 'E-BTC-USDT', side: 'BUY' },
    ]),
  },
];

/** Refuses a call, and does what it asks for all the same, or something else: `stage` is where it is refused. */
const actingAnyway =
  (
    operationId: OperationId,
    stage: 'authorize' | 'readInput',
    inputOf: (request: RawRequest, read: () => Fields) => Fields,
    does = operationId,
  ): Patch =>
  (reference) => {
    // A call that was right has left behind how the exchange is reached, and as whom.
    let last: { readonly call: SandboxCall; readonly run: RunCall } | undefined;
    const anyway = (request: RawRequest, read: () => Fields): void => {
      if (last !== undefined) last.run(as(last.call, does, inputOf(request, read)));
    };
    const authorize: Stages['authorize'] = (operation, request, ...rest) => {
      try {
        return reference.authorize(operation, request, ...rest);
      } catch (error) {
        const refused = error instanceof Refusal && operation.operationId === operationId && stage === 'authorize';
        if (refused) anyway(request, () => reference.readInput(operation, request));
        throw error;
      }
    };
    const readInput: Stages['readInput'] = (operation, request) => {
      try {
        return reference.readInput(operation, request);
      } catch (error) {
        const refused = error instanceof Refusal && operation.operationId === operationId && stage === 'readInput';
        if (refused) anyway(request, () => ({}));
        throw error;
      }
    };
    return {
      authorize,
      readInput,
      act(call, run) {
        if (call.accountId !== '') last = { call, run };
        return reference.act(call, run);
      },
    };
  };

/** Refuses a wrong signature, and places the order that came with it some time later. */
const placingLater: Patch = (reference, _secretOf, now) => {
  const due: { readonly atMs: number; readonly input: Fields }[] = [];
  return {
    authorize(operation, request, ...rest) {
      try {
        return reference.authorize(operation, request, ...rest);
      } catch (error) {
        if (operation.operationId === 'createOrder' && request.headers[SIGNATURE] !== undefined)
          due.push({ atMs: now() + 600, input: reference.readInput(operation, request) });
        throw error;
      }
    },
    act(call, run) {
      while (call.accountId !== '' && due[0] !== undefined && due[0].atMs <= now())
        run(as(call, 'createOrder', due.shift()!.input));
      return reference.act(call, run);
    },
  };
};

/** A resting order in place of that of the body. */
const RESTING: Fields = {
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: '1',
  price: '30000',
  volume: '1',
};

/** Places none. */
const NOWHERE: Fields = { contractName: '-' };

const REFUSING: readonly Mutation[] = [
  {
    id: 'forged-create-acts',
    title: 'Create Order refuses a wrong signature, and places the order',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/createOrder/forged-places-nothing'],
    patch: actingAnyway('createOrder', 'authorize', (_request, read) => read()),
  },
  {
    id: 'incomplete-create-acts',
    title: 'Create Order refuses input that is incomplete, and places an order',
    breaks: [ORDER_VOLUME],
    killedBy: ['state/createOrder/refused-places-nothing'],
    patch: actingAnyway('createOrder', 'readInput', () => RESTING),
  },
  {
    id: 'forged-create-acts-later',
    title: 'Create Order refuses a wrong signature, and places the order 600 ms later',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/createOrder/forged-places-nothing'],
    patch: placingLater,
  },
  {
    id: 'incomplete-create-cancels',
    title: 'Create Order refuses a call without side, and cancels the orders of its contract',
    breaks: [ORDER_VOLUME],
    killedBy: ['state/createOrder/refused-places-nothing'],
    patch: actingAnyway(
      'createOrder',
      'readInput',
      ({ body }) => (body.includes('"side"') ? NOWHERE : { contractName: /"contractName":"([^"]+)/.exec(body)?.[1] }),
      'cancelOrder',
    ),
  },
  {
    id: 'nameless-create-acts',
    title: 'Create Order refuses a call without contractName, and places an order',
    breaks: [ORDER_VOLUME],
    killedBy: ['state/createOrder/refused-places-nothing'],
    patch: actingAnyway('createOrder', 'readInput', ({ body }) => (/contractName/.test(body) ? NOWHERE : RESTING)),
  },
  {
    id: 'strange-create-acts',
    title: 'Create Order refuses a key that it does not know, and places an order',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/createOrder/forged-places-nothing'],
    patch: actingAnyway('createOrder', 'authorize', ({ headers }) =>
      headers[API_KEY]?.startsWith('a-key') ? RESTING : NOWHERE,
    ),
  },
  ...(
    [
      ['unsigned', 'a call without X-CH-SIGN', HEADERS_REQUIRED, (headers) => headers[SIGNATURE] === undefined],
      ['timeless', 'a call without X-CH-TS', HEADERS_REQUIRED, (headers) => headers[TIMESTAMP] === undefined],
      [
        'stale',
        'a timestamp of long ago',
        TIMESTAMP_IS_MILLISECONDS,
        (headers, nowMs) => Number(headers[TIMESTAMP]) < nowMs - 5000,
      ],
    ] as readonly (readonly [string, string, Words, (headers: RawRequest['headers'], nowMs: number) => boolean])[]
  ).flatMap(([id, what, words, isSuch]): readonly Mutation[] => {
    const acts =
      (operationId: 'createOrder' | 'cancelOrder'): Patch =>
      (reference, secretOf, now) =>
        actingAnyway(operationId, 'authorize', ({ headers }, read) =>
          headers[API_KEY] !== undefined && isSuch(headers, now()) ? read() : NOWHERE,
        )(reference, secretOf, now);
    return [
      {
        id: `${id}-create-acts`,
        title: `Create Order refuses ${what}, and places the order`,
        breaks: [words],
        killedBy: ['state/createOrder/forged-places-nothing'],
        patch: acts('createOrder'),
      },
      {
        id: `${id}-cancel-acts`,
        title: `Cancel Order refuses ${what}, and cancels the order`,
        breaks: [words],
        killedBy: ['state/cancelOrder/forged-cancels-nothing'],
        patch: acts('cancelOrder'),
      },
    ];
  }),
  {
    id: 'forged-sell-acts',
    title: 'Create Order refuses a wrong signature, and places the order if it sells',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/createOrder/forged-places-nothing'],
    patch: actingAnyway('createOrder', 'authorize', (request, read) =>
      request.headers[SIGNATURE] !== undefined && /"side":"SELL"/.test(request.body) ? read() : NOWHERE,
    ),
  },
  ...['timeInForce', 'side', 'type', 'open'].map((name): Mutation => ({
    id: `strange-${name.toLowerCase()}-acts`,
    title: `Create Order refuses a ${name} that is not declared, and places an order`,
    breaks: [ORDER_VOLUME],
    killedBy: ['state/createOrder/refused-places-nothing'],
    patch: actingAnyway('createOrder', 'readInput', ({ body }) => (body.includes(`"${name}":"X`) ? RESTING : NOWHERE)),
  })),
  {
    id: 'incomplete-cancel-acts',
    title: 'Cancel Order refuses a call without contractName, and cancels all orders',
    breaks: rowsOf(['cancelOrder']),
    killedBy: ['state/cancelOrder/refused-cancels-nothing'],
    patch: actingAnyway('cancelOrder', 'readInput', () => ({ contractName: 'E-BTC-USDT' })),
  },
  {
    id: 'forged-cancel-acts',
    title: 'Cancel Order refuses a wrong signature, and cancels the order',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/cancelOrder/forged-cancels-nothing'],
    patch: actingAnyway('cancelOrder', 'authorize', (_request, read) => read()),
  },
  {
    id: 'forged-cancel-all-acts',
    title: 'Cancel All Orders refuses a wrong signature, and cancels all orders',
    breaks: [MADE_WITH_SECRET],
    killedBy: ['state/cancelAllOrders/forged-cancels-nothing'],
    patch: actingAnyway('cancelAllOrders', 'authorize', () => ({})),
  },
];

export const ORDERS_HELD: readonly Mutation[] = [...CREATING, ...CANCELLING, ...REFUSING];
