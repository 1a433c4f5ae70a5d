import { changeClosing, closableVolume, closingVolume } from '../account/closing.js';
import { type Decimal, hasPlaces, isPositive, readDecimal, ruleDecimal, ZERO } from '../decimal.js';
import { fromTicks, toTicks } from '../account/house.js';
import { available, holdFor, setHold } from '../account/margin.js';
import { bestOffer, crosses, match } from './matching.js';
import type { ContractRules, Order, OrderInput } from '../model/model.js';
import { positionKey } from '../account/positions.js';
import { refuse } from '../refusal.js';
import { finish, rest } from './resting.js';
import { newOrder } from './new-order.js';
import type { Transaction } from '../model/transaction.js';

/** A client's own id is shorter than this (observed). */
const MAX_CLIENT_ID = 32;

/** Takes an order: checks it, fills what it meets, lets the rest rest or ends it. Returns it as it is afterwards. */
export function place(tx: Transaction, accountId: string, input: OrderInput): Order {
  const order = accept(tx, accountId, input);
  if (order.timeInForce === 'POST_ONLY' && meetsSomething(tx, order)) return finish(tx, order, 'CANCELED');
  if (order.timeInForce === 'FOK' && fillable(tx, order).lt(order.volume)) return finish(tx, order, 'CANCELED');
  const matched = match(tx, order);
  const isTouched = isPositive(matched.filled);
  if (isTouched && matched.filled.eq(matched.volume)) return finish(tx, matched, 'FILLED');
  if (order.type === 'MARKET' || order.timeInForce === 'IOC') return finish(tx, matched, 'CANCELED');
  const resting: Order = { ...matched, status: isTouched ? 'PART_FILLED' : 'NEW' };
  rest(tx, resting);
  return resting;
}

/** Checks an order against contract and account and keeps back what it needs. Nothing is changed before all checks. */
function accept(tx: Transaction, accountId: string, input: OrderInput): Order {
  const order = read(tx, accountId, input);
  const { contract, clientOrderId } = order;
  const hold = order.open === 'OPEN' ? assertAffordable(tx, order) : ZERO;
  if (order.open === 'CLOSE') assertClosable(tx, order);
  if (clientOrderId !== '') tx.set(tx.clientIds, `${accountId}|${contract}|${clientOrderId}`, order.id);
  changeClosing(tx, order, order.volume);
  return setHold(tx, order, hold);
}

/** The order as it was sent, nothing filled and nothing kept back. */
function read(tx: Transaction, accountId: string, input: OrderInput): Order {
  const contract = input.contractName;
  const { rules } = tx.market(contract);
  const settings = tx.settings(accountId, contract);
  const marginMode = readMarginMode(input.positionType);
  const { clientOrderId = '', timeInForce = '' } = input;
  if (clientOrderId.length >= MAX_CLIENT_ID) refuse('-2100', `clientOrderId must be shorter than ${MAX_CLIENT_ID}`);
  if (input.type === 'MARKET' && timeInForce === 'POST_ONLY') refuse('-1014', 'Unsupported order combination.');

  const price = input.type === 'MARKET' ? marketLimit(tx, input) : readPrice(input.price, rules);
  const volume = readVolume(tx, input);
  return newOrder(tx, {
    accountId,
    contract,
    clientOrderId,
    side: input.side,
    open: input.open,
    type: input.type,
    timeInForce,
    marginMode,
    leverage: settings.leverage,
    price,
    volume,
  });
}

/** Returns what is to be kept back. A sale is filled at the best bid or below, which may be far above its own price. */
function assertAffordable(tx: Transaction, order: Order): Decimal {
  const { accountId, contract, side, marginMode, price, volume } = order;
  const { positionMode } = tx.settings(accountId, contract);
  const existing = tx.account(accountId).positions[positionKey(contract, positionMode, side, 'OPEN')];
  if (existing !== undefined && existing.marginMode !== marginMode) {
    refuse('-1165', 'The margin mode differs from that of the position.');
  }
  const bid = side === 'SELL' ? bestOffer(tx, contract, side) : undefined;
  const best = bid === undefined || bid.ticks < order.ticks ? price : fromTicks(bid.ticks, tx.market(contract).rules);
  const hold = holdFor(tx, order, best, volume);
  if (hold.gt(available(tx, tx.account(accountId)))) refuse('-2017', 'Balance insufficient.');
  return hold;
}

function readMarginMode(positionType: string): 1 | 2 {
  if (positionType === '1') return 1;
  if (positionType === '2') return 2;
  return refuse('-2100', 'positionType is 1 (cross) or 2 (isolated)');
}

function readPrice(text: string | undefined, rules: ContractRules): Decimal {
  const price = text === undefined ? ZERO : readDecimal('price', text);
  if (!isPositive(price)) refuse('-1138', 'The price is outside the allowed range.');
  if (!hasPlaces(price, rules.pricePrecision)) refuse('-1111', 'Precision is over the maximum defined for this asset.');
  if (!Number.isSafeInteger(toTicks(price, rules))) refuse('-1138', 'The price is outside the allowed range.');
  return price;
}

/** A market order meets everything up to a tenth away from the mark price; beyond that it is cancelled. */
function marketLimit(tx: Transaction, { contractName, side }: OrderInput): Decimal {
  const { price, rules } = tx.market(contractName);
  if (bestOffer(tx, contractName, side) === undefined) refuse('-1112', 'No orders on book for symbol.');
  return price.times(side === 'BUY' ? '1.1' : '0.9').truncated(rules.pricePrecision);
}

/** Contracts; a market order that opens is given by value in the quote currency (observed, n=3), at the mark price. */
function readVolume(tx: Transaction, { contractName, type, open, volume: text }: OrderInput): Decimal {
  const { rules, price } = tx.market(contractName);
  let volume = readDecimal('volume', text);
  if (!isPositive(volume)) refuse('-1136', 'The volume is below the minimum.');
  if (type === 'MARKET' && open === 'OPEN') {
    volume = volume.div(price.times(rules.multiplier)).truncated(rules.volumePrecision);
  } else if (!hasPlaces(volume, rules.volumePrecision)) {
    refuse('-1111', 'Precision is over the maximum defined for this asset.');
  }
  if (volume.lt(ruleDecimal(rules.minVolume))) refuse('-1136', 'The volume is below the minimum.');
  return volume;
}

/** The volume held, less what other orders are already closing. */
function assertClosable(tx: Transaction, order: Order): void {
  const left = closableVolume(tx, order).minus(closingVolume(tx, order));
  if (order.volume.gt(left)) refuse('10015', 'More than the closable amount.');
}

function meetsSomething(tx: Transaction, order: Order): boolean {
  const offer = bestOffer(tx, order.contract, order.side);
  return offer !== undefined && crosses(order.side, order.ticks, offer);
}

/** The volume of an order that could be filled now: tried on a copy that is thrown away. */
const fillable = (tx: Transaction, order: Order): Decimal => match(tx.fork(), order).filled;
