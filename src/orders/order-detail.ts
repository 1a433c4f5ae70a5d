import type { GetOrderInput, Order } from '../../generated/client.js';
import { isOrderId, openEnvelope, ShapeMismatch } from '../core/envelope.js';
import { ApiError, ResponseShapeError } from '../core/errors.js';
import type { CallOptions } from '../client/options.js';
import { ask, type OrderEvidence, type LookupClient } from './evidence.js';
import type { OrderIntent } from './intent.js';
import { readRecord } from './match.js';

/** "No such order" (observed, field-evidence 1.3, 4). Every other refusal leaves the question open. */
const NO_SUCH_ORDER = '-2013';

/** A response of Get Order Details: an order, or that there is none. */
export interface Detail {
  readonly atMs: number;
  readonly order: Order | undefined;
}

/** Asks for one order, by clientOrderId or orderId; undefined when that was not answered. */
export async function askForDetail(
  client: Pick<LookupClient, 'getOrder'>,
  input: GetOrderInput,
  evidence: OrderEvidence,
  options: CallOptions,
): Promise<Detail | undefined> {
  const asked = await ask(evidence, 'getOrder', () => client.getOrder(input, options).then(orderWithId, noneOrThrow));
  return asked && { atMs: asked.atMs, order: asked.found };
}

/**
 * Tells whether the service selects by the whole clientOrderId (the document declares contractName only): an id that differs in
 * its last character must find nothing. Undefined when that was not answered.
 *
 * @see unknown `request.order-selector`
 */
export async function selectsByClientOrderId(
  client: LookupClient,
  { input, clientOrderId }: OrderIntent,
  evidence: OrderEvidence,
  options: CallOptions,
): Promise<boolean | undefined> {
  // Neither the next one of a row of letters, nor, where it may be kept as a double, text.
  const isNumber = /^\d{16,}$/.test(clientOrderId);
  const end = isNumber ? String((Number(clientOrderId.at(-1)) + 1) % 10) : /\d$/.test(clientOrderId) ? 'z' : '0';
  const neighbour = clientOrderId.replace(/.$/u, end);
  const control = await askForDetail(
    client,
    { contractName: input['contractName']!, clientOrderId: neighbour },
    evidence,
    options,
  );
  if (control === undefined) return undefined;
  const honours = control.order === undefined;
  evidence.lookups.push({
    operation: 'getOrder',
    atMs: control.atMs,
    said: honours ? 'nothing' : 'candidate',
    reason: honours
      ? 'control: an id with another end finds nothing, so the service selects by clientOrderId'
      : 'control: an id with another end also finds an order, so the service does not select by the whole clientOrderId',
    orderIds: isOrderId(control.order?.orderId) ? [control.order.orderId] : [],
  });
  return honours;
}

/** An object without an orderId is some other JSON, and proves nothing. */
function orderWithId(order: Order): Order {
  if (isOrderId(readRecord(order).orderId)) return order;
  throw new Error('getOrder: the response is an object without an orderId');
}

function noneOrThrow(error: unknown): undefined {
  const refused = error instanceof ApiError && error.apiCode === NO_SUCH_ORDER && error.outcome === 'rejected';
  // One that a cache has kept is of another shape for another reason.
  const isBare = error instanceof ResponseShapeError && error.cause instanceof ShapeMismatch;
  if (refused || (isBare && saysNone(error.body))) return undefined;
  throw error;
}

/**
 * `{"code":"0","data":null}` and an empty list (observed), or an empty object in their place: a response, and no order in it. A bare
 * `{}` or `null` may be of anything, a gateway for one.
 */
function saysNone(body: string): boolean {
  const { isEnvelope, data } = openEnvelope(JSON.parse(body));
  const isEmpty = typeof data === 'object' && Object.keys(data ?? {}).length === 0;
  return isEmpty && (isEnvelope || Array.isArray(data));
}
