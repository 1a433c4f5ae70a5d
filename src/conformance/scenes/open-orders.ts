import { orderIdOf } from '../call/answer.js';
import { asNone, type Context, Found, notApplicable, type Placed, premiseOpen } from '../findings/check.js';
import { lookUntil } from '../findings/patience.js';
import { rightly } from '../findings/right-call.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import { sideBySide } from '../model/side-by-side.js';
import { couldBeCancelled } from '../orders/cancelling.js';
import { recordOf } from '../orders/find-order.js';
import {
  clear,
  notYetOpen,
  otherContract,
  otherContracts,
  otherSide,
  place,
  readOpenOrders,
  restingOrder,
  second,
  TRIED,
  tryPlace,
} from '../orders/orders.js';
import { inputOf } from '../orders/order-forms.js';
import { placeEqual, placeForms } from '../orders/placed-forms.js';
import { cross } from '../orders/trading.js';
import { orderPlace } from '../orders/valid-inputs.js';

/** The name of no contract. */
export const NO_CONTRACT = 'E-XNONEX-USDT';

/** A fault may reach an order only after a while, milliseconds. */
export const AGE_MS = 2100;
/** A fault that strikes one call in so many, or more often, is seen. */
export const TIMES = 6;

/** Orders that are looked at closely where none is listed. */
const FEW = 3;

/** The same, where an order rests: every other one may be suspended. */
export async function secondTraded(context: Context): Promise<string> {
  const first = await second(context);
  if (context.mode !== 'sandbox') return first;
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    if (context.order.contracts.has(contract)) return contract;
    const [order] = await tryPlace(context, contract);
    if (order !== undefined) return contract;
  }
  // Where none is taken here either, it is about orders.
  await place(context);
  return notApplicable(
    `no other contract takes an order, or none has a last price: name one that does with ${context.optionName('existing.otherContractName')}`,
  );
}

/** Orders under two contracts, where there are two: of all forms that the target takes, or plain ones. */
export async function placeMany(
  context: Context,
  isPlain = false,
  look?: () => Promise<unknown>,
): Promise<readonly Placed[]> {
  const forms = isPlain ? [] : await placeForms(context, look);
  if (forms.length > 0) return forms;
  const elsewhere = await otherContract(context);
  const orders = [await place(context), await place(context, context.contract, otherSide(context))];
  return elsewhere === undefined ? orders : [...orders, ...(await tryPlace(context, elsewhere))];
}

/** Orders on the first contract besides the two under test that takes one: a price may be rounded where it is small. */
export async function placeOnThird(context: Context): Promise<readonly Placed[]> {
  const [, ...others] = await otherContracts(context);
  for (const contract of others.slice(0, TRIED)) {
    const third = await tryPlace(context, contract, otherSide(context));
    if (third.length > 0) return [...third, ...(context.mode === 'sandbox' ? await tryPlace(context, contract) : [])];
  }
  return [];
}

/** Orders that are asked for at once, on one contract and on another. */
async function placeAtOnce(context: Context): Promise<readonly Placed[]> {
  const contracts = [context.contract, context.contract, await otherContract(context)];
  return (await Promise.all(contracts.map((contract) => tryPlace(context, contract)))).flat();
}

/** Places orders, and once more without those of before on a throw-away target: an account may have room for a few. */
export async function withRoom<Placing>(context: Context, placing: () => Promise<Placing>): Promise<Placing> {
  const done = context.mode === 'sandbox' ? await placing().catch(asNone) : undefined;
  if (done !== undefined) return done;
  if (context.mode === 'sandbox')
    for (const contract of new Set(context.standing.values())) await clear(context, contract);
  return placing();
}

/** Orders of both sides and on three contracts, which are open before all the others are placed. */
async function placeFirst(context: Context): Promise<readonly Placed[]> {
  const elsewhere = await otherContract(context);
  const first = await withRoom(context, () => place(context));
  const orders = [first, ...(await tryPlace(context, context.contract, otherSide(context)))];
  if (elsewhere !== undefined) orders.push(...(await tryPlace(context, elsewhere)), ...(await placeOnThird(context)));
  await notYetOpen(context, orders);
  await readOpenOrders(context, undefined);
  return orders;
}

/** Orders that take, in each way: what is open stays, and a market order does not rest at its price. Returns their ids. */
async function takeInForms(context: Context): Promise<readonly string[]> {
  const { contract } = context;
  const readings = [(await cross(context, { side: 'BUY', open: 'OPEN' })).reading];
  const closing = { contractName: contract, side: 'SELL', open: 'CLOSE', type: 'LIMIT', isNamed: false } as const;
  for (const form of [
    { ...closing, timeInForce: 'IOC' },
    { ...closing, side: 'BUY', open: 'OPEN', timeInForce: 'FOK' },
    { ...closing, type: 'MARKET', timeInForce: undefined, isNamed: context.order.clientOrderId !== 'none' },
  ] as const) {
    await readOpenOrders(context, undefined);
    readings.push(await context.callWith('createOrder', await inputOf(context, form)));
  }
  await readOpenOrders(context, undefined);
  const ids = readings.flatMap((reading) => orderIdOf(reading) ?? []);
  // In which direction a history goes is not shown.
  for (const from of [{}, ...ids.slice(0, 1).map((fromId) => ({ fromId }))])
    await context.callWith('getOrderHistory', { contractName: contract, ...from }).catch(asNone);
  return ids;
}

