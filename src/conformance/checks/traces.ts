import type { Operation } from '../model/operations.js';

/** Needs something that only a throw-away target has, or that nothing can take back. */
export const leavesTraces = ({ operationId, effect }: Operation): boolean =>
  effect === 'reversible' || operationId === 'createConditionOrder' || operationId === 'adjustPositionMargin';
