import type { Reading } from '../call/answer.js';
import { asNone, type Context } from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { CLOSE, inputOf, isResting, type OrderForm, orderForms, wordsOf } from '../orders/order-forms.js';
import { cancelQuietly } from '../orders/orders.js';
import { cross } from '../orders/trading.js';

/** Orders of all forms, each with a name and without one: what is taken in the one way has to be taken in the other. */
export async function judgeNames(context: Context): Promise<Finding | undefined> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return undefined;
  const forms = await orderForms(context, 'any');
  // The volume that a market order opens is not known, so that it could not be closed again.
  for (const form of forms.filter(({ type, open }) => type !== 'MARKET' || open === CLOSE)) {
    const finding = await judgePair(context, [
      { ...form, isNamed: true },
      { ...form, isNamed: false },
    ]);
    if (finding?.outcome === 'broken') return finding;
  }
  return undefined;
}

async function judgePair(context: Context, forms: readonly [OrderForm, OrderForm]): Promise<Finding | undefined> {
  const send = (form: OrderForm): Promise<Reading> => sendAndUndo(context, form);
  const readings: Reading[] = [];
  for (const form of forms) {
    const reading = await send(form);
    readings.push(reading);
    if (!isTargetFault(reading)) continue;
    const what = `createOrder ${wordsOf(form)}`;
    const complaint = await complaintAbout(context, what, reading, () => send(form)).catch(asNone);
    if (complaint !== undefined) return { ...complaint, clause: clauses.tradingSuccess };
  }
  const at = readings.findIndex(({ kind }) => kind === 'refused');
  const refusal = readings[at];
  if (refusal === undefined || !readings.some(({ kind }) => kind === 'accepted')) return undefined;
  return judgeRefusal(context, refusal, {
    what: `createOrder ${wordsOf(forms[at]!)}`,
    ask: () => send(forms[at]!),
    control: () => send(forms[1 - at]!),
  });
}

/** Sends an order, and leaves neither it nor a position: one that closes gets something to close, and what is opened is closed. */
async function sendAndUndo(context: Context, form: OrderForm): Promise<Reading> {
  const { contractName: contract, open, side } = form;
  const { volume } = context;
  if (open === CLOSE) await cross(context, { side: 'BUY', open: 'OPEN', contract, volume });
  const reading = await context.callWith('createOrder', await inputOf(context, form));
  if (isResting(form)) await cancelQuietly(context, reading, contract);
  const isOpened = reading.kind === 'accepted' && !isResting(form) && contract === context.contract;
  if (open === CLOSE ? isResting(form) || reading.kind !== 'accepted' : isOpened)
    await cross(context, { side: side === 'SELL' && open !== CLOSE ? 'BUY' : 'SELL', open: 'CLOSE', contract, volume });
  return reading;
}
