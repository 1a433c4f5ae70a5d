import { type Check, type Context, Found, notApplicable } from '../findings/check.js';
import { settledMs } from '../findings/patience.js';
import { findingOf } from '../judges/claim-finding.js';
import { judgeOrders } from '../judges/orders.js';
import type { Finding } from '../model/report-model.js';
import { readOrders } from '../scenes/order-trace.js';

/** A check whose scene sends, and whose judge decides from the calls alone; a scene that ends early is judged as far as it went. */
export const asCheck = ({
  play,
  ...check
}: Omit<Check, 'run'> & { readonly play: (context: Context) => Promise<unknown> }): Check => ({
  ...check,
  async run(context) {
    const before = new Set(context.trace);
    const ended = await endOf(play(context));
    const found = findingOf(judgeOrders(readOrders(context, before), settledMs(context)), check.id);
    if (found?.outcome === 'broken') return found;
    return ended ?? found ?? notApplicable('no open order shows it');
  },
});

async function endOf(play: Promise<unknown>): Promise<Finding | undefined> {
  try {
    await play;
    return undefined;
  } catch (error) {
    if (error instanceof Found) return error.finding;
    throw error;
  }
}
