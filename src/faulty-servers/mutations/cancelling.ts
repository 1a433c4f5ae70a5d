import type { Reply } from '../../sandbox/exchange/exchange.js';
import type { SandboxCall, Patch } from '../../sandbox/stages.js';
import { acting, type Mutation } from './mutation.js';
import { as, DONE, openOrders, type RunCall } from './own-calls.js';
import { ENDPOINTS } from './words.js';

/** Rule 1 for a cancellation without orderId; `blank` is how it is left blank. */
function blank(
  id: string,
  given: '' | undefined,
  title: string,
  change: (call: SandboxCall, run: RunCall) => Reply,
): Mutation {
  const how = given === '' ? 'empty' : 'omitted';
  return {
    id: `cancel-with-${how}-id-${id}`,
    title: `Cancel with an ${how} orderId ${title}`,
    breaks: [
      {
        heading: ENDPOINTS,
        quote: 'when orderId is empty or omitted, then all orders under the given contractName are cancelled',
      },
    ],
    killedBy: [`rule/cancel/${how}-order-id-cancels-contract`],
    patch: acting('cancelOrder', (call, run) => (call.input['orderId'] === given ? change(call, run) : run(call))),
  };
}

function cancelsAnotherContract(call: SandboxCall, run: RunCall): Reply {
  const other = openOrders(call, run).find(({ contractName }) => contractName !== call.input['contractName']);
  return other === undefined ? DONE : run(as(call, 'cancelOrder', { contractName: other.contractName }));
}

function cancelOldestElsewhere(call: SandboxCall, run: RunCall): void {
  const other = openOrders(call, run).find(({ contractName }) => contractName !== call.input['contractName']);
  if (other !== undefined) run(as(call, 'cancelOrder', { ...other }));
}

const withBlankId = ([given]: readonly ['' | undefined]): readonly Mutation[] => [
  blank('cancels-nothing', given, 'cancels nothing', () => DONE),
  blank('cancels-one-order', given, 'cancels one order of the contract', (call, run) => {
    const [first] = openOrders(call, run, call.input['contractName']);
    if (first !== undefined) run(as(call, 'cancelOrder', { ...first }));
    return DONE;
  }),
  blank('cancels-another-contract', given, 'reaches another contract', cancelsAnotherContract),
  blank('also-cancels-the-oldest-elsewhere', given, 'also cancels the oldest order elsewhere', (call, run) => {
    const reply = run(call);
    cancelOldestElsewhere(call, run);
    return reply;
  }),
  blank('cancels-all-contracts', given, 'reaches all contracts', (call, run) => run(as(call, 'cancelAllOrders', {}))),
];

const byId = (change: (call: SandboxCall, run: RunCall) => Reply): Patch =>
  acting('cancelOrder', (call, run) => ((call.input['orderId'] ?? '') === '' ? run(call) : change(call, run)));

/** Values of orderId that belong to no open order. */
const OF_NONE: readonly (readonly [id: string, what: string, isSuch: (orderId: string) => boolean])[] = [
  ['id-of-zero', 'the orderId 0', (orderId) => orderId === '0'],
  ['unknown-id', 'an orderId that was never given', (orderId) => /^9+$/.test(orderId)],
  ['id-of-the-past', 'the orderId of an order that is over', (orderId) => !/^(0|9+)$/.test(orderId)],
];

const BY_ID = {
  breaks: [{ heading: ENDPOINTS, quote: 'otherwise the order with that orderId is cancelled' }],
} as const;

const cancelAll = (id: string, title: string, change: (call: SandboxCall, run: RunCall) => void): Mutation => ({
  id: `cancel-all-cancels-${id}`,
  title: `Cancel All Orders cancels ${title}`,
  breaks: [{ heading: ENDPOINTS, quote: 'cancels all open orders; it takes no contract' }],
  killedBy: ['rule/cancel-all/cancels-every-contract'],
  patch: acting('cancelAllOrders', (call, run) => {
    change(call, run);
    return DONE;
  }),
});

export const CANCELLING: readonly Mutation[] = [
  ...withBlankId(['']),
  ...withBlankId([undefined]),
  {
    ...BY_ID,
    id: 'cancel-by-id-cancels-contract',
    title: 'Cancel with an orderId cancels every order of the contract',
    killedBy: ['rule/cancel/order-id-cancels-that-order-only'],
    patch: byId((call, run) => {
      const reply = run(call);
      if (reply.ok) run(as(call, 'cancelOrder', { contractName: call.input['contractName'] }));
      return reply;
    }),
  },
  {
    ...BY_ID,
    id: 'cancel-by-id-cancels-another-order',
    title: 'Cancel with an orderId cancels another order of the contract, where there is one',
    killedBy: ['rule/cancel/order-id-cancels-that-order-only'],
    patch: byId((call, run) => {
      const { orderId, contractName } = call.input;
      const other = openOrders(call, run, contractName).find((order) => order.orderId !== orderId);
      if (other === undefined) return run(call);
      run(as(call, 'cancelOrder', { ...other }));
      return { ok: true, result: { orderId } };
    }),
  },
  {
    ...BY_ID,
    id: 'cancel-by-id-also-cancels-the-oldest-elsewhere',
    title: 'Cancel with an orderId also cancels the oldest order of other contracts',
    killedBy: ['rule/cancel/order-id-cancels-that-order-only'],
    patch: byId((call, run) => {
      const reply = run(call);
      if (reply.ok) cancelOldestElsewhere(call, run);
      return reply;
    }),
  },
  ...OF_NONE.map(([id, what, isSuch]): Mutation => ({
    ...BY_ID,
    id: `cancel-by-${id}-cancels-contract`,
    title: `Cancel with ${what} cancels every order of the contract`,
    killedBy: ['rule/cancel/order-id-cancels-that-order-only'],
    patch: byId((call, run) => {
      const { orderId = '', contractName } = call.input;
      const reply = run(call);
      return !reply.ok && isSuch(orderId) ? run(as(call, 'cancelOrder', { contractName })) : reply;
    }),
  })),
  {
    ...BY_ID,
    id: 'cancelled-order-still-open',
    title: 'Cancel with an orderId reports success, and the order stays open',
    killedBy: ['state/order/cancelled-is-gone', 'rule/cancel/order-id-cancels-that-order-only'],
    patch: byId((call, run) => {
      const { orderId, contractName } = call.input;
      const open = openOrders(call, run, contractName).some((order) => order.orderId === orderId);
      return open ? { ok: true, result: { orderId } } : run(call);
    }),
  },
  cancelAll('one-contract', 'the orders of one contract only', (call, run) => {
    const [first] = openOrders(call, run);
    if (first !== undefined) run(as(call, 'cancelOrder', { contractName: first.contractName }));
  }),
  cancelAll('one-order', 'one order only', (call, run) => {
    const [first] = openOrders(call, run);
    if (first !== undefined) run(as(call, 'cancelOrder', { ...first }));
  }),
  cancelAll('nothing', 'nothing', () => {}),
];
