import { asNone, cannotTell, type Context, findingIn, Found, type Placed } from '../findings/check.js';
import { lookUntil } from '../findings/patience.js';
import { type RightCall, rightly, judgeRefusal } from '../findings/right-call.js';
import { complaintAbout, isWhole } from '../findings/valid-call.js';
import { clauses } from '../model/clauses.js';
import type { Finding } from '../model/report-model.js';
import { sideBySide } from '../model/side-by-side.js';
import { isNew, type Reading, receiptOf, recordsOf } from '../call/answer.js';
import { cancelByItsId, cancelOf } from '../orders/cancelling.js';
import {
  goneOf,
  maybeCondition,
  notYetOpen,
  openIds,
  otherContract,
  place,
  stillOpen,
  tryPlace,
  readOpenOrders,
} from '../orders/orders.js';
import { placeNamesakes } from '../orders/placed-forms.js';
import { orderPlace } from '../orders/valid-inputs.js';
import { AGE_MS, NO_CONTRACT, placeMany, placeOnThird, secondTraded, TIMES, withRoom } from './open-orders.js';

/** More orders than a cancel of many may reach where it takes them page by page. */
const CROWD = 51;

/** As many more orders as the target takes, on throw-away targets only. */
async function crowd(context: Context): Promise<readonly Placed[]> {
  if (context.mode !== 'sandbox') return [];
  const orders: Placed[] = [];
  while (orders.length < CROWD) {
    const some = Array.from({ length: Math.min(context.atOnce, CROWD - orders.length) });
    const placed = await sideBySide(some, context.atOnce, () => tryPlace(context));
    orders.push(...placed.flat());
    if (placed.some(({ length }) => length === 0)) break;
  }
  return orders;
}

/**
 * Orders under one contract and others under other contracts; all seen as open. `without` says why there are none of these: what goes
 * wrong on one contract shows all the same.
 */
async function manyOrders(context: Context) {
  const without = await secondTraded(context).then(() => undefined, findingIn);
  // An accepted order may be over at once (unknown `states.order`), or end for another one.
  for (const isPlain of [false, true]) {
    const many = await withRoom(context, () => placeMany(context, isPlain));
    const orders = [...many, ...(await placeOnThird(context))];
    const missing = await notYetOpen(context, orders);
    const open = orders.filter((order) => !missing.includes(order));
    const [kept, gone, ...others] = open.filter(({ contract }) => contract === context.contract);
    const there = open.filter(({ contract }) => contract !== context.contract);
    if (kept !== undefined && gone !== undefined && (there.length > 0 || without !== undefined))
      return { here: [kept, gone, ...others] as const, there, without };
  }
  return cannotTell('orders just placed are not among the open ones');
}

function endWith(finding: Finding | undefined): void {
  if (finding !== undefined) throw new Found(finding);
}

/** Orders under these contracts that are open, and that no call was to cancel: also those that were placed long before. */
export async function ownOpen(context: Context, orders: readonly Placed[]): Promise<readonly Placed[]> {
  const own = await sideBySide(new Set(orders.map(({ contract }) => contract)), context.atOnce, async (contract) =>
    asPlaced(
      [...(await openIds(context, contract))].filter((id) => context.standing.has(id)),
      contract,
    ),
  );
  return own.flat();
}

const asPlaced = (ids: Iterable<string>, contract: string): readonly Placed[] =>
  [...ids].map((orderId) => ({ contract, orderId, clientOrderId: '' }));

const byId = (context: Context, order: Placed): RightCall => {
  const { contract: contractName, orderId } = order;
  return cancelOf(context, [order], `cancelling the open order ${orderId}`, 'cancelOrder', { contractName, orderId });
};

/** Cancels one of several orders, one of two with the same clientOrderId, and orders that are not open. */
export async function cancelOne(context: Context): Promise<void> {
  const { here, there, without } = await manyOrders(context);
  const namesakes = await placeNamesakes(context);
  const [kept, gone] = here;
  await openIds(context);
  const others = [kept, ...namesakes, ...there, ...(await ownOpen(context, there))];
  await rightly(context, byId(context, gone));
  if ((await stillOpen(context, [gone])).length > 0) return;
  await goneOf(context, others);
  const [one, ...other] = namesakes;
  if (one !== undefined) await rightly(context, byId(context, one));
  await goneOf(context, other);
  await openIds(context);
  if (context.mode !== 'sandbox') return endWith(without);
  // A cancel that is right for the first contract may be wrong for another. Of each, the oldest one.
  const elsewhere = new Map(there.toReversed().map((order) => [order.contract, order]));
  for (const order of elsewhere.values()) {
    const beside = (await ownOpen(context, [...here, ...there])).filter(({ orderId }) => orderId !== order.orderId);
    await rightly(context, byId(context, order));
    const left = await stillOpen(context, [order]);
    if (left.length + (await goneOf(context, beside)).length > 0) return endWith(without);
  }
  const { contract: contractName, orderId } = gone;
  // The document does not show whether a cancel of an order that is not open is refused. Programs send a lost variable as a word.
  const near = kept.orderId.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10));
  for (const named of [orderId, near, orderId.replaceAll(/./g, '9'), '0', 'undefined']) {
    const open = await ownOpen(context, [gone]);
    if (open.some((order) => order.orderId === named)) continue;
    await context.call('cancelOrder', { contractName, orderId: named });
    // The next ones would explain it as well.
    if ((await goneOf(context, open)).length > 0) break;
  }
  endWith(without);
}

