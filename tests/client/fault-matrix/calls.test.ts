import { expect, it } from 'vitest';
import { operations } from '../../../generated/operations.js';
import { createStart } from './calls.js';

const methods = Object.values(operations).flatMap(({ operationId, evidence, selectors }) => [
  { operationId, evidence },
  ...(selectors?.methodWithout === undefined ? [] : [{ operationId: selectors.methodWithout, evidence }]),
]);

it.for(methods)('$operationId has a part in the fault matrix', async ({ operationId, evidence }, { skip }) => {
  const { calls } = await createStart();
  const there = calls.some(({ method }) => method === operationId);
  // The sandbox need not have a route for what the service document does not declare.
  skip(!there && evidence !== 'declared', `${operationId} is ${evidence}, not declared, and has no input in calls.ts`);
  expect(there, `tests/client/fault-matrix/calls.ts: give ${operationId} an input that succeeds`).toBe(true);
});
