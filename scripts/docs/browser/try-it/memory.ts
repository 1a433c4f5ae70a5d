import { type OperationId, operations } from '../../../../generated/operations.js';
import type { SandboxState } from '../../../../src/sandbox/view.js';
import { examples } from '../calculator/presets.js';
import type { Made } from './trial.js';

/** The order that the reader placed last, as far as it is known: after a lost answer, only its own id is. */
export interface LastOrder {
  readonly contractName: string;
  readonly orderId?: string | undefined;
  readonly clientOrderId?: string | undefined;
}

type Input = Readonly<Record<string, unknown>>;

export function remember(last: LastOrder | undefined, { wish, end }: Made): LastOrder | undefined {
  const { orderId } = (end.ok ? (end.result ?? {}) : {}) as { readonly orderId?: string };
  if (wish.operationId === 'getOrder' && last !== undefined) return { ...last, orderId: orderId ?? last.orderId };
  const mayBeThere = end.ok || end.error.outcome === 'unknown';
  if (wish.operationId !== 'createOrder' || !mayBeThere) return last;
  const { contractName, clientOrderId } = JSON.parse(wish.input) as LastOrder;
  return { contractName, orderId, clientOrderId };
}

/** The described input, with the ids that there are on this exchange in place of those of the example. */
export function suggestInput(operationId: OperationId, last: LastOrder | undefined, state: SandboxState): Input {
  const position = state.accounts[0]?.positions[0];
  const known: Record<string, unknown> = {};
  const has = (field: string): boolean => operations[operationId].fields.some(({ name }) => name === field);
  if (has('orderId') && last !== undefined) Object.assign(known, lookUpInput(last));
  if (has('positionId') && position !== undefined) known['positionId'] = position.positionId;
  return { ...examples[operationId], ...known };
}

/** The key of an order: by the id of the exchange, or by its own where the answer was lost. */
export function lookUpInput({ contractName, orderId, clientOrderId }: LastOrder): Input {
  return orderId === undefined ? { contractName, clientOrderId } : { contractName, orderId };
}

export const toJson = (input: Input): string => (Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2));
