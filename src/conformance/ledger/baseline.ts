import { getOrMake } from '../model/groups.js';
import type { Context } from '../findings/check.js';
import { NotPermitted } from '../call/safety.js';
import { readOpenOrders } from '../orders/orders.js';
import { LOOKS } from '../orders/look-delays.js';

/** Orders that were open before the run placed its first one: none of them is the run's. */
export function createBaseline() {
  const ids = new Set<string>();
  const contracts = new Map<string, Promise<boolean>>();
  let all: Promise<void> | undefined;

  async function add(context: Context, contract: string | undefined): Promise<boolean> {
    const records = await readOpenOrders(context, contract);
    for (const { id } of records ?? []) ids.add(id);
    return records !== undefined;
  }

  async function read(context: Context, contract: string): Promise<boolean> {
    // The list without a contract is not declared: it adds to the baseline, and is not needed.
    await (all ??= add(context, undefined).then(() => undefined));
    for (const waitMs of LOOKS) {
      if (waitMs > 0) await context.pause(waitMs);
      if (await add(context, contract)) return true;
    }
    return false;
  }

  return {
    /** True when there is one: the clean-up of an earlier run has none. */
    get isRead(): boolean {
      return all !== undefined;
    },
    has: (id: string): boolean => ids.has(id),
    /**
     * Reads the open orders before the first order on a contract.
     *
     * @throws {NotPermitted} When they cannot be read: an order placed there could not be shown to be gone.
     */
    async before(context: Context, contract: string): Promise<void> {
      if (await getOrMake(contracts, contract, () => read(context, contract))) return;
      throw new NotPermitted(
        `the open orders of ${contract} cannot be read, so an order placed there could not be shown to be gone`,
      );
    },
  };
}
