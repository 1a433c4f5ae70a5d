import {
  bait,
  clear,
  farPrice,
  goneOf,
  maybeCondition,
  notYetOpen,
  openIds,
  openOrders,
  otherContracts,
  otherSide,
  place,
  scaled,
  TRIED,
  tryPlace,
} from '../orders/orders.js';
import { cancelByItsId } from '../orders/cancelling.js';
import { recordOf } from '../orders/find-order.js';
import { closesAfter, lastTrades } from '../orders/trading.js';
import { sameDecimal } from '../../core/decimal.js';
import { type Reading, type ResultRecord, textOf } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { lookUntil } from '../findings/patience.js';
import { tryCall, validInput } from '../orders/valid-inputs.js';
import { clauses, PURPOSES } from '../model/clauses.js';
import { sideBySide } from '../model/side-by-side.js';
import {
  asNone,
  broken,
  type CheckRow,
  type Context,
  Found,
  holds,
  needAccepted,
  notApplicable,
  onContract,
  type Placed,
} from '../findings/check.js';
import type { Finding } from '../model/report-model.js';
import { declaredOperations, type Operation, type OperationId } from '../model/operations.js';
import { CHANGES, FILLS } from '../findings/premises.js';
import { extrasIn, lostSince } from './orders-held.js';

/** Settings of one contract. They may affect orders of that contract (not shown), but not those of others. */
const SETTINGS: readonly OperationId[] = [
  'changePositionMode',
  'changeMarginMode',
  'adjustPositionMargin',
  'changeLeverage',
];
export const isSetting = ({ operationId }: Operation): boolean => SETTINGS.includes(operationId);

/** Contracts of which a setting changes one: its own or, where only the position is named, one that is used for positions. */
async function contractsOf(context: Context, setting: AnyInput): Promise<readonly (string | undefined)[]> {
  const own = textOf(setting.contractName);
  return own === undefined ? [context.contract, (await otherContracts(context))[0]] : [own];
}

/** Orders of both sides on each of two contracts, where the account allows it, and on none of `reached`; seen as open. */
const restingOrders = (context: Context, reached?: readonly (string | undefined)[]): Promise<readonly Placed[]> =>
  context.shared(`orders besides ${String(reached)} ${context.bait.generation}`, async (inner) => {
    const contracts = [inner.contract, ...(await otherContracts(inner))].filter((name) => !reached?.includes(name));
    const orders = reached === undefined ? [await bait(inner)] : [];
    // One of several may be what a fault reaches.
    const others = contracts
      .slice(0, 2)
      .flatMap((contract) =>
        [...new Set(['BUY', otherSide(inner)] as const)].flatMap((side) =>
          side === 'SELL' || contract !== inner.contract ? [{ contract, side }] : [],
        ),
      );
    const placed = await sideBySide(others, inner.atOnce, ({ contract, side }) => tryPlace(inner, contract, side));
    orders.push(...placed.flat());
    const missing = await notYetOpen(inner, orders);
    const open = orders.filter((order) => !missing.includes(order));
    // A position is of one contract: where orders of two are gone, one of them was not of it.
    if (open.length === 0 && reached !== undefined && reached.length > 1) return restingOrders(inner);
    return open.length > 0 ? open : notApplicable('no order rests that the call could reach');
  });

async function steadyTrades(context: Context): Promise<string | undefined> {
  const trades = await lastTrades(context);
  return (await lastTrades(context)) === trades ? trades : undefined;
}

const idsOf = (records: readonly ResultRecord[]): ReadonlySet<string> =>
  new Set(records.map((record) => String(record['orderId'])));

/** Orders of the run that calls were to cancel before, that were open all the same, and are not now. */
const outlived = (
  { ownIds, standing }: Context,
  before: readonly ResultRecord[],
  after: ReadonlySet<string>,
): readonly Placed[] =>
  before.flatMap((record) => {
    const [orderId, contract] = [String(record['orderId']), textOf(record['contractName'])];
    const isOver = contract !== undefined && ownIds.has(orderId) && !standing.has(orderId) && !after.has(orderId);
    return isOver ? [{ orderId, contract, clientOrderId: '' }] : [];
  });

