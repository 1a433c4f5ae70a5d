import { broken, type Context, decidedBy, shown } from '../findings/check.js';
import { fieldRow } from '../model/clauses.js';
import { declaredFields, type Operation } from '../model/operations.js';
import type { Finding } from '../model/report-model.js';
import { callAndCancel } from '../orders/orders.js';
import { plainInput } from '../orders/valid-inputs.js';
import type { AnyInput } from '../call/input.js';

/**
 * A call that is refused without a field that may be left out, and taken with each of its declared values: the server demands
 * it. One value alone says nothing, since a market may take only orders of one kind for a while. On throw-away targets only.
 */
export async function judgeDemanded(context: Context, operation: Operation): Promise<Finding | undefined> {
  const { operationId } = operation;
  if (context.mode !== 'sandbox') return undefined;
  const send = async (more: AnyInput = {}) =>
    callAndCancel(context, operationId, { ...(await plainInput(context, operationId)), ...more });
  for (const field of declaredFields(operation)) {
    const { name, required, enum: values = [] } = field;
    if (required || values.length < 2) continue;
    let taken = 0;
    for (const value of values) if ((await send({ [name]: value })).kind === 'accepted') taken++;
    const without = taken < values.length ? undefined : await send();
    if (without?.kind !== 'refused') continue;
    const problem = `${operationId} is refused without ${name} (${without.summary}), and taken with each of its values`;
    return decidedBy(shown(broken(problem, undefined, fieldRow(operationId, field))), without);
  }
  return undefined;
}
