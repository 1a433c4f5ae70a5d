import { copyState } from './copy-state.js';
import type { Tree, TreeView } from './tree.js';
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

type View<Name extends keyof State> = State[Name] extends Tree<infer K, infer V> ? TreeView<K, V> : never;

/** A tree, a key, and the value before it was changed: undefined when there was none. */
type TreeChange = readonly [tree: Tree<unknown, unknown>, key: unknown, before: unknown];

/**
 * One step in the making. The trees of the state are changed in place; `undo` makes them what they were. All else is changed in
 * copies: the rest of the state it started from stays as it was.
 */
export class Transaction {
  readonly nowMs: number;
  readonly events: ExchangeEvent[] = [];
  readonly orders: View<'orders'>;
  readonly open: View<'open'>;
  readonly done: View<'done'>;
  readonly finished: View<'finished'>;
  readonly clientIds: View<'clientIds'>;
  readonly conditions: View<'conditions'>;
  readonly trades: View<'trades'>;
  readonly profits: View<'profits'>;
  readonly cancelling: View<'cancelling'>;
  fees: Decimal;
  readonly #state: State;
  readonly #changes: TreeChange[] = [];
  #sequence: number;
  readonly #markets: Record<string, Market>;
  readonly #accounts: Record<string, Account>;

  constructor(state: State, nowMs: number) {
    this.nowMs = Math.max(nowMs, state.nowMs);
    this.#state = state;
    this.orders = state.orders;
    this.open = state.open;
    this.done = state.done;
    this.finished = state.finished;
    this.clientIds = state.clientIds;
    this.conditions = state.conditions;
    this.trades = state.trades;
    this.profits = state.profits;
    this.cancelling = state.cancelling;
    this.fees = state.fees;
    this.#sequence = state.sequence;
    this.#markets = { ...state.markets };
    this.#accounts = { ...state.accounts };
  }

  commit(): State {
    const { seed, bids, asks, orders, open, done, finished, clientIds, conditions, trades, profits, cancelling } =
      this.#state;
    return {
      seed,
      nowMs: this.nowMs,
      sequence: this.#sequence,
      fees: this.fees,
      markets: this.#markets,
      accounts: this.#accounts,
      bids,
      asks,
      orders,
      open,
      done,
      finished,
      clientIds,
      conditions,
      trades,
      profits,
      cancelling,
    };
  }

  /** Sets a key of a tree. Returns whether it is new. */
  set<K, V>(view: TreeView<K, V>, key: K, value: V): boolean {
    const tree = view as Tree<K, V>;
    // Most keys are new: what was there before needs to be looked up for the others only.
    const isNew = tree.set(key, value, false);
    this.#changes.push([tree as Tree<any, any>, key, isNew ? undefined : tree.get(key)]);
    if (!isNew) tree.set(key, value);
    return isNew;
  }

  /** Deletes a key of a tree. Returns whether there was one. */
  delete<K, V>(view: TreeView<K, V>, key: K): boolean {
    const before = view.get(key);
    if (before === undefined) return false;
    this.#changes.push([view as Tree<any, any>, key, before]);
    return (view as Tree<K, V>).delete(key);
  }

  /** Takes back what has changed in the trees, the last change first. */
  undo(): void {
    for (const [tree, key, before] of this.#changes.toReversed()) {
      if (before === undefined) tree.delete(key);
      else tree.set(key, before);
    }
  }

  /** A step on what this one has come to, to try something that is thrown away. */
  fork(): Transaction {
    return new Transaction(copyState(this.commit()), this.nowMs);
  }

  nextSequence(): number {
    return ++this.#sequence;
  }

  /** A new identifier: growing, never used before, with a step that depends on the seed. */
  nextId(): string {
    const low = FIRST_ID.low + this.nextSequence() * 7 + (this.#state.seed % 7);
    const high = FIRST_ID.high + (this.#state.seed % 997) + Math.floor(low / LOW_END);
    return String(high) + String(low % LOW_END).padStart(9, '0');
  }

  market(contract: string): Market {
    // `constructor` and the like are not contracts either.
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

  /** The resting orders of one side. */
  book(contract: string, side: 'BUY' | 'SELL'): TreeView<BookKey, string> {
    return (side === 'BUY' ? this.#state.bids : this.#state.asks)[contract]!;
  }

  setOrder(order: Order): void {
    this.set(this.orders, order.id, order);
    this.events.push({ type: 'order', order });
  }
}
