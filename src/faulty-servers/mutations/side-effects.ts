import { type OperationId, operations } from '../../../generated/operations.js';
import type { Patch, SandboxCall } from '../../sandbox/stages.js';
import { acting, breaking, dashed, type Mutation, type RunCall } from './mutation.js';
import { as, cancel, DONE, isBlank, type Listed, openOrders, ORDER } from './own-calls.js';
import { clauses, type DeclaredClause, PURPOSES } from '../../conformance/model/clauses.js';

const WITH_PURPOSE = Object.entries(PURPOSES) as readonly (readonly [OperationId, DeclaredClause])[];

/** Does something else after each success of one operation; in the account that called last, where the call is of none. */
const also =
  (operationId: OperationId, act: (call: SandboxCall, run: RunCall) => void): Patch =>
  () => {
    let last: { readonly call: SandboxCall; readonly run: RunCall } | undefined;
    return {
      act(call, run) {
        if (call.accountId !== '') last = { call, run };
        const reply = run(call);
        if (call.operationId === operationId && reply.ok && last !== undefined) act(last.call, last.run);
        return reply;
      },
    };
  };

function cancelNewest(call: SandboxCall, run: RunCall): void {
  const newest = openOrders(call, run).at(-1);
  if (newest !== undefined) cancel(call, run, newest);
}

const place = (call: SandboxCall, run: RunCall): void =>
  void run(as(call, 'createOrder', { ...ORDER, price: '31000' }));
const fill = (call: SandboxCall, run: RunCall): void =>
  void run(as(call, 'createOrder', { ...ORDER, price: '68000', timeInForce: 'IOC' }));

const mutation = (
  [operationId, words]: (typeof WITH_PURPOSE)[number],
  id: string,
  title: string,
  act: (call: SandboxCall, run: RunCall) => void,
): Mutation =>
  breaking(words, `state/${operationId}/leaves-orders-alone`)`${dashed(operationId)}-${id}: ${operationId} ${title}`(
    also(operationId, act),
  );

/** Bulk cancels that close the positions as well. */
const CLOSING: readonly Mutation[] = (['cancelOrder', 'cancelAllOrders'] as const).map((operationId) =>
  breaking(
    operationId === 'cancelOrder' ? clauses.cancelMany : clauses.cancelAll,
    `state/${operationId}/leaves-positions-alone`,
  )`${dashed(operationId)}-closes-positions: ${operationId} ${operationId === 'cancelOrder' ? 'without orderId ' : ''}also closes positions`(
    acting(operationId, (call, run) => {
      const reply = run(call);
      if (!isBlank(call)) return reply;
      for (const [contractName, price] of [
        ['E-BTC-USDT', '60000'],
        ['E-ETH-USDT', '2800'],
        ['E-SOL-USDT', '140'],
      ] as const) {
        const input = { ...ORDER, contractName, price, side: 'SELL', open: 'CLOSE', timeInForce: 'IOC' };
        for (let round = 0; round < 5; round++) run(as(call, 'createOrder', input));
      }
      return reply;
    }),
  ),
);

/** Selling orders, while those that buy stay. */
function cancelSells(call: SandboxCall, run: RunCall): void {
  for (const order of openOrders(call, run)) if (order.side === 'SELL') cancel(call, run, order);
}

