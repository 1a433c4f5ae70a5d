import type { Reading } from '../call/answer.js';
import { type Context, needAccepted, type Placed } from '../findings/check.js';
import type { RightCall } from '../findings/right-call.js';
import { isAway } from '../findings/valid-call.js';
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

/**
 * Asks for a cancel, and once more where the target is away, or after a while where it is refused: an order may have to rest before.
 */
export async function cancelRested<Answer extends Reading | undefined>(
  context: Context,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const reading = await ask();
  if (reading !== undefined && isAway(reading)) return ask();
  if (reading?.kind !== 'refused') return reading;
  await context.pause(context.patienceMs);
  return ask();
}

export async function cancelByItsId(context: Context, { contract: contractName, orderId }: Placed): Promise<void> {
  const cancel = () => context.call('cancelOrder', { contractName, orderId });
  needAccepted(await cancelRested(context, cancel), 'cancelOrder');
}

/** True when the order was open: a cancel is accepted once. Where a repeated one is accepted too, that says nothing. */
export async function couldBeCancelled(context: Context, { contract, orderId }: Placed): Promise<boolean> {
  const cancel = () => context.call('cancelOrder', { contractName: contract, orderId });
  return (await cancel()).kind === 'accepted' && (await cancel()).kind === 'refused';
}
