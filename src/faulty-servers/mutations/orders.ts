import type { Patch } from '../../sandbox/stages.js';
import type { Mutation } from './mutation.js';
import { acting } from './mutation.js';
import { ENDPOINTS, READS, rowsOf } from './words.js';

/** Takes back what would rest, and shows it nowhere. */
const losing: Patch = () => {
  const lost = new Set<string>();
  const idOf = (record: unknown): string => (record as { readonly orderId: string }).orderId;
  return {
    act(call, run) {
      const reply = run(call);
      if (!reply.ok) return reply;
      const { contractName } = call.input;
      switch (call.operationId) {
        case 'createOrder': {
          const orderId = idOf(reply.result);
          const cancelled = run({ ...call, operationId: 'cancelOrder', input: { contractName, orderId } });
          if (cancelled.ok) lost.add(orderId);
          return reply;
        }
        case 'getOrder':
          return lost.has(idOf(reply.result)) ? { ok: false, code: '-2013', message: 'Order does not exist.' } : reply;
        case 'getOrderHistory':
          return { ok: true, result: (reply.result as readonly unknown[]).filter((one) => !lost.has(idOf(one))) };
        default:
          return reply;
      }
    },
  };
};

export const ORDERS: readonly Mutation[] = [
  {
    id: 'placed-order-lost',
    title: 'Create Order returns an id, and the order is nowhere',
    breaks: [READS],
    killedBy: ['state/order/placed-is-open'],
    patch: losing,
  },
  {
    id: 'open-orders-filter-ignored',
    title: 'Get Open Orders returns the orders of all contracts when one is named',
    breaks: rowsOf(['getOpenOrders']),
    killedBy: ['rule/open-orders/filtered-by-contract'],
    patch: acting('getOpenOrders', (call, run) => {
      const reply = run(call);
      return reply.ok ? run({ ...call, input: {} }) : reply;
    }),
  },
  {
    id: 'open-orders-of-one-contract-only',
    title: 'Get Open Orders without contractName returns the orders of one contract',
    breaks: [
      { heading: ENDPOINTS, quote: 'when contractName is omitted, open orders are not restricted to one contract' },
    ],
    killedBy: ['rule/open-orders/all-contracts-without-filter'],
    patch: acting('getOpenOrders', (call, run) => {
      const reply = run(call);
      if (!reply.ok || call.input['contractName'] !== undefined) return reply;
      const orders = reply.result as readonly { contractName: string }[];
      return { ok: true, result: orders.filter(({ contractName }) => contractName === orders[0]?.contractName) };
    }),
  },
];
