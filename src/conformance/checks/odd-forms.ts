import type { Reading } from '../call/answer.js';
import { asNone, type Broken, broken, type Context, decidedBy, type OddResponse, shown } from '../findings/check.js';
import { complaintAbout } from '../findings/valid-call.js';
import { operations } from '../model/operations.js';
import { callAndCancel, nextClientOrderId, tryPlace } from '../orders/orders.js';

const FEW = 6;
/** Number of times that a response is odd before it is told. */
const TIMES = 3;

/**
 * Makes calls once more that got no success and no refusal, while others like them were taken: undefined where they are right now,
 * or may have been wrong. Only reads, but on a throw-away target.
 */
export async function complaintAboutForms(context: Context): Promise<Broken | undefined> {
  const empty = context.odd.forms().find((odd) => odd.times >= TIMES && isEmptySuccess(odd));
  if (empty !== undefined)
    return decidedBy(shown(broken(`a success of ${empty.operationId} is ${empty.reading.summary}`)), empty.reading);
  const isFree = ({ operationId }: OddResponse): boolean =>
    context.mode === 'sandbox' || operations[operationId].effect === 'read';
  for (const form of context.odd.forms().filter(isFree).slice(0, FEW)) {
    const { operationId, input } = form;
    const more = Object.entries(input).flatMap(([name, value]) =>
      NAMED.has(name) ? [`${name} ${String(value)}`] : [],
    );
    const what = [operationId, more.join(', ')].filter(Boolean).join(' with ');
    // With the responses that were noted, it is odd three times.
    const next = await once(context, form);
    const complaint =
      next && (await complaintAbout(context, what, next, async () => (await once(context, form)) ?? next));
    if (complaint !== undefined && next?.kind !== 'refused') return complaint;
  }
  return undefined;
}

/** HTTP has a success without content (RFC 9110 15.3.5); a list with nothing in it is JSON. */
const isEmptySuccess = ({ operationId, input, reading: { status = 0, sent } }: OddResponse): boolean =>
  status > 200 &&
  status < 300 &&
  sent.response?.body === '' &&
  operations[operationId].effect === 'read' &&
  operationId !== 'getOrder' &&
  !('fromId' in input);

const NAMED: ReadonlySet<string> = new Set([
  ...['contractName', 'type', 'side', 'open', 'timeInForce', 'positionType', 'limit', 'fromId', 'nowLevel'],
  ...['positionModel', 'marginModel'],
]);

/** The call of that form, with an order of its own; undefined where there is none to cancel. */
async function once(context: Context, { operationId, input }: OddResponse): Promise<Reading | undefined> {
  const contract = String(input['contractName']);
  if (operationId === 'cancelOrder') {
    const [order] = (await tryPlace(context, contract).catch(asNone)) ?? [];
    return (
      order && context.callWith(operationId, { ...input, ...(Boolean(input['orderId']) && { orderId: order.orderId }) })
    );
  }
  const isNamed = operationId === 'createOrder' && input['clientOrderId'] !== undefined;
  const named = { ...input, ...(isNamed && { clientOrderId: nextClientOrderId(context) }) };
  return callAndCancel(context, operationId, named, contract);
}
