import { type Decimal, ZERO } from '../../../src/sandbox/exchange/decimal.js';
import { HOUSE } from '../../../src/sandbox/exchange/account/house.js';
import type { Order, Position, State, Trade } from '../../../src/sandbox/exchange/model/model.js';

/*
 * The invariants after every command, worked out from the records alone and without any function of the exchange that
 * could share a mistake with it.
 */

type Problem = string;

const sum = (values: Iterable<Decimal>): Decimal => [...values].reduce((total, value) => total.plus(value), ZERO);
const accountsOf = (state: State) => Object.values(state.accounts);
const positionsOf = (state: State): Position[] =>
  accountsOf(state).flatMap(({ positions }) => Object.values(positions));
const ordersOf = (state: State): Order[] => [...state.orders.values()];
const tradesOf = (state: State): Trade[] => [...state.trades.values()].sort((a, b) => a.id - b.id);
const idsOf = (keys: Iterable<string>): string[] => [...keys].map((key) => key.slice(key.lastIndexOf('|') + 1));

function paperProfit(state: State, { contract, direction, volume, cost }: Position): Decimal {
  const { price, rules } = state.markets[contract]!;
  const value = volume.times(price).times(rules.multiplier);
  return direction === 'LONG' ? value.minus(cost) : cost.minus(value);
}

export function moneyOf(state: State): string {
  const balances = sum(accountsOf(state).map(({ balance }) => balance));
  const profits = sum(positionsOf(state).map((position) => paperProfit(state, position)));
  return balances.plus(profits).plus(state.fees).toFixed();
}

export function problemsOf(state: State): Problem[] {
  return [
    ...volumes(state),
    ...reserves(state),
    ...books(state),
    ...identifiers(state),
    ...fills(state),
    ...positionProblems(state),
    ...openAndDone(state),
    ...equity(state),
  ];
}

function* volumes(state: State): Iterable<Problem> {
  for (const { id, volume, filled, hold } of ordersOf(state)) {
    if (volume.lte(0) || filled.lt(0) || filled.gt(volume)) yield `order ${id} has ${filled} of ${volume} filled`;
    if (hold.lt(0)) yield `order ${id} holds ${hold}`;
  }
  for (const { id, volume, margin } of positionsOf(state)) {
    if (volume.lte(0)) yield `position ${id} has the volume ${volume}`;
    if (margin.lt(0)) yield `position ${id} has the margin ${margin}`;
  }
  for (const { rules, houseAsks, houseBids, volume } of Object.values(state.markets)) {
    if (volume.lt(0)) yield `${rules.name} traded ${volume}`;
    for (const [ticks, offered] of [...houseAsks, ...houseBids]) {
      if (offered.lte(0) || ticks <= 0) yield `the house quotes ${offered} at ${ticks}`;
    }
  }
}

/** Margin held and volume being closed agree with the open orders, and no more is being closed than there is. */
function* reserves(state: State): Iterable<Problem> {
  const open = idsOf(state.open.keys()).map((id) => state.orders.get(id)!);
  for (const account of accountsOf(state)) {
    const own = open.filter(({ accountId }) => accountId === account.id);
    const held = sum(own.map(({ hold }) => hold));
    if (!held.eq(account.held)) yield `${account.id} has ${account.held} held, its orders ${held}`;
    for (const contract of Object.keys(state.markets)) {
      for (const side of ['BUY', 'SELL'] as const) {
        const closers = own.filter(
          (order) => order.open === 'CLOSE' && order.contract === contract && order.side === side,
        );
        const closing = sum(closers.map(({ volume, filled }) => volume.minus(filled)));
        if (!closing.eq(account.closing[`${contract}|${side}`] ?? ZERO))
          yield `${account.id} does not count ${closing}`;
        const closable = Object.values(account.positions)
          .filter((position) => position.contract === contract)
          .filter(({ direction }) => direction === (side === 'SELL' ? 'LONG' : 'SHORT'));
        if (closing.gt(sum(closable.map(({ volume }) => volume)))) yield `${account.id} closes more than it has`;
      }
    }
  }
  for (const { id, hold } of ordersOf(state)) {
    if (!open.some((order) => order.id === id) && !hold.eq(0)) yield `order ${id} is done and holds ${hold}`;
  }
}

function* books(state: State): Iterable<Problem> {
  const open = new Set(idsOf(state.open.keys()));
  const resting: string[] = [];
  for (const contract of Object.keys(state.markets)) {
    const [bids, asks] = [state.bids, state.asks].map((side) =>
      [...side[contract]!.values()].map((id) => state.orders.get(id)!),
    ) as [Order[], Order[]];
    resting.push(...[...bids, ...asks].map(({ id }) => id));
    if (bids.some(({ side }) => side !== 'BUY') || asks.some(({ side }) => side !== 'SELL'))
      yield 'a book has the wrong side';
    const [bid, ask] = [bids[0]?.price, asks[0]?.price];
    if (bid !== undefined && ask !== undefined && bid.gte(ask)) yield `${contract} is crossed: ${bid} over ${ask}`;
    yield* inOrder(bids, -1);
    yield* inOrder(asks, 1);
  }
  if (resting.length !== open.size || !resting.every((id) => open.has(id))) yield 'books and open orders differ';
}

