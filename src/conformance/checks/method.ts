import { declaredOperations, type Operation, type OperationId, operations } from '../operations.js';
import { broken, type Check, type Context, expectRefused, holds, seen } from '../engine/check.js';
import { rowOf, unknown } from '../clauses.js';
import { tryCall, validInput } from '../call/inputs.js';
import type { Finding } from '../model.js';
import { bait, openIds, place } from '../account/orders.js';
import { leavesTraces } from './traces.js';
import { CHANGES } from '../premises/premises.js';

/** A method that nothing describes at this path; GET where it can be, because links and prefetches send it. */
function otherMethod({ path }: Operation): string {
  const there = Object.values(operations).filter((row) => row.path === path);
  return ['GET', 'POST', 'PUT'].find((method) => !there.some((row) => row.method === method))!;
}

/** The input goes both ways, in the body and in the query: a server may read either. */
const disguised = (context: Context, operation: Operation) =>
  tryCall(context, operation.operationId, { method: otherMethod(operation), place: 'both' });

async function judge(context: Context, operation: Operation): Promise<Finding> {
  const method = otherMethod(operation);
  const what = `${operation.operationId} by ${method}`;
  switch (operation.operationId) {
    case 'createOrder': {
      const before = await openIds(context, context.contract);
      await disguised(context, operation);
      const after = [...(await openIds(context, context.contract))].filter((id) => !before.has(id));
      return after.length === 0 ? holds() : broken(`${what} placed an order`);
    }
    case 'cancelOrder':
    case 'cancelAllOrders': {
      const { orderId, contract } =
        operation.operationId === 'cancelOrder' ? await bait(context) : await place(context);
      await disguised(context, operation);
      const open = await openIds(context, contract);
      return open.has(orderId) ? holds() : broken(`${what} cancelled an order`);
    }
    default:
      return expectRefused(await disguised(context, operation), what);
  }
}

/** Where open orders show whether something was done. */
function looksAt(operationId: OperationId): readonly OperationId[] {
  if (operationId === 'createOrder') return [operationId, 'getOpenOrders'];
  const cancels = operationId === 'cancelOrder' || operationId === 'cancelAllOrders';
  return cancels ? [operationId, 'createOrder', 'getOpenOrders'] : [operationId];
}

export const methodChecks: readonly Check[] = declaredOperations.map((operation) => {
  const { operationId, effect } = operation;
  const writes = effect !== 'read';
  return {
    id: `method/${operationId}/other-method-does-not-act`,
    family: 'METHOD',
    title: writes
      ? `${operationId} does not act on ${otherMethod(operation)}, which is not declared`
      : `what ${operationId} answers to ${otherMethod(operation)}, which is not declared`,
    clause: writes ? rowOf(operationId) : unknown('errors.http-statuses'),
    // What an undeclared method does to an account nobody knows.
    effect: writes ? effect : 'reversible',
    operations: looksAt(operationId),
    assumes: looksAt(operationId).length > 1 ? CHANGES : [],
    signed: operation.security !== 'public',
    throwAway: !writes || leavesTraces(operation),
    control: `shape/${operationId}/success`,
    async run(context) {
      if (writes) return judge(context, operation);
      const input = await validInput(context, operationId);
      const { kind, status, code } = await context.call(operationId, input, {
        method: otherMethod(operation),
        place: 'both',
      });
      return seen({ method: otherMethod(operation), kind, status, code });
    },
  } satisfies Check;
});
