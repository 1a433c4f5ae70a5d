import { broken, type Context, decidedBy, shown } from '../findings/check.js';
import { clauses, fieldRow, rowOf } from '../model/clauses.js';
import { declaredFields, type Operation, type OperationId } from '../model/operations.js';
import type { Clause, Finding } from '../model/report-model.js';
import { callAndCancel, notYetOpen, place, restingOrder } from '../orders/orders.js';
import { plainInput } from '../orders/valid-inputs.js';
import { type Reading, recordsOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';

/** A form of a call that the document does not ask for; it is taken when each of these calls is. */
interface OtherForm {
  readonly what: string;
  readonly clause: Clause;
  readonly calls: readonly (() => Promise<Reading>)[];
}

/** Values of fields that may be left out, and have no declared ones. */
const VALUES: Readonly<Record<string, readonly string[]>> = { limit: ['10', '100'], fromId: ['1', '2'] };

/**
 * A call that is refused as described, and taken in another form each time: by another method, with a field that may be left out or is
 * none of its own, with a body, or with a number for text. One declared value of a field says nothing, since a market may take only orders of one kind for a while.
 * On throw-away targets only.
 */
export async function judgeDemanded(context: Context, operation: Operation): Promise<Finding | undefined> {
  const { operationId } = operation;
  if (context.mode !== 'sandbox') return undefined;
  const send = async (more: AnyInput = {}) =>
    callAndCancel(context, operationId, { ...(await plainInput(context, operationId)), ...more });
  const forms = [
    ...otherForms(context, operationId),
    ...otherMethod(context, operation),
    ...(await withUndeclared(context, operation, send)),
  ];
  for (const field of declaredFields(operation)) {
    const { name, required, enum: values = VALUES[name] ?? [] } = field;
    if (required || values.length < 2) continue;
    const calls = values.map((value) => () => send({ [name]: value }));
    forms.push({ what: `${name} ${values.join(', ')}`, clause: fieldRow(operationId, field), calls });
  }
  for (const { what, clause, calls } of forms) {
    let taken = 0;
    for (const call of calls) if ((await call()).kind === 'accepted') taken++;
    // Asked last, and by turns: what is refused for a time is taken by then.
    const described = taken < calls.length ? undefined : await send();
    if (described?.kind !== 'refused' || (await calls[0]!()).kind !== 'accepted') continue;
    if ((await send()).kind !== 'refused') continue;
    const problem = `${operationId} is refused as described (${described.summary}), and taken each time with ${what}`;
    return decidedBy(shown(broken(problem, undefined, clause)), described);
  }
  return undefined;
}

/** A list that is there for the other method. */
function otherMethod(context: Context, { operationId, method, result }: Operation): readonly OtherForm[] {
  if (result !== 'list') return [];
  const [other, where] = method === 'GET' ? (['POST', 'body'] as const) : (['GET', 'query'] as const);
  const call = async (): Promise<Reading> => {
    const reading = await context.callWith(operationId, await plainInput(context, operationId), {
      method: other,
      place: where,
    });
    return recordsOf(reading) === undefined ? { ...reading, kind: 'unclear' } : reading;
  };
  return [{ what: `the method ${other}`, clause: rowOf(operationId), calls: [call, call] }];
}

/** With one field of other operations, where it is taken with all of them. */
async function withUndeclared(
  context: Context,
  operation: Operation,
  send: (more: AnyInput) => Promise<Reading>,
): Promise<readonly OtherForm[]> {
  if (operation.input !== 'body') return [];
  const own = new Set<string>(declaredFields(operation).map(({ name }) => name));
  const others = async (): Promise<AnyInput> => {
    const all = { ...(await restingOrder(context, context.contract)), positionModel: '1', marginModel: '1' };
    return Object.fromEntries(Object.entries(all).filter(([name]) => !own.has(name)));
  };
  const more = await others();
  if ((await send(more)).kind !== 'accepted') return [];
  return Object.keys(more).map((name) => {
    const call = async (): Promise<Reading> => send({ [name]: (await others())[name as keyof AnyInput] });
    return {
      what: `the field ${name}, which is not declared`,
      clause: rowOf(operation.operationId),
      calls: [call, call],
    };
  });
}

function otherForms(context: Context, operationId: OperationId): readonly OtherForm[] {
  if (operationId !== 'cancelOrder' && operationId !== 'cancelAllOrders') return [];
  const form = (what: string, clause: Clause, bodyOf: (contract: string, orderId: string) => string): OtherForm => {
    const call = async (): Promise<Reading> => {
      const order = await place(context);
      await notYetOpen(context, [order]);
      const body = bodyOf(JSON.stringify(order.contract), order.orderId);
      return context.callWith(operationId, {}, { body });
    };
    return { what, clause, calls: [call, call] };
  };
  return operationId === 'cancelOrder'
    ? [form('orderId as a number', clauses.orderIdText, (name, id) => `{"contractName":${name},"orderId":${id}}`)]
    : [
        form('an empty object as its body', rowOf(operationId), () => '{}'),
        form('a contractName', clauses.cancelAll, (name) => `{"contractName":${name}}`),
      ];
}
