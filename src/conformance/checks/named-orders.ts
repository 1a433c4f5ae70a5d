import type { Reading } from '../call/answer.js';
import { asNone, type Context } from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { CLOSE, inputOf, isResting, type OrderForm, orderForms, wordsOf } from '../orders/order-forms.js';
import { cancelQuietly, sellingPrice } from '../orders/orders.js';
import { cross } from '../orders/trading.js';

/** Forms of an order whose effect can be taken back: the volume that a market order opens is not known. */
const undoable = async (context: Context): Promise<readonly OrderForm[]> =>
  (await orderForms(context, 'any')).filter(({ type, open }) => type !== 'MARKET' || open === CLOSE);

/** Responses to an order of a form with a name and without one, once in a run. */
const sent = (context: Context, forms: readonly [OrderForm, OrderForm]) =>
  context.shared(`an order ${wordsOf(forms[0])}, and without`, async (inner) => {
    const readings: Reading[] = [];
    for (const form of forms) readings.push(await sendAndUndo(inner, form));
    return readings;
  });

const withAndWithout = (form: OrderForm): readonly [OrderForm, OrderForm] => [
  { ...form, isNamed: true },
  { ...form, isNamed: false },
];

/** Orders of all forms, each with a name and without one: what is taken in the one way has to be taken in the other. */
export async function judgeNames(context: Context): Promise<Finding | undefined> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return undefined;
  for (const form of await undoable(context)) {
    const finding = await judgePair(context, withAndWithout(form));
    if (finding?.outcome === 'broken') return finding;
  }
  return undefined;
}

/** An order that is refused in one form although the same one is taken without timeInForce: each value goes with each side. */
export async function judgeLifetimes(context: Context): Promise<Finding | undefined> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return undefined;
  for (const form of await undoable(context)) {
    // An order that would expire at once may be refused, and contracts may differ in how far from the last price one may be.
    if (form.timeInForce === undefined || !isResting(form) || form.contractName !== context.contract) continue;
    const all = await sent(context, withAndWithout(form));
    if (all.some(({ kind }) => kind !== 'refused')) continue;
    if (await isTakenOtherwise(context, form)) continue;
    const finding = await judgeRefusal(context, all[0]!, {
      what: `createOrder ${wordsOf(form)}`,
      ask: () => sendAndUndo(context, form),
      control: () => sendAndUndo(context, { ...form, timeInForce: undefined }),
    });
    if (finding?.outcome === 'broken') return finding;
  }
  return undefined;
}

/** True where the order is taken nearer to the last price, or one that opens is: an order that closes may have rules of its own. */
async function isTakenOtherwise(context: Context, form: OrderForm): Promise<boolean> {
  const prices = form.side === 'SELL' ? [120n, 102n] : [80n, 98n];
  const others = [form, ...(form.open === CLOSE ? [{ ...form, open: 'OPEN' }] : [])];
  for (const other of others)
    for (const price of prices) if ((await sendAndUndo(context, other, price)).kind === 'accepted') return true;
  return false;
}

async function judgePair(context: Context, forms: readonly [OrderForm, OrderForm]): Promise<Finding | undefined> {
  const send = (form: OrderForm): Promise<Reading> => sendAndUndo(context, form);
  const readings = await sent(context, forms);
  for (const [at, form] of forms.entries()) {
    const reading = readings[at]!;
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

/**
 * Sends an order, at its own price or in hundredths of the last one, and leaves neither it nor a position: one that closes gets
 * something to close, and what is opened is closed.
 */
async function sendAndUndo(context: Context, form: OrderForm, hundredths?: bigint): Promise<Reading> {
  const { contractName: contract, open, side } = form;
  const { volume } = context;
  if (open === CLOSE) await cross(context, { side: 'BUY', open: 'OPEN', contract, volume });
  const price = hundredths && (await sellingPrice(context, hundredths, contract));
  const input = await inputOf(context, form);
  const reading = await context.callWith('createOrder', { ...input, ...(price && { price }) });
  if (isResting(form)) await cancelQuietly(context, reading, contract);
  const isOpened = reading.kind === 'accepted' && !isResting(form) && contract === context.contract;
  if (open === CLOSE ? isResting(form) || reading.kind !== 'accepted' : isOpened)
    await cross(context, { side: side === 'SELL' && open !== CLOSE ? 'BUY' : 'SELL', open: 'CLOSE', contract, volume });
  return reading;
}
