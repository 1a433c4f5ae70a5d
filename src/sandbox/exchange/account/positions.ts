import { type Decimal, isPositive, smaller, ZERO } from '../decimal.js';
import type { Account, Direction, Order, Position, OrderSide } from '../model/model.js';
import type { Transaction } from '../model/transaction.js';

/** Where the position that an order opens or closes is kept. */
export function positionKey(contract: string, mode: number, side: OrderSide, open: 'OPEN' | 'CLOSE'): string {
  if (mode === 1) return `${contract}|NET`;
  const long = (side === 'BUY') === (open === 'OPEN');
  return `${contract}|${long ? 'LONG' : 'SHORT'}`;
}

/** The position that an order with this side and effect would reduce, if there is one. */
export function reducedBy(account: Account, key: string, side: OrderSide): Position | undefined {
  const position = account.positions[key];
  return position !== undefined && (position.direction === 'LONG') === (side === 'SELL') ? position : undefined;
}

/** Profit of a position at a price, nothing paid yet. */
export function unrealized(position: Position, price: Decimal, multiplier: Decimal): Decimal {
  const value = price.times(position.volume).times(multiplier);
  return position.direction === 'LONG' ? value.minus(position.cost) : position.cost.minus(value);
}

interface Fill {
  readonly order: Pick<Order, 'accountId' | 'contract' | 'side' | 'open' | 'marginMode' | 'leverage'>;
  readonly price: Decimal;
  readonly volume: Decimal;
  readonly isMaker: boolean;
}

export interface FillEffect {
  readonly fee: Decimal;
  readonly realized: Decimal;
}

/** Applies one side of a fill: closes what it closes, opens the rest, moves profit and fee through the balance. */
export function applyFill(tx: Transaction, { order, price, volume, isMaker }: Fill): FillEffect {
  const { accountId, contract, side, open } = order;
  const account = tx.account(accountId);
  const { rules } = tx.market(contract);
  const mode = account.unlimited ? 1 : tx.settings(accountId, contract).positionMode;
  const key = positionKey(contract, mode, side, open);
  const value = (part: Decimal): Decimal => price.times(part).times(rules.multiplier);

  const reduced = reducedBy(account, key, side);
  const closing = reduced === undefined ? ZERO : smaller(reduced.volume, volume);
  const opening = volume.minus(closing);
  const rates = isMaker ? [rules.openMakerFee, rules.closeMakerFee] : [rules.openTakerFee, rules.closeTakerFee];
  const openFee = account.unlimited ? ZERO : value(opening).times(rates[0]!);
  const closeFee = account.unlimited ? ZERO : value(closing).times(rates[1]!);
  const fee = openFee.plus(closeFee);

  const realized = reduced === undefined ? ZERO : reduce(tx, key, reduced, closing, price, closeFee);
  if (isPositive(opening)) add(tx, key, order, opening, value(opening));
  tx.setAccount(accountId, { balance: tx.account(accountId).balance.plus(realized).minus(fee) });
  tx.fees = tx.fees.plus(fee);
  return { fee, realized };
}

/** Closes a part of a position and records the profit. The cost left is what was not closed, to the last digit. */
export function reduce(
  tx: Transaction,
  key: string,
  position: Position,
  volume: Decimal,
  price: Decimal,
  fee: Decimal,
): Decimal {
  const { multiplier } = tx.market(position.contract).rules;
  const whole = volume.eq(position.volume);
  const share = (amount: Decimal): Decimal => (whole ? amount : amount.times(volume).div(position.volume));
  const cost = share(position.cost);
  const value = price.times(volume).times(multiplier);
  const profit = position.direction === 'LONG' ? value.minus(cost) : cost.minus(value);
  tx.setPosition(
    position.accountId,
    key,
    whole
      ? undefined
      : {
          ...position,
          volume: position.volume.minus(volume),
          cost: position.cost.minus(cost),
          margin: position.margin.minus(share(position.margin)),
          realized: position.realized.plus(profit),
        },
  );
  const id = tx.nextSequence();
  tx.set(tx.profits, recordKey(position.accountId, id), {
    id,
    accountId: position.accountId,
    contract: position.contract,
    side: position.direction === 'LONG' ? 'BUY' : 'SELL',
    marginMode: position.marginMode,
    leverage: position.leverage,
    volume,
    openPrice: cost.div(volume).div(multiplier),
    closePrice: price,
    fee,
    profit,
    openedMs: position.openedMs,
    closedMs: tx.nowMs,
  });
  return profit;
}

function add(tx: Transaction, key: string, order: Fill['order'], volume: Decimal, cost: Decimal): void {
  const { accountId, contract, side, marginMode, leverage } = order;
  const before = tx.account(accountId).positions[key];
  const direction: Direction = side === 'BUY' ? 'LONG' : 'SHORT';
  const margin = cost.div(leverage);
  tx.setPosition(
    accountId,
    key,
    before === undefined
      ? {
          id: tx.nextSequence(),
          accountId,
          contract,
          direction,
          marginMode,
          leverage,
          volume,
          cost,
          margin,
          realized: ZERO,
          openedMs: tx.nowMs,
        }
      : {
          ...before,
          volume: before.volume.plus(volume),
          cost: before.cost.plus(cost),
          margin: before.margin.plus(margin),
        },
  );
}

/** Key of a record of an account, in the order of its numbers. */
export const recordKey = (accountId: string, id: number | string): string =>
  `${accountId}|${String(id).padStart(19, '0')}`;
