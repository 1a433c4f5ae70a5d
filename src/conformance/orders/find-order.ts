import { receiptOf, recordsOf, type ResultRecord, textOf } from '../call/answer.js';
import { asNone, type Context, type Placed } from '../findings/check.js';
import { nameIn } from '../call/open-records.js';

export interface OrderDetails {
  readonly id: string;
  readonly name: string | undefined;
  readonly state: 'open' | 'done' | 'unknown';
  readonly isFilled: boolean;
}

/** True when something was filled of an order; undefined where its record does not show it. The name of the field is not declared. */
export function isFilled(record: ResultRecord | undefined): boolean | undefined {
  const quantity = textOf(record?.['dealVolume']) ?? textOf(record?.['executedQty']);
  return quantity === undefined || Number.isNaN(Number(quantity)) ? undefined : Number(quantity) > 0;
}

/** An order that is not open any more, as the details or the history show it. */
export async function recordOf(
  context: Context,
  { contract, orderId }: Pick<Placed, 'contract' | 'orderId'>,
): Promise<ResultRecord | undefined> {
  const contractName = contract;
  const isIt = (record: ResultRecord | undefined): boolean => textOf(record?.['orderId']) === orderId;
  for (const place of ['body', 'query'] as const) {
    const reading = await context.call('getOrder', { contractName, orderId }, { place });
    const record = receiptOf(reading) ?? recordsOf(reading)?.[0];
    if (isIt(record)) return record;
  }
  for (const input of [
    { contractName, fromId: orderId },
    { contractName, limit: '100' },
  ]) {
    const found = recordsOf(await context.call('getOrderHistory', input))?.find(isIt);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** By one of its two identifiers, in the query as every known client sends it (unknown `request.order-selector`). */
export async function findOrder(
  context: Context,
  contractName: string,
  selector: { readonly orderId: string } | { readonly clientOrderId: string },
): Promise<OrderDetails | undefined> {
  const reading = await context.call('getOrder', { contractName, ...selector }, { place: 'query' }).catch(asNone);
  const record = reading && (receiptOf(reading) ?? recordsOf(reading)?.[0]);
  const id = textOf(record?.['orderId']);
  if (record === undefined || id === undefined) return undefined;
  const status = textOf(record['status']);
  const isWhole = /^(FILLED|2)$/.test(status ?? '');
  return { id, name: nameIn(record), state: stateOf(status), isFilled: isWhole || isFilled(record) === true };
}

/** Names and numbers that were observed (unknown `codes.order-status`); what is not listed says nothing. */
const OPEN = /^(INIT|NEW|PART_FILLED|PARTIALLY_FILLED|PENDING_CANCEL|0|1|3)$/;
const DONE = /^(FILLED|CANCELED|CANCELLED|EXPIRED|REJECTED|2|4|6)$/;

function stateOf(status = ''): OrderDetails['state'] {
  return OPEN.test(status) ? 'open' : DONE.test(status) ? 'done' : 'unknown';
}