/**
 * Cancels a whole contract in one of the two ways, once in a run each; on throw-away targets each contract, since a cancel that is right
 * for one may be wrong for another, and those of one way in the other order.
 */
export const wipeContract = (context: Context, input: Readonly<Record<string, string>>): Promise<Reading> =>
  context.shared(`cancel the contract ${JSON.stringify(input)}`, async (inner) => {
    const { here: some, there, without } = await manyOrders(inner);
    const here = [...some, ...('orderId' in input ? [] : await crowd(inner))];
    if (inner.mode !== 'sandbox') {
      const { reading } = await wipe(inner, here, [...there, ...(await ownOpen(inner, there))], input);
      endWith(without);
      return reading;
    }
    const contracts = [...new Set([...here, ...there].map(({ contract }) => contract))];
    const turns = 'orderId' in input ? contracts : contracts.toReversed();
    const readings: Reading[] = [];
    for (const [at, contract] of turns.entries()) {
      const orders = [...here, ...there].filter((order) => order.contract === contract);
      // A cancel may take its time: it would explain that what is placed now is gone. The last turn alone waits for that.
      const isLast = at === turns.length - 1;
      if (isLast) await inner.pause(inner.patienceMs);
      if (isLast && !('orderId' in input)) await wipeNone(inner, orders);
      const others: Placed[] = [];
      for (const other of turns.filter((each) => each !== contract)) {
        const open = await ownOpen(inner, asPlaced([''], other));
        others.push(...(open.length > 0 || !isLast ? open : await tryPlace(inner, other)));
      }
      const { reading, isWrong } = await wipe(inner, orders, others, input);
      readings.push(reading);
      if (!isWrong && at === 0) {
        // Nothing is open there by now: it may be refused, and reaches no other contract either.
        await inner.call('cancelOrder', { contractName: contract, ...input });
        await goneOf(inner, others);
      }
      // It shows already, and each further turn would wait for what does not come.
      if (isWrong) break;
    }
    endWith(without);
    return readings[0]!;
  });

/** A cancel of a contract that does not exist, or of none, may be refused, and reaches none that exists. */
async function wipeNone(context: Context, orders: readonly Placed[]): Promise<void> {
  for (const contractName of [NO_CONTRACT, '']) {
    await notYetOpen(context, orders);
    // Without a name it may reach orders of others: where there are some, it is not sent.
    const reading = await context.call('cancelOrder', { contractName }).catch(asNone);
    if (reading?.kind === 'accepted') await context.pause(context.patienceMs);
    await goneOf(context, orders);
  }
}

async function wipe(
  context: Context,
  orders: readonly Placed[],
  others: readonly Placed[],
  input: Readonly<Record<string, string>>,
): Promise<{ readonly reading: Reading; readonly isWrong: boolean }> {
  const contractName = orders[0]!.contract;
  // An account may have room for so many orders: those that were placed last may have ended others.
  await notYetOpen(context, others);
  await readOpenOrders(context, undefined);
  const open = await openIds(context, contractName);
  const what = `cancelling all orders of ${contractName}`;
  const reading = await rightly(context, cancelOf(context, orders, what, 'cancelOrder', { contractName, ...input }));
  context.bait.spend();
  const left = await stillOpen(context, asPlaced(open, contractName));
  const gone = await goneOf(context, others);
  return { reading, isWrong: left.length + gone.length > 0 };
}

export async function cancelEverything(context: Context): Promise<void> {
  const { here, there, without } = await manyOrders(context);
  const orders = [...here, ...there, ...(await crowd(context))];
  if (context.mode === 'sandbox') await context.pause(AGE_MS);
  // The document does not show whether condition orders are listed.
  const open = [...(await openIds(context))].filter((id) => !maybeCondition(context, id));
  await rightly(context, cancelOf(context, orders, 'cancelling everything', 'cancelAllOrders', {}));
  context.bait.spend();
  await stillOpen(context, orders);
  await stillOpen(context, asPlaced(open, ''));
  endWith(without);
}