async function harmOf(context: Context, operation: Operation, most = Infinity): Promise<string | undefined> {
  const { operationId } = operation;
  // A setting empties its contract first, which is not what is looked at here.
  const input = isSetting(operation) ? await validInput(context, operationId) : undefined;
  // It may reach the orders on its own contract.
  const reached = input && (await contractsOf(context, input));
  // Its values are found while the book has room.
  if (operationId === 'createConditionOrder') await validInput(context, operationId);
  const resting = await restingOrders(context, reached);
  const orders = resting.slice(0, most);
  for (const order of resting.slice(most)) await cancelByItsId(context, order);
  // A cancel may take its time.
  const isGone = (ids: ReadonlySet<string>): boolean => !resting.slice(most).some(({ orderId }) => ids.has(orderId));
  if (resting.length > orders.length) await lookUntil(context, () => openIds(context), isGone);
  const listed = await openOrders(context);
  const before = idsOf(listed);
  const trades = operationId === 'createConditionOrder' ? await steadyTrades(context) : undefined;
  const ask = (): Promise<Reading> =>
    input === undefined ? tryCall(context, operationId, {}) : context.callWith(operationId, input);
  // An order that is new may not be found yet.
  const isFound = ({ kind }: Reading): boolean => operationId !== 'getOrder' || kind === 'accepted';
  const reading = await lookUntil(context, ask, isFound);
  const other = orders[1];
  if (operationId === 'getOrder' && other !== undefined) await recordOf(context, other);
  // A condition order may be one too many, or the others hold the money for it.
  if (reading.kind === 'refused' && operationId === 'createConditionOrder' && orders.length > 1) {
    const harm = await harmOf(context, operation, 1);
    context.bait.spend();
    return harm;
  }
  // A setting may be refused that is made already, or while orders are open.
  if (reading.kind === 'refused' && operation.effect === 'reversible')
    return notApplicable(`${operationId} was refused: ${reading.summary}`);
  needAccepted(reading, operationId);
  const after = await openOrders(context);
  const isOfPosition = operationId === 'adjustPositionMargin';
  const lost = [
    ...(await goneOf(context, orders)),
    ...(await lostSince(context, before, idsOf(after), isOfPosition ? [] : reached)),
    ...(reached === undefined ? await goneOf(context, outlived(context, listed, idsOf(after))) : []),
  ];
  const [first] = lost;
  const isItsOwn =
    isOfPosition && lost.every(({ contract }) => contract === first!.contract && reached?.includes(contract));
  if (first !== undefined && !isItsOwn)
    return `the order ${first.orderId} of ${first.contract} was open before the call, and is not after it`;
  const moved = movedOf(listed, after, orders);
  if (moved !== undefined) return moved;
  // A condition order may be listed by an id that its receipt does not show.
  if (operationId !== 'createConditionOrder') {
    const found = await extrasIn(context, before, idsOf(after));
    if (found.length > 0) return `the order ${found[0]} is open after the call, and was not before it`;
    return operationId === 'changeLeverage' ? otherVolume(context, input!) : undefined;
  }
  if (trades === undefined) return undefined;
  if ((await lastTrades(context)) !== trades) return 'there are trades after the call that were not there before';
  const isListed = [...idsOf(after)].some((id) => !before.has(id) && !context.ownIds.has(id));
  const acted = await actedAtOnce(context, isListed);
  if (acted !== undefined) return `${acted}, whichever way the price had to go`;
  const [elsewhere] = await otherContracts(context);
  const there = elsewhere && (await validInput(onContract(context, elsewhere), operationId).catch(asNone));
  if (there !== undefined) await context.callWith(operationId, { ...there, contractName: elsewhere });
  const later = idsOf(await openOrders(context));
  const [gone] = [...(await goneOf(context, orders)), ...(await lostSince(context, before, later))];
  return gone && `the order ${gone.orderId} of ${gone.contract} is gone after calls of other forms`;
}

/**
 * Condition orders of other forms than the one that is always valid; which of them are taken is not shown. One that waits for a rise
 * where it buys may wait for a fall where it sells: with one of two triggers, far above and far below, it has to wait. Describes
 * what the one did that did not: it was filled, or rests at its limit where those that wait are not listed.
 */
async function actedAtOnce(context: Context, isListed: boolean): Promise<string | undefined> {
  const input = await validInput(context, 'createConditionOrder');
  const triggers = [textOf(input.triggerPrice), scaled(await farPrice(context), 10n)];
  const send = (change: AnyInput): Promise<Reading> =>
    context.callWith('createConditionOrder', { ...input, ...change });
  for (const change of [
    { side: 'SELL' },
    { type: 'MARKET' },
    { side: 'SELL', type: 'MARKET' },
    { side: 'SELL', open: 'CLOSE' },
  ]) {
    const rests = !isListed && !('type' in change);
    let filled = 0;
    let rested = 0;
    for (const triggerPrice of triggers) {
      const trades = await lastTrades(context);
      const open = rests ? await openIds(context) : undefined;
      await send({ ...change, triggerPrice });
      if ((await lastTrades(context)) !== trades) filled++;
      else if (open !== undefined && (await newIn(context, open))) rested++;
      else break;
    }
    const form = Object.values(change).join(' ');
    if (filled === triggers.length) return `there are trades after a call with ${form}`;
    if (filled + rested < triggers.length) continue;
    // A list may be late, and show those that wait as well.
    const open = await openIds(context);
    await send({});
    const isShown = await lookUntil(context, () => newIn(context, open), Boolean);
    if (!isShown) return `an order is open after a call with ${form}`;
  }
  return undefined;
}

const newIn = async (context: Context, open: ReadonlySet<string>): Promise<boolean> =>
  [...(await openIds(context))].some((id) => !open.has(id) && !context.ownIds.has(id) && !maybeCondition(context, id));

