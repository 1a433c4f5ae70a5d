import { Decimal, decimal, ZERO } from './decimal.js';
import { HOUSE } from './account/house.js';
import { createMarket } from './markets/markets.js';
import type { Account, BookKey, ContractRules, State } from './model/model.js';
import { TREES } from './model/copy-state.js';
import { createTree } from './model/tree.js';

export interface AccountStart {
  readonly id: string;
  /** Money in the quote currency, as text. */
  readonly balance: string;
}

/** An exchange on which nothing has happened yet. */
export function createState(
  contracts: readonly ContractRules[],
  accounts: readonly AccountStart[],
  seed: number,
): State {
  const names = contracts.map(({ name }) => name);
  const books = () => Object.fromEntries(names.map((name) => [name, createTree<BookKey, string>([], byPriceAndTime)]));
  const all = [
    ...accounts.map(({ id, balance }) => createAccount(id, decimal(balance), false)),
    createAccount(HOUSE, ZERO, true),
  ];
  return {
    seed,
    nowMs: 0,
    sequence: 0,
    fees: ZERO,
    markets: Object.fromEntries(contracts.map((rules) => [rules.name, createMarket(rules)])),
    accounts: Object.fromEntries(all.map((account) => [account.id, account])),
    bids: books(),
    asks: books(),
    orders: createTree(),
    open: createTree(),
    done: createTree(),
    finished: createTree(),
    clientIds: createTree(),
    conditions: createTree(),
    trades: createTree(),
    profits: createTree(),
    cancelling: createTree(),
  };
}

/** Adds an account to a running exchange. */
export function withAccount(state: State, { id, balance }: AccountStart): State {
  return { ...state, accounts: { ...state.accounts, [id]: createAccount(id, decimal(balance), false) } };
}

function createAccount(id: string, balance: Decimal, unlimited: boolean): Account {
  return { id, balance, held: ZERO, closing: {}, unlimited, settings: {}, positions: {} };
}

const byPriceAndTime = (a: BookKey, b: BookKey): number => a[0] - b[0] || a[1] - b[1];

/** The state as plain JSON; {@link restoreState} makes the same state of it. */
export function snapshotState(state: State): unknown {
  const plain: Record<string, unknown> = { ...state };
  for (const name of TREES) plain[name] = [...state[name].entries()];
  for (const side of ['bids', 'asks'] as const) {
    plain[side] = Object.fromEntries(Object.entries(state[side]).map(([name, tree]) => [name, [...tree.entries()]]));
  }
  return encode({ version: VERSION, ...plain });
}

/** Of the format of a snapshot. */
const VERSION = 1;

/** @throws {TypeError} When that is not a snapshot. */
export function restoreState(snapshot: unknown): State {
  const { version, ...plain } = Object(decode(snapshot)) as Record<string, any>;
  if (typeof version === 'number' && version > VERSION && TREES.every((name) => name in plain))
    throw new TypeError('of a later version of this package');
  const isAlike = Object.entries(createState([], [], 0)).every(([name, value]) => typeof plain[name] === typeof value);
  if (version !== VERSION || !isAlike || TREES.some((name) => !Array.isArray(plain[name])))
    throw new TypeError(`not a snapshot of a sandbox in version ${VERSION} of its format`);
  for (const name of TREES) plain[name] = createTree(plain[name]);
  for (const side of ['bids', 'asks']) {
    for (const [name, entries] of Object.entries(plain[side])) {
      plain[side][name] = createTree(entries as [BookKey, string][], byPriceAndTime);
    }
  }
  return plain as unknown as State;
}

/** Decimals become `{ decimal: text }`; nothing else in the state has that shape. */
function encode(value: unknown): unknown {
  if (value instanceof Decimal) return { decimal: value.toFixed() };
  if (Array.isArray(value)) return value.map(encode);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]![0] === 'decimal') return decimal(entries[0]![1] as string);
  return Object.fromEntries(entries.map(([key, item]) => [key, decode(item)]));
}