const ON_ORDERS: readonly Mutation[] = WITH_PURPOSE.flatMap((purpose): readonly Mutation[] => {
  const [operationId] = purpose;
  if (operationId === 'createConditionOrder')
    return [
      mutation(purpose, 'fills-at-once', 'buys at once at any price', fill),
      mutation(purpose, 'sells-at-once', 'sells at once where it is to sell', (call, run) => {
        if (call.input['side'] === 'SELL') run(as(call, 'createOrder', { ...call.input, timeInForce: 'IOC' }));
      }),
      mutation(purpose, 'cancels-where-it-is-to-sell', 'cancels every order where it is to sell', (call, run) => {
        if (call.input['side'] === 'SELL') run(as(call, 'cancelAllOrders', {}));
      }),
      mutation(purpose, 'cancels-where-it-is-to-close', 'cancels every order where it is to close', (call, run) => {
        if (call.input['open'] === 'CLOSE') run(as(call, 'cancelAllOrders', {}));
      }),
      mutation(
        purpose,
        'cancels-on-the-second',
        'cancels the orders of E-ETH-USDT where it is for that',
        (call, run) => {
          const isThere = call.input['contractName'] === 'E-ETH-USDT';
          for (const order of isThere ? openOrders(call, run, 'E-ETH-USDT') : []) cancel(call, run, order);
        },
      ),
      mutation(purpose, 'rests-at-once', 'places an order at once where it is to sell', (call, run) => {
        if (call.input['side'] === 'SELL') run(as(call, 'createOrder', { ...call.input, price: '98000' }));
      }),
    ];
  const cancelling = mutation(purpose, 'cancels-an-order', 'cancels the newest order', cancelNewest);
  // Operations that change a setting, and some reads.
  const places =
    operations[operationId].effect === 'reversible' || operationId === 'getOrder' || operationId === 'ping';
  return places ? [cancelling, mutation(purpose, 'places-an-order', 'places an order', place)] : [cancelling];
});

const ON_THE_SECOND = WITH_PURPOSE.filter(([id]) => id === 'changeLeverage').map((purpose) =>
  mutation(purpose, 'cancels-on-the-second', 'cancels the orders on E-ETH-USDT, whichever is named', (call, run) => {
    const isOther = call.input['contractName'] !== 'E-ETH-USDT';
    for (const order of isOther ? openOrders(call, run, 'E-ETH-USDT') : []) cancel(call, run, order);
  }),
);

const ON_SELLS: readonly Mutation[] = WITH_PURPOSE.filter(
  ([id]) => id === 'changeLeverage' || id === 'getProfitHistory',
).map((purpose) => mutation(purpose, 'cancels-sells', 'cancels the selling orders', cancelSells));

/** Shows orders that were open when the leverage was changed otherwise than before. */
const showing =
  (change: (order: Listed) => object): Patch =>
  () => {
    const reached = new Set<unknown>();
    return {
      act(call, run) {
        const reply = run(call);
        if (call.operationId === 'changeLeverage' && reply.ok)
          for (const { orderId } of openOrders(call, run)) reached.add(orderId);
        if (call.operationId !== 'getOpenOrders' || !reply.ok) return reply;
        const orders = reply.result as readonly Listed[];
        return { ok: true, result: orders.map((one) => (reached.has(one.orderId) ? { ...one, ...change(one) } : one)) };
      },
    };
  };

/** A bulk cancel that leaves orders that were open when the leverage was changed. */
const leavingEarlier: Patch = () => {
  const reached = new Set<unknown>();
  return {
    act(call, run) {
      if (call.operationId === 'changeLeverage') for (const { orderId } of openOrders(call, run)) reached.add(orderId);
      if (call.operationId !== 'cancelOrder' || !isBlank(call)) return run(call);
      for (const order of openOrders(call, run, call.input['contractName']))
        if (!reached.has(order.orderId)) cancel(call, run, order);
      return DONE;
    },
  };
};

const settingLeverage = breaking(clauses.settings, 'state/changeLeverage/leaves-orders-alone');

export const SIDE_EFFECTS: readonly Mutation[] = [
  ...ON_ORDERS,
  ...ON_THE_SECOND,
  ...ON_SELLS,
  ...CLOSING,
  breaking(
    clauses.cancelMany,
    'state/changeLeverage/leaves-orders-alone',
  )`cancel-of-contract-leaves-those-before-leverage: Cancel without orderId leaves orders of before a change of leverage`(
    leavingEarlier,
  ),
  settingLeverage`change-leverage-multiplies-volumes: changeLeverage changes the volume of open orders`(
    showing(() => ({ origQty: 10 })),
  ),
  settingLeverage`change-leverage-moves-orders: changeLeverage changes the prices of open orders`(
    showing(({ price }) => ({ price: String(Number(price) * 0.9) })),
  ),
];