function* inOrder(book: readonly Order[], sign: 1 | -1): Iterable<Problem> {
  for (const [i, order] of book.slice(1).entries()) {
    const before = book[i]!;
    const byPrice = order.price.cmp(before.price) * sign;
    if (byPrice < 0 || (byPrice === 0 && order.sequence <= before.sequence))
      yield `order ${order.id} waits too far behind`;
  }
}

function* identifiers(state: State): Iterable<Problem> {
  const orders = [...state.orders.keys()];
  const conditions = [...state.conditions.keys()];
  // Each fill with the house has an id on the other side that no order has.
  const strangers = tradesOf(state)
    .filter(({ accountId }) => accountId === HOUSE)
    .map(({ side, bidId, askId }) => (side === 'BUY' ? bidId : askId));
  const numbers = [
    ...tradesOf(state).map(({ id }) => id),
    ...[...state.profits.values()].map(({ id }) => id),
    ...positionsOf(state).map(({ id }) => id),
  ].map(String);
  for (const list of [[...orders, ...conditions, ...strangers], numbers]) {
    if (new Set(list).size !== list.length) yield 'an id is used twice';
  }
}

/** Trades come in pairs: the same fill from both sides. Orders have filled what their trades say. */
function* fills(state: State): Iterable<Problem> {
  const trades = tradesOf(state);
  for (let i = 0; i < trades.length; i += 2) {
    const [a, b] = [trades[i]!, trades[i + 1]];
    const same =
      b !== undefined &&
      a.bidId === b.bidId &&
      a.askId === b.askId &&
      a.price.eq(b.price) &&
      a.volume.eq(b.volume) &&
      a.contract === b.contract &&
      a.side !== b.side &&
      a.isMaker !== b.isMaker;
    if (!same) yield `trade ${a.id} has no other side`;
  }
  const filled = new Map<string, Decimal>();
  for (const { accountId, side, bidId, askId, volume, price, contract } of trades) {
    if (accountId === HOUSE) continue;
    const id = side === 'BUY' ? bidId : askId;
    const order = state.orders.get(id);
    filled.set(id, (filled.get(id) ?? ZERO).plus(volume));
    if (order?.accountId !== accountId || order.contract !== contract || order.side !== side)
      yield `a trade is not of ${id}`;
    else if (order.type === 'LIMIT' && (side === 'BUY' ? price.gt(order.price) : price.lt(order.price))) {
      yield `order ${id} at ${order.price} is filled at ${price}`;
    }
  }
  for (const { id, filled: told } of ordersOf(state)) {
    if (!told.eq(filled.get(id) ?? ZERO)) yield `order ${id} has ${told} filled, its trades ${filled.get(id)}`;
  }
}

/** Long less short is bought less sold, for everybody; and as much is held long as short. */
function* positionProblems(state: State): Iterable<Problem> {
  for (const contract of Object.keys(state.markets)) {
    for (const { id } of accountsOf(state)) {
      const bought = sum(
        tradesOf(state)
          .filter((trade) => trade.accountId === id && trade.contract === contract)
          .map(({ side, volume }) => (side === 'BUY' ? volume : volume.times(-1))),
      );
      const held = signedVolume(positionsOf(state).filter((p) => p.accountId === id && p.contract === contract));
      if (!held.eq(bought)) yield `${id} has ${held} of ${contract} and bought ${bought}`;
    }
    const all = signedVolume(positionsOf(state).filter((position) => position.contract === contract));
    if (!all.eq(0)) yield `${contract} is held long and short by different amounts: ${all}`;
  }
}

const signedVolume = (list: readonly Position[]): Decimal =>
  sum(list.map(({ direction, volume }) => (direction === 'LONG' ? volume : volume.times(-1))));

const OPEN = ['NEW', 'PART_FILLED', 'PENDING_CANCEL'];

/** Open orders and history have no order in common, and together have all. */
function* openAndDone(state: State): Iterable<Problem> {
  const [open, done] = [idsOf(state.open.keys()), idsOf(state.done.keys())];
  const all = new Set([...open, ...done]);
  if (all.size !== open.length + done.length) yield 'an order is open and done';
  if (all.size !== state.orders.size || ![...all].every((id) => state.orders.has(id)))
    yield 'an order is neither open nor done';
  for (const { id, status } of ordersOf(state)) {
    if (OPEN.includes(status) !== open.includes(id)) yield `order ${id} is ${status} in the wrong list`;
  }
}

/** Nobody but the house owes money: positions are taken over before. */
function* equity(state: State): Iterable<Problem> {
  for (const account of accountsOf(state)) {
    const own = Object.values(account.positions);
    const cross = sum(own.filter(({ marginMode }) => marginMode === 1).map((position) => paperProfit(state, position)));
    const isolated = sum(own.filter(({ marginMode }) => marginMode === 2).map(({ margin }) => margin));
    const left = account.balance.plus(cross).minus(isolated);
    if (account.id !== HOUSE && left.lt(0)) yield `${account.id} owes ${left}`;
  }
}
