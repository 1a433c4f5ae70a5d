import { createHmac } from '#hmac';
import { refuse } from '../core/argument.js';
import type { TailState } from '../history/history-tail.js';
import { compareRecordIds } from '../history/record-id.js';

/** An order that was told as opened, and has not ended. */
export interface ToldOrder {
  /** Sum of the fills that were told. */
  readonly counted: string;
  /** The last trade that was told; an empty text when none was. */
  readonly lastTrade: string;
  /** The most that was filled before the watch. */
  readonly before: string;
}

/** The state of a watch: enough to resume it. */
export interface ToldState {
  /** Undefined before the ends of the histories have been found. */
  readonly trades?: TailState;
  readonly orders?: TailState;
  /** True when the orders of the start have all been told. */
  readonly isStarted: boolean;
  readonly open: ReadonlyMap<string, ToldOrder>;
  /** Orders that have ended, for as long as a read that lags behind may show them again. */
  readonly ended: Iterable<string>;
}

const FORM = /^futures-watch\.1\.([0-9a-f]{16})\.(.*)$/s;

const checksum = (json: string): string => createHmac('futures-trading-client: resume token')(json).slice(0, 16);

/** Writes a token: text without a secret. Ids are written as their distance to the one before. `account`: see `accountOf`. */
export function writeToken(account: string, contractName: string, { open, ended, ...state }: ToldState): string {
  const ids = [...open.keys()].sort(compareRecordIds);
  const json = JSON.stringify({
    account,
    contractName,
    ...state,
    ids: distances(ids),
    open: ids.map((id) => open.get(id)).map((order) => [order!.counted, order!.lastTrade, order!.before]),
    ended: distances([...ended].sort(compareRecordIds)),
  });
  return `futures-watch.1.${checksum(json)}.${json}`;
}

/** @throws {ArgumentError} When it is damaged, of another account, base URL or contract, or of a later version. Nothing was sent. */
export function readToken(token: string, accounts: readonly string[], contractName: string): ToldState {
  const [, sum, json = ''] = FORM.exec(String(token)) ?? [];
  if (sum === undefined) return refuse('since', 'is not a token of a watch, or of another version', REFUSING);
  if (checksum(json) !== sum) return refuse('since', 'is damaged: pass the token of an event, unchanged', REFUSING);
  const { account, ids, open, ended, ...state } = JSON.parse(json) as Written;
  if (!accounts.includes(account))
    refuse('since', 'is of another account or base URL: its orders are not here (option formerAccounts)', REFUSING);
  if (state.contractName !== contractName) refuse('since', `is of the contract ${state.contractName}`, REFUSING);
  const told = sums(ids).map((id, i): [string, ToldOrder] => {
    const [counted, lastTrade, before] = open[i]!;
    return [id, { counted, lastTrade, before }];
  });
  return { ...state, open: new Map(told), ended: sums(ended) };
}

interface Written extends Omit<ToldState, 'open' | 'ended'> {
  readonly account: string;
  readonly contractName: string;
  readonly ids: readonly string[];
  readonly open: readonly (readonly [string, string, string])[];
  readonly ended: readonly string[];
}

const REFUSING = { caller: 'watchOrders' };

const distances = (ids: readonly string[]): readonly string[] =>
  ids.map((id, i) => (BigInt(id) - BigInt(ids[i - 1] ?? 0)).toString(36));

function sums(texts: readonly string[]): string[] {
  let last = 0n;
  return texts.map((text) => String((last += fromBase36(text))));
}

const fromBase36 = (text: string): bigint =>
  [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
