import { type OpenRecord, openRecordsOf } from '../call/open-records.js';
import { asNone, type Context } from '../findings/check.js';

/** The open orders of one contract, or of all; undefined when they cannot be read now. */
export async function readOpenOrders(
  context: Context,
  contract: string | undefined,
): Promise<readonly OpenRecord[] | undefined> {
  const input = contract === undefined ? {} : { contractName: contract };
  const reading = await context.call('getOpenOrders', input).catch(asNone);
  return reading && openRecordsOf(reading, contract);
}