/** Orders of one volume, before a change to another leverage and after it, are listed alike; the change may be refused while one is open. */
async function otherVolume(context: Context, input: AnyInput): Promise<string | undefined> {
  const one = await bait(context);
  const nowLevel = Number(input.nowLevel) > 2 ? '2' : '3';
  if ((await context.callWith('changeLeverage', { ...input, nowLevel })).kind !== 'accepted') return undefined;
  const orders = [one, ...(await tryPlace(context))];
  const listed = await openOrders(context, context.contract);
  await context.callWith('changeLeverage', input);
  const left = await clear(context, context.contract);
  const text = `the orders of ${context.contract} were cancelled, and ${one.orderId} of before the change of leverage is still open`;
  if (left.has(one.orderId)) throw new Found(broken(text, undefined, clauses.cancelMany));
  const [was, is] = orders.map(({ orderId }) => listed.find((record) => record['orderId'] === orderId));
  const name = differenceOf(VOLUMES, was, is);
  return name && `an order has the ${name} ${String(is?.[name])} after it, and one like it ${String(was?.[name])}`;
}

const TERMS = ['price', 'side', 'contractName'] as const;
/** Names that were observed for the quantity that was asked for. */
const VOLUMES = ['volume', 'origQty'] as const;

const differenceOf = <Name extends keyof ResultRecord>(names: readonly Name[], was?: ResultRecord, is?: ResultRecord) =>
  names.find((name) => {
    const [one, other] = [textOf(was?.[name]), textOf(is?.[name])];
    return one !== undefined && other !== undefined && one !== other && !sameDecimal(one, other);
  });

/** An order whose terms are others now, as far as both lists show them. */
function movedOf(
  before: readonly ResultRecord[],
  after: readonly ResultRecord[],
  orders: readonly Placed[],
): string | undefined {
  for (const { orderId } of orders) {
    const [was, is] = [before, after].map((records) => records.find((record) => record['orderId'] === orderId));
    const name = differenceOf(TERMS, was, is);
    if (name !== undefined)
      return `the order ${orderId} has the ${name} ${String(is?.[name])} after the call, and had ${String(was?.[name])} before it`;
  }
  return undefined;
}

/** Twice: an order may be over, or filled, in the moment of the call, and one that other checks use before it. */
async function leavesOrdersAlone(context: Context, operation: Operation): Promise<Finding> {
  if ((await harmOf(context, operation)) === undefined) return holds();
  context.bait.spend();
  const harm = await harmOf(context, operation);
  context.bait.spend();
  return harm === undefined
    ? holds('once an order changed, and not again')
    : broken(`${operation.operationId}: ${harm}`);
}

/** Orders are cancelled, and positions are none: one that can be closed without the call can be closed after it, or not, each time. */
async function leavesPositionsAlone(
  context: Context,
  operationId: 'cancelOrder' | 'cancelAllOrders',
): Promise<Finding> {
  for (const contract of (await otherContracts(context)).slice(0, TRIED)) {
    const without = () => closesAfter(context, contract, () => context.call('getOpenOrders', {}));
    const withCancel = () =>
      closesAfter(context, contract, async () => {
        await place(context, contract);
        context.bait.spend();
        return context.callWith(operationId, operationId === 'cancelOrder' ? { contractName: contract } : {});
      });
    const seen = [await without(), await withCancel(), await withCancel(), await without()];
    if (seen[0] !== true) continue;
    if (seen[1] === false && seen[2] === false && seen[3] === true)
      return broken(
        `${operationId} was called, and a position in ${contract} that was open before could not be closed`,
      );
    return seen.includes(undefined) ? notApplicable('no position could be opened each time') : holds(contract);
  }
  return notApplicable('no position could be opened and closed');
}

const positionChecks: readonly CheckRow[] = (['cancelOrder', 'cancelAllOrders'] as const).map((operationId) => ({
  id: `state/${operationId}/leaves-positions-alone`,
  title: `${operationId} cancels orders and closes no position`,
  clause: operationId === 'cancelOrder' ? clauses.cancelMany : clauses.cancelAll,
  operations: [operationId, 'createOrder', 'getOpenOrders'],
  throwAway: true,
  control: `shape/${operationId}/success`,
  assumes: [...CHANGES, ...FILLS],
  run: (context) => leavesPositionsAlone(context, operationId),
}));

const orderChecks: readonly CheckRow[] = declaredOperations.flatMap((operation): readonly CheckRow[] => {
  const { operationId } = operation;
  const clause = PURPOSES[operationId];
  if (clause === undefined) return [];
  return [
    {
      id: `state/${operationId}/leaves-orders-alone`,
      title: `${operationId} cancels no order${isSetting(operation) ? ' of another contract' : ''} and places none${operationId === 'createConditionOrder' ? ' at once' : ''}`,
      clause,
      operations: [operationId, 'createOrder', 'getOpenOrders', 'cancelOrder'],
      throwAway: true,
      control: `shape/${operationId}/success`,
      assumes: CHANGES,
      run: (context) => leavesOrdersAlone(context, operation),
    },
  ];
});

export const sideEffectChecks: readonly CheckRow[] = [...orderChecks, ...positionChecks];