/** Orders, and lists of them; once in a run. Returns those that are open, and the ids of those that took. */
export const layOut = (context: Context) =>
  context.shared('orders laid out', async (inner) => {
    const isSandbox = inner.mode === 'sandbox';
    await readOpenOrders(inner, undefined);
    const look = () => readOpenOrders(inner, undefined);
    const orders: Placed[] = isSandbox ? [...(await placeFirst(inner))] : [];
    const others = placeMany(inner, false, look);
    orders.push(...((await (isSandbox ? others.catch(asNone) : others)) ?? []));
    const times = isSandbox ? TIMES : 1;
    if (isSandbox) orders.push(...(await placeEqual(inner)), ...(await placeAtOnce(inner)));
    const taken = isSandbox ? await takeInForms(inner) : [];
    for (let count = orders.length; count < times; count++) orders.push(...(await tryPlace(inner)));
    // The orders that took fill the one that may be filled.
    const lasting = orders.filter(({ orderId }) => !inner.fillable.has(orderId));
    const missing = await notYetOpen(inner, lasting);
    const isNone = missing.length === lasting.length;
    // One that can be read is over, unless it can be cancelled.
    for (const order of missing.slice(0, isNone ? FEW : undefined))
      if ((await recordOf(inner, order)) !== undefined) await couldBeCancelled(inner, order);
    // That some are open and others are not is another matter.
    if (isNone) premiseOpen('states.order', 'none of the orders that were accepted is among the open ones');
    if (isSandbox) await inner.pause(AGE_MS);
    const open = lasting.filter((order) => !missing.includes(order));
    const used = [...new Set(orders.map(({ contract }) => contract))];
    // A list that would be empty is filtered as well.
    const unused = (await otherContracts(inner)).filter((name) => !used.includes(name)).slice(0, 1);
    const leftOut = async (): Promise<ReadonlySet<Placed>> => {
      const out = new Set<Placed>();
      // In turn: that an order is left out is told by the lists before and after.
      for (let time = 0; time < Math.max(times, used.length); time++)
        for (const contract of [undefined, used[time % used.length]]) {
          const ids = (await readOpenOrders(inner, contract))?.map(({ id }) => id);
          for (const order of open)
            if ((contract ?? order.contract) === order.contract && ids?.includes(order.orderId) === false)
              out.add(order);
        }
      for (const contract of isSandbox ? [...unused, NO_CONTRACT] : unused) await readOpenOrders(inner, contract);
      // Calls that are made at once may be taken for one.
      for (const several of isSandbox
        ? [
            [...used, undefined],
            [undefined, ...used.toReversed()],
          ]
        : [])
        await Promise.all(several.map((contract) => readOpenOrders(inner, contract)));
      return out;
    };
    if ((await leftOut()).size > 0) {
      await inner.pause(inner.patienceMs);
      for (const order of await leftOut()) await couldBeCancelled(inner, order);
    }
    return { open, taken };
  });

export async function layOutOnTwo(context: Context): Promise<void> {
  await secondTraded(context);
  await layOut(context);
}

export async function listAll(context: Context): Promise<void> {
  await layOutOnTwo(context);
  await rightly(context, {
    what: 'a list of open orders without contractName',
    ask: () => context.call('getOpenOrders', {}),
    control: () => context.call('getOpenOrders', { contractName: context.contract }),
  });
}

/** Reads orders of all forms one by one, and asks for one on a contract that does not exist: it may not be one on another. */
export async function compareTerms(context: Context): Promise<void> {
  const { open, taken } = await layOut(context);
  if (context.mode !== 'sandbox') return;
  const where = await orderPlace(context);
  const orders = [...open, ...taken.map((id) => ({ contract: context.contract, orderId: id }))];
  await sideBySide(orders, context.atOnce, async ({ contract: contractName, orderId }) => {
    const ask = () => context.call('getOrder', { contractName, orderId }, { place: where });
    const reading = await ask();
    const complaint = isTargetFault(reading) ? await complaintAbout(context, 'getOrder', reading, ask) : undefined;
    if (complaint !== undefined) throw new Found({ ...complaint, clause: clauses.tradingSuccess });
  });
  const input = { ...(await restingOrder(context, context.contract)), contractName: NO_CONTRACT };
  const orderId = orderIdOf(await context.callWith('createOrder', input));
  if (orderId === undefined) return;
  const look = async () => (await readOpenOrders(context, undefined))?.find(({ id }) => id === orderId);
  const found = await lookUntil(context, look, (record) => record !== undefined);
  // Nothing shows otherwise where it went.
  if (found !== undefined) context.keep({ contract: found.contract ?? NO_CONTRACT, orderId, clientOrderId: '' });
}