/** One order placed and cancelled by a cancel of many, several times. */
export async function wipeOften(context: Context, operationId: 'cancelOrder' | 'cancelAllOrders'): Promise<void> {
  for (let time = 1; time <= TIMES; time++) {
    const order = await place(context);
    const isAll = operationId === 'cancelAllOrders';
    const elsewhere = isAll ? await otherContract(context) : undefined;
    // An even number of orders, and once an odd one: a list that shrinks while it is gone through may hide the last.
    const more = time === 2 ? await tryPlace(context) : [];
    const orders = [order, ...(elsewhere === undefined ? [] : await tryPlace(context, elsewhere)), ...more];
    await notYetOpen(context, orders);
    const input = isAll ? {} : { contractName: order.contract };
    // It takes no contract: one that is named may be refused, and does not narrow it.
    const body = [JSON.stringify({ contractName: order.contract }), '{}'][TIMES - time];
    const isOdd = isAll && body !== undefined && context.mode === 'sandbox';
    const isTaken = isOdd && (await context.call('cancelAllOrders', {}, { body })).kind === 'accepted';
    if (!isTaken) await rightly(context, cancelOf(context, [order], `time ${time} of ${TIMES}`, operationId, input));
    context.bait.spend();
    await stillOpen(context, orders);
    if (time === 1 && context.mode === 'sandbox') await cancelNone(context, operationId, input);
  }
}

/** Where nothing is open, a cancel of many may be refused, and a success is one as declared. */
async function cancelNone(context: Context, ...[operationId, input]: Parameters<Context['callWith']>): Promise<void> {
  const ask = () => context.callWith(operationId, input);
  const reading = await ask();
  if (!isWhole(reading)) return;
  const complaint = await complaintAbout(context, `${operationId} with nothing open`, reading, ask);
  if (complaint !== undefined) throw new Found({ ...complaint, clause: clauses.tradingSuccess });
}

/** An order that was placed, and those of it that are not listed; once in a run. */
export const placedAndSeen = (context: Context) =>
  context.shared('an order placed and looked for', async (inner) => {
    const order = await place(inner);
    return { order, isListed: (await notYetOpen(inner, [order])).length === 0 };
  });

/** With an order of its own: a second look at what one call shows needs the lists before it, too. */
export async function cancelAndLook(context: Context): Promise<void> {
  const order = await place(context);
  await notYetOpen(context, [order]);
  await cancelByItsId(context, order);
  await stillOpen(context, [order]);
}

/** Cancels orders one after the other, once in a run; those that were taken, and what is wrong with a refusal. */
const cancelEach = (context: Context) =>
  context.shared('orders cancelled one by one', async (inner) => {
    const orders = await withRoom(inner, () => placeMany(inner));
    await inner.pause(AGE_MS);
    await notYetOpen(inner, orders);
    const refusals: Finding[] = [];
    const taken: Placed[] = [];
    // Calls that are made at once may be taken for one.
    const single = inner.mode === 'sandbox' ? orders.slice(0, -2) : orders;
    for (const several of [...single.map((order) => [order]), orders.slice(single.length)]) {
      const isOther = (id: string): boolean => !several.some(({ orderId }) => orderId === id) && inner.ownIds.has(id);
      const filters = new Set([undefined, ...several.map((order) => order.contract)]);
      const [all] = await sideBySide(filters, inner.atOnce, (contract) => openIds(inner, contract));
      const others = [...all!].filter(isOther);
      const cancels = several.map((order) => ({ order, ...byId(inner, order) }));
      const readings = await Promise.all(cancels.map((cancel) => cancel.ask()));
      for (const [at, reading] of readings.entries()) {
        const { order, ...cancel } = cancels[at]!;
        // It is over by itself.
        if (reading === undefined) continue;
        const refusal = reading.kind === 'refused' ? await judgeRefusal(inner, reading, cancel) : undefined;
        if (refusal !== undefined) refusals.push(refusal);
        else if ((await stillOpen(inner, [order])).length === 0) taken.push(order);
      }
      const lost = async () => {
        const ids = await openIds(inner);
        return others.filter((id) => !ids.has(id));
      };
      if (several.length > 0) await lookUntil(inner, lost, ({ length }) => length === 0);
    }
    return { taken, refusals };
  });

export async function everyCancel(context: Context): Promise<void> {
  const { refusals } = await cancelEach(context);
  const refused = refusals.find(({ outcome }) => outcome === 'broken');
  if (refused !== undefined) throw new Found(refused);
}

/** Calls and time between a cancellation and the second look; some of the calls are the life of another order. */
const LATER_CALLS = 6;
const LATER_MS = 250;

export async function laterOn(context: Context): Promise<void> {
  const { taken } = await cancelEach(context);
  await sideBySide(Array.from({ length: LATER_CALLS }), context.atOnce, () => context.call('getServerTime', {}));
  const order = await place(context);
  const { contract: contractName, orderId } = order;
  const where = await orderPlace(context);
  const read = () => context.call('getOrder', { contractName, orderId }, { place: where });
  await notYetOpen(context, [order]);
  await read();
  await cancelByItsId(context, order);
  await context.pause(LATER_MS);
  await stillOpen(context, [...taken, order]);
  await lookUntil(context, read, (reading) => !isNew(receiptOf(reading) ?? recordsOf(reading)?.[0]));
  // It stays gone from the list where it was gone before.
  await stillOpen(context, [order]);
}
