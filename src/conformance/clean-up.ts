import type { Sent } from './answer.js';
import { Found } from './check.js';
import { openIds } from './orders.js';
import { NotPermitted } from './safety.js';
import type { World } from './world.js';

/** Cancels, by id, the orders of this run that are still open, and looks again. Returns what could not be shown to be gone. */
export async function cleanUp(world: World): Promise<readonly string[]> {
  const exchanges: Sent[] = [];
  const context = world.context(exchanges);
  const left: string[] = [];
  for (const contract of new Set(world.kept.map((order) => order.contract))) {
    const ours = world.kept.filter((order) => order.contract === contract);
    try {
      const open = await openIds(context, contract);
      for (const { orderId } of ours.filter((order) => open.has(order.orderId))) {
        await context.call('cancelOrder', { contractName: contract, orderId });
      }
      const after = await openIds(context, contract);
      const still = ours.filter(({ orderId }) => orderId === '' || after.has(orderId));
      left.push(...still.map(({ orderId, clientOrderId }) => `${contract} ${orderId || clientOrderId}`));
    } catch (error) {
      if (!(error instanceof Found) && !(error instanceof NotPermitted)) throw error;
      left.push(...ours.map(({ orderId, clientOrderId }) => `${contract} ${orderId || clientOrderId}`));
    }
  }
  return left;
}
