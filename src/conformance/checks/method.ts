import { declaredOperations, type Operation, type OperationId, operations } from '../model/operations.js';
import { type Check, type Context, seen } from '../findings/check.js';
import { unknown } from '../model/clauses.js';
import { tryCall, validInput } from '../orders/valid-inputs.js';
import { bait, openIds, place } from '../orders/orders.js';
import { leavesTraces } from './traces.js';
import { CHANGES } from '../findings/premises.js';

/** A method that nothing describes at this path; GET where it can be, because links and prefetches send it. */
function otherMethod({ path }: Operation): string {
  const there = Object.values(operations).filter((row) => row.path === path);
  return ['GET', 'POST', 'PUT'].find((method) => !there.some((row) => row.method === method))!;
}

/** The input goes both ways, in the body and in the query: a server may read either. */
const disguised = (context: Context, operation: Operation) =>
  tryCall(context, operation.operationId, { method: otherMethod(operation), place: 'both' });

/** Returns whether the call acted, where the open orders show that, and its response. */
async function look(context: Context, operation: Operation): Promise<unknown> {
  const method = otherMethod(operation);
  switch (operation.operationId) {
    case 'createOrder': {
      const before = await openIds(context, context.contract);
      const { kind, status, code } = await disguised(context, operation);
      const after = [...(await openIds(context, context.contract))].filter((id) => !before.has(id));
      return { method, kind, status, code, acts: after.length > 0 };
    }
    case 'cancelOrder':
    case 'cancelAllOrders': {
      const { orderId, contract } =
        operation.operationId === 'cancelOrder' ? await bait(context) : await place(context);
      const { kind, status, code } = await disguised(context, operation);
      return { method, kind, status, code, acts: !(await openIds(context, contract)).has(orderId) };
    }
    default: {
      const { kind, status, code } = await disguised(context, operation);
      return { method, kind, status, code };
    }
  }
}

/** Where open orders show whether something was done. */
function looksAt(operationId: OperationId): readonly OperationId[] {
  if (operationId === 'createOrder') return [operationId, 'getOpenOrders'];
  const cancels = operationId === 'cancelOrder' || operationId === 'cancelAllOrders';
  return cancels ? [operationId, 'createOrder', 'getOpenOrders'] : [operationId];
}

/** Checks of undeclared methods. No sentence forbids them, so their effect is observed and not judged. */
export const methodChecks: readonly Check[] = declaredOperations.map((operation) => {
  const { operationId, effect } = operation;
  const writes = effect !== 'read';
  return {
    id: `method/${operationId}/other-method`,
    family: 'METHOD',
    title: `what ${operationId} returns for ${otherMethod(operation)}, which is not declared`,
    clause: unknown('request.other-methods'),
    // The effect of an undeclared method on an account is unknown.
    effect: writes ? effect : 'reversible',
    operations: looksAt(operationId),
    assumes: looksAt(operationId).length > 1 ? CHANGES : [],
    signed: operation.security !== 'public',
    throwAway: !writes || leavesTraces(operation),
    control: `shape/${operationId}/success`,
    async run(context) {
      if (writes) return seen(await look(context, operation));
      const input = await validInput(context, operationId);
      const { kind, status, code } = await context.call(operationId, input, {
        method: otherMethod(operation),
        place: 'both',
      });
      return seen({ method: otherMethod(operation), kind, status, code });
    },
  } satisfies Check;
});
