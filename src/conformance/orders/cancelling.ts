import type { Reading } from '../call/answer.js';
import { type Context, needAccepted, type Placed } from '../findings/check.js';
import type { RightCall } from '../findings/right-call.js';
import type { OperationId } from '../model/operations.js';
import { notYetOpen } from './orders.js';

/**
 * A cancel of orders that are open. An order may be over by itself: a refusal counts only where the orders are still open
 * after it.
 */
export function cancelOf(
  context: Context,
  orders: readonly Placed[],
  what: string,
  operationId: OperationId & ('cancelOrder' | 'cancelAllOrders'),
  input: Readonly<Record<string, string>>,
): RightCall {
  return {
    what,
    async ask(): Promise<Reading | undefined> {
      const reading = await context.callWith(operationId, input);
      if (reading.kind !== 'refused') return reading;
      return (await notYetOpen(context, orders)).length > 0 ? undefined : reading;
    },
  };
}

/** Cancels an order by its id; one that is refused is asked for once more, because an order may have to rest for a while. */
export async function cancelByItsId(context: Context, { contract: contractName, orderId }: Placed): Promise<void> {
  const cancel = () => context.call('cancelOrder', { contractName, orderId });
  let reading = await cancel();
  if (reading.kind === 'refused') {
    await context.pause(context.patienceMs);
    reading = await cancel();
  }
  needAccepted(reading, 'cancelOrder');
}

/** True when the order was open: a cancel is accepted once. Where a repeated one is accepted too, that says nothing. */
export async function couldBeCancelled(context: Context, { contract, orderId }: Placed): Promise<boolean> {
  const cancel = () => context.call('cancelOrder', { contractName: contract, orderId });
  return (await cancel()).kind === 'accepted' && (await cancel()).kind === 'refused';
}
