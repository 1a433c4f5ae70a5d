import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { asNone, type Context } from '../findings/check.js';
import { judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { CLOSE, inputOf, isResting, type OrderForm, orderForms, wordsOf } from '../orders/order-forms.js';
import { cancelQuietly, restingOrder, restingPrice, sellingPrice } from '../orders/orders.js';
import { cross, lastTrades } from '../orders/trading.js';

/** Forms of an order whose effect can be taken back: the volume that a market order opens is not known. */
async function undoable(context: Context): Promise<readonly OrderForm[]> {
  if (context.mode !== 'sandbox' || context.order.clientOrderId === 'none') return [];
  return (await orderForms(context, 'any')).filter(({ type, open }) => type !== 'MARKET' || open === CLOSE);
}

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
  const forms = await undoable(context);
  for (const form of forms) {
    const finding = await judgePair(context, withAndWithout(form));
    if (finding?.outcome === 'broken') return finding;
  }
  const resting = forms.length === 0 ? [] : await orderForms(context, 'resting-opening');
  const here = resting.find(({ contractName }) => contractName === context.contract);
  return here && besideNameless(context, here);
}

/** An order without a name that is refused while another one without is open, and taken with a name: it is no second one of a name. */
async function besideNameless(context: Context, form: OrderForm): Promise<Finding | undefined> {
  const [named, nameless] = withAndWithout(form);
  const { clientOrderId: _, ...input } = await restingOrder(context, context.contract);
  // Nor a repeat of the other one, whose price is its own.
  const price = await restingPrice(context, context.contract, 'BUY', 3n);
  const first = await context.callWith('createOrder', { ...input, price });
  try {
    const refusal = await sendAndUndo(context, nameless);
    if (refusal.kind !== 'refused') return undefined;
    const finding = await judgeRefusal(context, refusal, {
      what: `createOrder ${wordsOf(nameless)} beside another one without`,
      ask: () => sendAndUndo(context, nameless),
      control: () => sendAndUndo(context, named),
    });
    return finding?.outcome === 'broken' ? finding : undefined;
  } finally {
    await cancelQuietly(context, first, context.contract);
  }
}

/** An order that is refused in one form although the same one is taken without timeInForce: each value goes with each side. */
export async function judgeLifetimes(context: Context): Promise<Finding | undefined> {
  for (const form of await undoable(context)) {
    // Contracts may differ in how far from the last price an order may be, and a market order may have no use for it.
    if (form.timeInForce === undefined || form.type === 'MARKET' || form.contractName !== context.contract) continue;
    const all = await sent(context, withAndWithout(form));
    if (all.some(({ kind }) => kind !== 'refused')) continue;
    // An order that closes may have rules of its own.
    const opening = { ...form, open: 'OPEN' };
    if (!isResting(form) && !(await fillsWithout(context, opening))) continue;
    if (await isTakenOtherwise(context, form)) continue;
    const asked = isResting(form) ? form : opening;
    const finding = await judgeRefusal(context, all[0]!, {
      what: `createOrder ${wordsOf(asked)}`,
      ask: () => sendAndUndo(context, asked),
      control: () => sendPlain(context, asked),
    });
    if (finding?.outcome === 'broken') return finding;
  }
  return undefined;
}

/** An order that would expire at once may be refused: true if the same one without timeInForce is filled. */
async function fillsWithout(context: Context, form: OrderForm): Promise<boolean> {
  const before = await lastTrades(context);
  return (await sendPlain(context, form)).kind === 'accepted' && (await lastTrades(context)) !== before;
}

/** Sends an order without timeInForce, at the same price. */
const sendPlain = (context: Context, form: OrderForm): Promise<Reading> =>
  sendAndUndo(context, form, { timeInForce: undefined });

/** True where the order is taken nearer to the last price, or one that opens is: an order that closes may have rules of its own. */
async function isTakenOtherwise(context: Context, form: OrderForm): Promise<boolean> {
  const prices = !isResting(form) ? [100n] : form.side === 'SELL' ? [120n, 102n] : [80n, 98n];
  const others = [form, ...(form.open === CLOSE ? [{ ...form, open: 'OPEN' }] : [])];
  for (const other of others)
    for (const each of prices) {
      const price = await sellingPrice(context, each, form.contractName);
      if ((await sendAndUndo(context, other, { price })).kind === 'accepted') return true;
    }
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
 * Sends an order, as it is or changed, and leaves neither it nor a position: one that closes gets something to close, and what is
 * opened is closed.
 */
async function sendAndUndo(context: Context, form: OrderForm, change: AnyInput = {}): Promise<Reading> {
  const { contractName: contract, open, side } = form;
  if (open === CLOSE) await cross(context, { side: 'BUY', open: 'OPEN', contract });
  const { timeInForce, ...input } = { ...(await inputOf(context, form)), ...change };
  const reading = await context.callWith('createOrder', timeInForce === undefined ? input : { ...input, timeInForce });
  if (isResting(form) || 'timeInForce' in change) await cancelQuietly(context, reading, contract);
  const isOpened = reading.kind === 'accepted' && !isResting(form) && contract === context.contract;
  if (open === CLOSE ? isResting(form) || reading.kind !== 'accepted' : isOpened)
    await cross(context, { side: side === 'SELL' && open !== CLOSE ? 'BUY' : 'SELL', open: 'CLOSE', contract });
  return reading;
}
