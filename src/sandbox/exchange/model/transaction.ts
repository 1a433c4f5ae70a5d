import type { Tree } from './tree.js';
import type { Decimal } from '../decimal.js';
import type { Account, AccountSettings, BookKey, ExchangeEvent, Market, Order, Position, State } from './model.js';
import { refuse } from '../refusal.js';

/** Settings of an account for a contract that it has not touched. */
export const DEFAULT_SETTINGS: AccountSettings = { positionMode: 1, marginMode: 1, leverage: 20 };

/**
 * The first identifier, in two halves: its last 9 digits apart. Identifiers have 19 digits, so that a program that puts them
 * through a double is found out.
 */
const FIRST_ID = { high: 2_006_628_907, low: 41_292_000 };
const LOW_END = 1_000_000_000;

/**
 * One step in the making. It works on copies that share all that does not change: the state it started from stays as it
 * was, and is the result when the step is refused.
 */
export class Transaction {
  readonly nowMs: number;
  readonly events: ExchangeEvent[] = [];
  readonly orders: State['orders'];
  readonly open: State['open'];
  readonly done: State['done'];
  readonly finished: State['finished'];
  readonly clientIds: State['clientIds'];
  readonly conditions: State['conditions'];
  readonly trades: State['trades'];
  readonly profits: State['profits'];
  readonly cancelling: State['cancelling'];
  fees: Decimal;
  readonly #seed: number;
  /** Books that this step has a copy of already. */
  readonly #ownBooks = new Set<string>();
  #sequence: number;
  readonly #markets: Record<string, Market>;
  readonly #accounts: Record<string, Account>;
  readonly #bids: Record<string, Tree<BookKey, string>>;
  readonly #asks: Record<string, Tree<BookKey, string>>;

  constructor(state: State, nowMs: number) {
    this.nowMs = Math.max(nowMs, state.nowMs);
    this.orders = state.orders.clone();
    this.open = state.open.clone();
    this.done = state.done.clone();
    this.finished = state.finished.clone();
    this.clientIds = state.clientIds.clone();
    this.conditions = state.conditions.clone();
    this.trades = state.trades.clone();
    this.profits = state.profits.clone();
    this.cancelling = state.cancelling.clone();
    this.fees = state.fees;
    this.#seed = state.seed;
    this.#sequence = state.sequence;
    this.#markets = { ...state.markets };
    this.#accounts = { ...state.accounts };
    this.#bids = { ...state.bids };
    this.#asks = { ...state.asks };
  }

  commit(): State {
    return {
      seed: this.#seed,
      nowMs: this.nowMs,
      sequence: this.#sequence,
      fees: this.fees,
      markets: this.#markets,
      accounts: this.#accounts,
      bids: this.#bids,
      asks: this.#asks,
      orders: this.orders,
      open: this.open,
      done: this.done,
      finished: this.finished,
      clientIds: this.clientIds,
      conditions: this.conditions,
      trades: this.trades,
      profits: this.profits,
      cancelling: this.cancelling,
    };
  }

  /** A step on what this one has come to, to try something that is thrown away. */
  fork(): Transaction {
    return new Transaction(this.commit(), this.nowMs);
  }

  nextSequence(): number {
    return ++this.#sequence;
  }

  /** A new identifier: growing, never used before, with a step that depends on the seed. */
  nextId(): string {
    const low = FIRST_ID.low + this.nextSequence() * 7 + (this.#seed % 7);
    const high = FIRST_ID.high + (this.#seed % 997) + Math.floor(low / LOW_END);
    return String(high) + String(low % LOW_END).padStart(9, '0');
  }

  market(contract: string): Market {
    // `constructor` and its like are no contracts either.
    return Object.hasOwn(this.#markets, contract) ? this.#markets[contract]! : refuse('-1121', 'Invalid symbol.');
  }

  get contracts(): string[] {
    return Object.keys(this.#markets);
  }

  setMarket(contract: string, change: Partial<Market>): void {
    this.#markets[contract] = { ...this.market(contract), ...change };
  }

  account(id: string): Account {
    return this.#accounts[id]!;
  }

  get accounts(): Account[] {
    return Object.values(this.#accounts);
  }

  setAccount(id: string, change: Partial<Account>): void {
    this.#accounts[id] = { ...this.account(id), ...change };
  }

  settings(accountId: string, contract: string): AccountSettings {
    return this.account(accountId).settings[contract] ?? DEFAULT_SETTINGS;
  }

  setPosition(accountId: string, key: string, position: Position | undefined): void {
    const { [key]: _before, ...positions } = this.account(accountId).positions;
    this.setAccount(accountId, { positions: position === undefined ? positions : { ...positions, [key]: position } });
  }

  /** The resting orders of one side, for changing. */
  book(contract: string, side: 'BUY' | 'SELL', change = false): Tree<BookKey, string> {
    const books = side === 'BUY' ? this.#bids : this.#asks;
    const name = `${side}|${contract}`;
    if (change && !this.#ownBooks.has(name)) {
      books[contract] = books[contract]!.clone();
      this.#ownBooks.add(name);
    }
    return books[contract]!;
  }

  setOrder(order: Order): void {
    this.orders.set(order.id, order);
    this.events.push({ type: 'order', order });
  }
}
