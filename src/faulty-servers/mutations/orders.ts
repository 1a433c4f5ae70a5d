import type { Mutation } from './mutation.js';
import { acting } from './mutation.js';
import { ENDPOINTS, READS } from './words.js';

export const ORDERS: readonly Mutation[] = [
  {
    id: 'placed-order-lost',
    title: 'Create Order answers with an id, and the order is not among the open ones',
    breaks: [READS],
    killedBy: ['state/order/placed-is-open'],
    patch: acting('createOrder', (call, run) => {
      const reply = run(call);
      if (!reply.ok) return reply;
      const { orderId } = reply.result as { orderId: string };
      run({ ...call, operationId: 'cancelOrder', input: { contractName: call.input['contractName'], orderId } });
      return reply;
    }),
  },
  {
    id: 'open-orders-filter-ignored',
    title: 'Get Open Orders answers with the orders of all contracts, whichever is named',
    breaks: [READS],
    killedBy: ['rule/open-orders/filtered-by-contract'],
    patch: acting('getOpenOrders', (call, run) => {
      const reply = run(call);
      return reply.ok ? run({ ...call, input: {} }) : reply;
    }),
  },
  {
    id: 'open-orders-of-one-contract-only',
    title: 'Get Open Orders without contractName answers with the orders of one contract',
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
