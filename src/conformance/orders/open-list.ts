import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import { type Context, Found } from '../findings/check.js';

/** The open orders of one contract, or of all; undefined when they cannot be read now. */
export async function readOpenOrders(
  context: Context,
  contract: string | undefined,
): Promise<readonly OpenRecord[] | undefined> {
  try {
    const input = contract === undefined ? {} : { contractName: contract };
    return openRecordsOf(await context.call('getOpenOrders', input), contract);
  } catch (error) {
    if (error instanceof Found) return undefined;
    throw error;
  }
}
