import type { UnknownId } from '../../../generated/description.js';
import type { Check } from './check.js';
import { type OperationId, operations } from '../model/operations.js';
import { remembering } from '../model/groups.js';

export const SIGNING = [
  'signing.composition',
  'signing.query',
  'signing.body',
  'signing.prefix',
  'signing.encoding',
  'timestamp.window',
] as const satisfies readonly UnknownId[];

export const REFUSALS = [
  'response.envelope',
  'errors.format',
  'errors.http-statuses',
] as const satisfies readonly UnknownId[];

/** Open questions about the traces of a call in the open orders, and how soon they show. */
export const CHANGES = [
  'response.acceptance',
  'response.order-receipt',
  'response.open-orders',
  'states.order',
] as const satisfies readonly UnknownId[];

/** Open questions behind the premise that an order at a crossing price meets another one. */
export const FILLS = ['contracts.names', 'response.acceptance', 'states.order'] as const satisfies readonly UnknownId[];

// The price comes from the public list, where the contract has another name.
const ORDER = ['codes.position-type', 'request.volume-unit', 'request.client-order-id', 'contracts.names'] as const;

/** Open questions about the values that the kit fills into the input of an operation. */
const VALUES: Readonly<Partial<Record<OperationId, readonly UnknownId[]>>> = {
  createOrder: ORDER,
  // An order is placed that can be cancelled.
  cancelOrder: [...ORDER, ...CHANGES],
  createConditionOrder: [
    'codes.position-type',
    'request.volume-unit',
    'request.trigger-type',
    'request.condition-values',
    'contracts.names',
  ],
  cancelAllOrders: ['request.empty-post'],
  getOrder: ['request.order-by-query', 'request.order-selector'],
  changePositionMode: ['codes.position-model', 'states.position', 'contracts.names'],
  changeMarginMode: ['codes.margin-model', 'states.position', 'contracts.names'],
  adjustPositionMargin: ['margin.position-id', 'margin.amount-sign'],
  changeLeverage: ['leverage.bounds'],
};

function ofCalls({ operations: ids, signed }: Pick<Check, 'operations' | 'signed'>): readonly UnknownId[] {
  const undeclared = ids.some((id) => operations[id].security === 'undeclared');
  return [
    ...(signed ? SIGNING : []),
    ...(undeclared ? (['signing.undeclared-operations'] as const) : []),
    ...(ids.some((id) => operations[id].input === 'body') ? (['request.content-type'] as const) : []),
    // A public call needs no key: how a refusal looks is not asked there.
    ...(signed ? REFUSALS : []),
    ...ids.flatMap((id) => VALUES[id] ?? []),
  ];
}

/**
 * All open questions that a check rests on, each once. What it measures itself is not one of them. A self-test asks for them on hundreds
 * of servers.
 */
export const premisesOf = remembering((check: Check): readonly UnknownId[] => {
  const { clause, assumes = [] } = check;
  const own = clause.kind === 'unknown' ? clause.id : undefined;
  return [...new Set([...ofCalls(check), ...assumes])].filter((id) => id !== own);
});
