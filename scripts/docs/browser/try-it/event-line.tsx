import { addDecimals } from '../../../../src/core/decimal.js';
import { readRecord } from '../../../../src/orders/match.js';
import type { OrderEvent } from '../../../../src/watch/order-event.js';

/** An event as the panel keeps it. */
export interface SeenEvent {
  readonly number: number;
  readonly contractName: string;
  readonly event: OrderEvent;
}

/** One event: the change, the order, and the reads that show it. */
export function EventLine({ contractName, event }: SeenEvent) {
  const { type, evidence, orderId, clientOrderId } = { orderId: undefined, clientOrderId: undefined, ...event };
  const reads = evidence.map(({ operation, reason }) => `${operation} (${reason})`).join(', ');
  return (
    <li>
      <strong>{type}</strong> {contractName} {'message' in event ? event.message : amountOf(event)}
      <p class="hint">
        {orderId && `Order ${orderId}${clientOrderId === undefined ? '' : `, ${clientOrderId}`}. `}
        Evidence: {reads || 'the reads of its previous event'}.
      </p>
    </li>
  );
}

/** Side, volume and price: of the fill if it is one, else of the order. */
function amountOf(event: OrderEvent): string {
  if (!('order' in event) || event.order === undefined) return '';
  const { side = '', type, ...order } = readRecord(event.order);
  const { qty = order.volume, price = order.price } = event.trade ?? {};
  return `${side} ${short(qty)} at ${type === 'MARKET' && event.trade === undefined ? 'market' : short(price)}`;
}

/** A decimal without the zeros at its end, of which the service writes up to 16. */
const short = (decimal = ''): string => addDecimals(decimal, '0') ?? decimal;
