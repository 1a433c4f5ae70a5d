import { DEFAULT_DIALECT } from '../sandbox/dialect.js';
import type { Fields } from '../sandbox/exchange/command.js';
import { DEFAULT_CONTRACTS } from '../sandbox/exchange/markets/contracts.js';
import { createMarket } from '../sandbox/exchange/markets/markets.js';
import { step } from '../sandbox/exchange/exchange.js';
import type { State } from '../sandbox/exchange/model/model.js';
import { createState, withAccount } from '../sandbox/exchange/state.js';
import type { FaultySandboxOptions } from './faulty-sandbox.js';
import { patchOf } from './mutations/index.js';
import { createPatchedSandbox, type PatchedSandbox } from '../sandbox/sandbox.js';
import type { Patch } from '../sandbox/stages.js';

/** An exchange on which every check finds what it needs. */
export interface Prepared {
  readonly sandbox: PatchedSandbox;
  /** Id of the isolated position that margin is adjusted on: no operation would tell it. */
  readonly positionId: string;
}

/** Letters of both cases: what confuses them shows. */
const CREDENTIALS = { apiKey: 'Prepared-Key-One', apiSecret: 'Prepared-Secret-One' };
/** The first account of a sandbox. */
const ACCOUNT = 'account-1';
/** Two trades each: more than the largest page holds, and enough for what does not page. */
const ROUNDS = { long: 505, short: 12 } as const;

type PreparedHistory = keyof typeof ROUNDS;
const ORDER = { type: 'LIMIT', volume: '1', timeInForce: 'IOC' } as const;
const BUY = { ...ORDER, side: 'BUY', open: 'OPEN' } as const;
const SELL = { ...ORDER, side: 'SELL', open: 'CLOSE' } as const;

/** The one with the isolated position takes no orders of the usual kind, and three that do are needed. */
const FOURTH = { ...DEFAULT_CONTRACTS[0]!, name: 'E-SOL-USDT', id: 4, base: 'SOL', price: '150.00', multiplier: '0.1' };

const made: { [Length in PreparedHistory]?: { readonly state: State; readonly positionId: string } } = {};

/**
 * Starts a sandbox whose first account has 1010 trades and as many orders behind it (24 with a short history), and an
 * isolated position away from the contracts under test. All of them begin with the same state, which is made once: no step
 * changes the one it starts from. Given contracts get new markets, with nothing traded on them.
 */
export function createPrepared(
  { mutation, ...options }: FaultySandboxOptions = {},
  given?: Patch,
  history: PreparedHistory = 'long',
): Prepared {
  const { state: begun, positionId } = (made[history] ??= make(ROUNDS[history]));
  const markets = (options.contracts ?? []).map((rules) => [rules.name, createMarket(rules)] as const);
  const state = { ...begun, markets: { ...begun.markets, ...Object.fromEntries(markets) } };
  const patch = mutation === undefined ? given : patchOf(mutation);
  return { sandbox: createPatchedSandbox({ accounts: [CREDENTIALS], ...options }, patch, state), positionId };
}

function make(rounds: number): NonNullable<(typeof made)[PreparedHistory]> {
  // A millisecond apart, which a fast machine would not need for each of them.
  let atMs = Date.now() - 2 * rounds - 1;
  let state = withAccount(createState([...DEFAULT_CONTRACTS, FOURTH], [], 1), { id: ACCOUNT, balance: '100000' });
  const place = (input: Fields): void => {
    const call = { type: 'call', operationId: 'createOrder', accountId: ACCOUNT, input } as const;
    const done = step(state, call, atMs++, DEFAULT_DIALECT);
    if (!done.reply.ok) throw new Error(`The sandbox cannot be prepared: ${done.reply.message}`);
    state = done.state;
  };
  for (let round = 0; round < rounds; round++) {
    place({ ...BUY, contractName: 'E-BTC-USDT', positionType: '1', price: '66000' });
    place({ ...SELL, contractName: 'E-BTC-USDT', positionType: '1', price: '64000' });
  }
  place({ ...BUY, contractName: 'E-ORCA-USDT', positionType: '2', price: '2' });
  const [position] = Object.values(state.accounts[ACCOUNT]!.positions);
  return { state, positionId: String(position!.id) };
}
