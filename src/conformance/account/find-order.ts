import { recordsOf, resultOf, type ResultRecord, textOf } from '../call/answer.js';
import { type Context, Found } from '../engine/check.js';
import { nameIn } from './open-list.js';

/** An order as Get Order Details shows it. */
export interface FoundOrder {
  readonly id: string;
  readonly name: string | undefined;
  readonly state: 'open' | 'done' | 'unknown';
}

/** By one of its two identifiers, in the query as every known client sends it (unknown `request.order-selector`). */
export async function findOrder(
  context: Context,
  contractName: string,
  selector: { readonly orderId: string } | { readonly clientOrderId: string },
): Promise<FoundOrder | undefined> {
  try {
    const reading = await context.call('getOrder', { contractName, ...selector }, { place: 'query' });
    const record = (resultOf(reading, 'object') ?? recordsOf(reading)?.[0]) as ResultRecord | undefined;
    const id = textOf(record?.['orderId']);
    if (record === undefined || id === undefined) return undefined;
    return { id, name: nameIn(record), state: stateOf(textOf(record['status'])) };
  } catch (error) {
    if (error instanceof Found) return undefined;
    throw error;
  }
}

/** Names and numbers that were observed (unknown `codes.order-status`); what is not listed says nothing. */
const OPEN = /^(INIT|NEW|PART_FILLED|PARTIALLY_FILLED|PENDING_CANCEL|0|1|3)$/;
const DONE = /^(FILLED|CANCELED|CANCELLED|EXPIRED|REJECTED|2|4|6)$/;

function stateOf(status = ''): FoundOrder['state'] {
  return OPEN.test(status) ? 'open' : DONE.test(status) ? 'done' : 'unknown';
}
