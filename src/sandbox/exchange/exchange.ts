import { settleCancellations } from './orders/cancelling.js';
import type { Command, Fields } from './command.js';
import { type Route, ROUTES } from './routes.js';
import type { Rules } from './orders/records.js';
import { liquidate } from './orders/liquidation.js';
import { setPrice } from './markets/markets.js';
import type { ExchangeEvent, State } from './model/model.js';
import { NoRoute, Refusal } from './refusal.js';
import { DEFAULT_MAX_FINISHED, forgetOldest } from './model/retention.js';
import { Transaction } from './model/transaction.js';

export type { Rules };

export type Reply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface Transition {
  readonly state: State;
  readonly reply: Reply;
  readonly events: readonly ExchangeEvent[];
}

/**
 * One step of the exchange: no clock, no chance but the seed. The trees of `state` are changed in place; who keeps an earlier state
 * passes a copy. A refusal leaves the state as it was, apart from what time alone has brought about.
 *
 * @param maxFinished Finished orders that are kept; as many fills, and as many profits.
 */
export function step(
  state: State,
  command: Command,
  nowMs: number,
  rules: Rules,
  maxFinished = DEFAULT_MAX_FINISHED,
): Transition {
  const { state: before, events: passed } = letTimePass(state, nowMs);
  const tx = new Transaction(before, nowMs);
  try {
    const result = run(tx, command, rules);
    forgetOldest(tx, maxFinished);
    return {
      state: tx.commit(),
      reply: { ok: true, result },
      events: passed.length === 0 ? tx.events : [...passed, ...tx.events],
    };
  } catch (error) {
    tx.undo();
    if (!(error instanceof Refusal)) throw error;
    return {
      state: atTime(before, nowMs),
      reply: { ok: false, code: error.code, message: error.message },
      events: passed,
    };
  }
}

/** The effects of time alone: cancellations that are due. */
function letTimePass(state: State, nowMs: number): Pick<Transition, 'state' | 'events'> {
  if (state.cancelling.isEmpty) return { state, events: [] };
  const tx = new Transaction(state, nowMs);
  settleCancellations(tx);
  return { state: tx.commit(), events: tx.events };
}

/** The same state, no earlier than this time. */
const atTime = (state: State, nowMs: number): State => (nowMs > state.nowMs ? { ...state, nowMs } : state);

function run(tx: Transaction, command: Command, rules: Rules): unknown {
  if (command.type === 'tick') return null;
  if (command.type === 'setPrice') return setPrice(tx, command.contract, command.price);
  const result = call(tx, command, rules);
  liquidate(tx);
  return result;
}

function call(tx: Transaction, { operationId, accountId, input }: Command & { type: 'call' }, rules: Rules): unknown {
  if (input.contractName !== undefined) tx.market(input.contractName);
  const route = ROUTES[operationId] as Route<Fields> | undefined;
  if (route === undefined) throw new NoRoute(`The sandbox has no route for ${String(operationId)} yet.`);
  return route({ tx, accountId, input, rules });
}
