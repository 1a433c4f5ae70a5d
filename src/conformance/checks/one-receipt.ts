import { broken, type Context } from '../findings/check.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { clauses } from '../model/clauses.js';
import { scaled } from '../orders/orders.js';
import { validInput } from '../orders/valid-inputs.js';
import type { Finding } from '../model/report-model.js';

/** A receipt may tell the time in seconds. */
const NEXT_SECOND_MS = 1100;

/**
 * Equal condition orders that all got one receipt, where another order comes between them and the next one gets another: a receipt
 * that numbers orders, and one order for several calls. Receipts that show the order alone stay the same.
 */
export async function oneReceipt(context: Context, readings: readonly Reading[]): Promise<Finding | undefined> {
  const textOf = ({ sent }: Reading): string => sent.response?.body ?? '';
  const [first, ...others] = new Set(readings.map(textOf));
  // One that shows no number cannot number orders.
  if (first === undefined || others.length > 0 || !/\d\d/.test(first)) return undefined;
  const input = await validInput(context, 'createConditionOrder');
  const send = async (change: AnyInput = {}): Promise<string> =>
    textOf(await context.callWith('createConditionOrder', { ...input, ...change }));
  await context.pause(NEXT_SECOND_MS);
  if ((await send()) !== first) return undefined;
  const other = await send({ triggerPrice: scaled(String(input.triggerPrice), 110n) });
  const next = await send();
  await context.pause(NEXT_SECOND_MS);
  const isNumbered = new Set([first, other, next]).size === 3 && (await send()) === next;
  return isNumbered
    ? broken(
        `equal calls got one receipt, ${first}, until another order came between, and then ${next}`,
        undefined,
        clauses.orders,
      )
    : undefined;
}
