import type { FieldName } from '../../../generated/description.js';
import { hasPlaces, isNegative, isPositive, isZero, readDecimal, ZERO } from './decimal.js';
import { available, holdFor, profitOf, setHold } from './account/margin.js';
import type { AccountSettings, Position } from './model/model.js';
import { refuse } from './refusal.js';
import { openOrders } from './orders/resting.js';
import type { Transaction } from './model/transaction.js';

/**
 * Changes position mode (1 net, 2 two-way) or margin mode (1 cross, 2 isolated). Orders name their own margin mode; this is
 * what a contract starts with.
 */
export function changeMode(tx: Transaction, accountId: string, contract: string, mode: Partial<AccountSettings>): void {
  tx.market(contract);
  const positions = Object.values(tx.account(accountId).positions).some((position) => position.contract === contract);
  if (positions || openOrders(tx, accountId, contract).length > 0) {
    refuse('-1020', 'Not possible while there are positions or open orders of this contract.');
  }
  change(tx, accountId, contract, mode);
}

/** Changes leverage, and with it the margin of open orders and of cross positions. */
export function changeLeverage(tx: Transaction, accountId: string, contract: string, level: string): void {
  const { maxLeverage } = tx.market(contract).rules;
  const leverage = Number(level);
  if (!Number.isInteger(leverage) || leverage < 1) refuse('-2100', 'nowLevel is a whole number from 1');
  if (leverage > maxLeverage) refuse('-1153', `The leverage is above the maximum of ${maxLeverage}.`);
  const before = available(tx, tx.account(accountId));
  change(tx, accountId, contract, { leverage });
  for (const order of openOrders(tx, accountId, contract)) {
    const left = order.volume.minus(order.filled);
    const next = { ...order, leverage };
    tx.setOrder(order.open === 'OPEN' ? setHold(tx, next, holdFor(tx, next, order.price, left)) : next);
  }
  for (const [key, position] of Object.entries(tx.account(accountId).positions)) {
    if (position.contract !== contract) continue;
    const margin = position.marginMode === 1 ? position.cost.div(leverage) : position.margin;
    tx.setPosition(accountId, key, { ...position, leverage, margin });
  }
  // Where money is missing already, a higher leverage helps.
  const after = available(tx, tx.account(accountId));
  if (isNegative(after) && after.lt(before)) refuse('-2017', 'Balance insufficient.');
}

/** Adds money to an isolated position, or takes some of it out again (the sign is assumed: `margin.amount-sign`). */
export function adjustPositionMargin(tx: Transaction, accountId: string, positionId: string, text: string): void {
  const account = tx.account(accountId);
  const found = Object.entries(account.positions).find(([, { id }]) => String(id) === positionId);
  if (found === undefined) return refuse('-1149', 'There is no isolated position with this id.');
  const [key, position] = found;
  if (position.marginMode !== 2) refuse('-1149', 'The position is not isolated.');
  const amount = readDecimal('amount', text);
  if (isZero(amount)) refuse('-2100', 'amount is 0');
  if (!hasPlaces(amount, 16)) refuse('-1111', 'Precision is over the maximum defined for this asset.');
  if (isPositive(amount) && amount.gt(available(tx, account))) refuse('-2017', 'Balance insufficient.');
  const margin = position.margin.plus(amount);
  if (isNegative(amount) && margin.plus(lossOf(tx, position)).lt(position.cost.div(position.leverage))) {
    refuse('-2017', 'The margin left would be too small.');
  }
  tx.setPosition(accountId, key, { ...position, margin });
}

function lossOf(tx: Transaction, position: Position) {
  const profit = profitOf(tx, position);
  return isNegative(profit) ? profit : ZERO;
}

export function readMode(field: FieldName, code: string): 1 | 2 {
  if (code === '1') return 1;
  if (code === '2') return 2;
  return refuse('-2100', `${field} is 1 or 2`);
}

function change(tx: Transaction, accountId: string, contract: string, part: Partial<AccountSettings>): void {
  const settings = { ...tx.settings(accountId, contract), ...part };
  tx.setAccount(accountId, { settings: { ...tx.account(accountId).settings, [contract]: settings } });
}
