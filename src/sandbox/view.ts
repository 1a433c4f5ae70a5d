import type { Decimal } from './exchange/decimal.js';
import { HOUSE } from './exchange/account/house.js';
import { openOrders } from './exchange/orders/resting.js';
import type { Position, State } from './exchange/model/model.js';

/** A state for people and tests: plain, read-only, decimals as text. */
export interface SandboxState {
  readonly nowMs: number;
  readonly prices: Readonly<Record<string, string>>;
  readonly accounts: readonly {
    readonly id: string;
    readonly balance: string;
    readonly held: string;
    readonly positions: readonly {
      readonly positionId: number;
      readonly contractName: string;
      readonly direction: 'LONG' | 'SHORT';
      readonly volume: string;
      readonly entryPrice: string;
      readonly margin: string;
      readonly marginMode: 'cross' | 'isolated';
    }[];
    readonly openOrders: readonly string[];
  }[];
}

export function viewState(state: State): SandboxState {
  const accounts = Object.values(state.accounts).filter(({ id }) => id !== HOUSE);
  return {
    nowMs: state.nowMs,
    prices: Object.fromEntries(Object.entries(state.markets).map(([name, { price }]) => [name, price.toFixed()])),
    accounts: accounts.map(({ id, balance, held, positions }) => ({
      id,
      balance: balance.toFixed(),
      held: held.toFixed(),
      positions: Object.values(positions).map((position) => viewPosition(state, position)),
      openOrders: openOrders(state, id).map((order) => order.id),
    })),
  };
}

function viewPosition({ markets }: State, position: Position): SandboxState['accounts'][number]['positions'][number] {
  const entry: Decimal = position.cost.div(position.volume).div(markets[position.contract]!.rules.multiplier);
  return {
    positionId: position.id,
    contractName: position.contract,
    direction: position.direction,
    volume: position.volume.toFixed(),
    entryPrice: entry.toFixed(),
    margin: position.margin.toFixed(),
    marginMode: position.marginMode === 1 ? 'cross' : 'isolated',
  };
}
