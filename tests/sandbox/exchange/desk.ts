import type { OperationId } from '../../../generated/operations.js';
import type { Command } from '../../../src/sandbox/exchange/command.js';
import { type Reply, type Rules, type Transition, step } from '../../../src/sandbox/exchange/exchange.js';
import { copyState } from '../../../src/sandbox/exchange/model/copy-state.js';
import type {
  Account,
  ContractRules,
  ExchangeEvent,
  Order,
  Position,
  State,
} from '../../../src/sandbox/exchange/model/model.js';
import { createState, snapshotState } from '../../../src/sandbox/exchange/state.js';

const COMMON = {
  quote: 'USDT',
  maxLeverage: 100,
  maintenanceRate: '0.005',
  openMakerFee: '0.0002',
  openTakerFee: '0.0005',
  closeMakerFee: '0.0003',
  closeTakerFee: '0.0006',
} as const;

/** The house bids 99.9, 99.8, 99.7 and asks 100.1, 100.2, 100.3: ten contracts of one coin each. */
export const COIN: ContractRules = {
  ...COMMON,
  ...{ name: 'E-COIN-USDT', id: 1, base: 'COIN', price: '100.0' },
  ...{ pricePrecision: 1, volumePrecision: 0, minVolume: '1', multiplier: '1' },
  depth: { levels: 3, stepTicks: 1, volume: '10' },
};

/** Volumes with a decimal place, a hundredth of a coin in a contract. */
export const GEM: ContractRules = {
  ...COMMON,
  ...{ name: 'E-GEM-USDT', id: 2, base: 'GEM', price: '20.00' },
  ...{ pricePrecision: 2, volumePrecision: 1, minVolume: '0.5', multiplier: '0.01' },
  depth: { levels: 2, stepTicks: 5, volume: '40.5' },
};

const RULES: Rules = {
  cancelDelayMs: 0,
  fromIdInclusive: true,
  newestFirst: false,
  orderPageMaximum: 1000,
  profitPageDefault: 100,
};

export type Input = Readonly<Record<string, string>>;

interface Options {
  readonly contracts?: readonly ContractRules[];
  readonly rules?: Partial<Rules>;
  readonly balances?: Readonly<Record<string, string>>;
  readonly maxFinished?: number;
}

/** An exchange with a hand on it: what is sent goes in as text, what comes back is looked at. */
export class Desk {
  state: State;
  nowMs = 1_700_000_000_000;
  readonly events: ExchangeEvent[] = [];
  readonly #rules: Rules;
  readonly #maxFinished: number | undefined;

  constructor({ contracts = [COIN, GEM], rules = {}, balances, maxFinished }: Options = {}) {
    const accounts = Object.entries(balances ?? { ann: '10000', bob: '10000' }).map(([id, balance]) => ({
      id,
      balance,
    }));
    this.state = createState(contracts, accounts, 1);
    this.#rules = { ...RULES, ...rules };
    this.#maxFinished = maxFinished;
  }

  run(command: Command): Transition {
    // A copy, because tests compare with the state of before.
    const done = step(copyState(this.state), command, this.nowMs, this.#rules, this.#maxFinished);
    this.state = done.state;
    this.events.push(...done.events);
    return done;
  }

  send(accountId: string, operationId: OperationId, input: Input = {}): Reply {
    return this.run({ type: 'call', operationId, accountId, input }).reply;
  }

  ask<T = any>(accountId: string, operationId: OperationId, input: Input = {}): T {
    const reply = this.send(accountId, operationId, input);
    if (!reply.ok) throw new Error(`${operationId}: ${reply.code} ${reply.message}`);
    return reply.result as T;
  }

  /** The code with which a call is refused; it is to change nothing. */
  refusal(accountId: string, operationId: OperationId, input: Input = {}): string {
    const before = this.picture();
    const reply = this.send(accountId, operationId, input);
    if (reply.ok) throw new Error(`${operationId} was not refused`);
    if (this.picture() !== before)
      throw new Error(`${operationId} was refused with ${reply.code}, and changed something`);
    return reply.code;
  }

  /** Places an order and returns its id. What is not said: a limit order that opens, cross. */
  place(accountId: string, side: 'BUY' | 'SELL', volume: string, price: string | undefined, more: Input = {}): string {
    return this.ask<{ orderId: string }>(accountId, 'createOrder', orderInput(side, volume, price, more)).orderId;
  }

  refusedOrder(accountId: string, side: 'BUY' | 'SELL', volume: string, price: string | undefined, more: Input = {}) {
    return this.refusal(accountId, 'createOrder', orderInput(side, volume, price, more));
  }

  setPrice(price: string, contract = COIN.name): void {
    const { reply } = this.run({ type: 'setPrice', contract, price });
    if (!reply.ok) throw new Error(reply.message);
  }

  advance(ms: number): void {
    this.nowMs += ms;
    this.run({ type: 'tick' });
  }

  order(id: string): Order {
    return this.state.orders.get(id)!;
  }

  account(id: string): Account {
    return this.state.accounts[id]!;
  }

  position(accountId: string, side: 'NET' | 'LONG' | 'SHORT' = 'NET', contract = COIN.name): Position | undefined {
    return this.account(accountId).positions[`${contract}|${side}`];
  }

  openIds(accountId: string, input: Input = {}): string[] {
    return this.ask<{ orderId: string }[]>(accountId, 'getOpenOrders', input).map(({ orderId }) => orderId);
  }

  picture(): string {
    return picture(this.state);
  }
}

export function orderInput(side: 'BUY' | 'SELL', volume: string, price: string | undefined, more: Input = {}): Input {
  return {
    contractName: COIN.name,
    type: price === undefined ? 'MARKET' : 'LIMIT',
    side,
    open: 'OPEN',
    positionType: '1',
    volume,
    ...(price === undefined ? {} : { price }),
    ...more,
  };
}

/** Everything but the time, as text. */
export const picture = (state: State): string => JSON.stringify({ ...(snapshotState(state) as object), nowMs: 0 });
