import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../src/sandbox/exchange/command.js';
import type { Transition } from '../../../src/sandbox/exchange/exchange.js';
import type { State } from '../../../src/sandbox/exchange/model/model.js';
import { restoreState, snapshotState } from '../../../src/sandbox/exchange/state.js';
import { COIN, Desk, GEM, picture } from './desk.js';
import { moneyOf, problemsOf } from './invariants.js';

const ACCOUNTS = ['ann', 'bob', 'cid'];
const CONTRACTS = [COIN, { ...GEM, multiplier: '0.3', maintenanceRate: '0.01' }];

const account = fc.constantFrom(...ACCOUNTS);
const rules = fc.constantFrom(...CONTRACTS);
const modes = fc.constantFrom('1', '1', '2');

/** An order near the price, as a rule; its volume is small enough that most are taken. */
const order = rules.chain((contract) =>
  fc
    .record({
      type: fc.constantFrom('LIMIT', 'LIMIT', 'LIMIT', 'MARKET'),
      side: fc.constantFrom('BUY', 'SELL'),
      open: fc.constantFrom('OPEN', 'OPEN', 'CLOSE'),
      positionType: modes,
      timeInForce: fc.constantFrom('', '', '', 'IOC', 'FOK', 'POST_ONLY'),
      offset: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: -8, max: 8 }) }, fc.integer({ min: -150, max: 150 })),
      volume: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 14 }) }, fc.integer({ min: 1, max: 400 })),
    })
    .map(({ offset, volume, timeInForce, ...input }) => ({
      ...input,
      contractName: contract.name,
      price: (Number(contract.price) + offset / 10 ** (contract === COIN ? 1 : 2)).toFixed(contract.pricePrecision),
      // A market order that opens is given by value.
      volume: String(
        input.type === 'MARKET' && input.open === 'OPEN' ? volume * 30 : volume / (contract === COIN ? 1 : 2),
      ),
      ...(timeInForce === '' ? {} : { timeInForce }),
    })),
);

const does = <Kind extends string, Of extends object>(
  weight: number,
  kind: Kind,
  of: { [Name in keyof Of]: fc.Arbitrary<Of[Name]> },
) => ({ weight, arbitrary: fc.record({ kind: fc.constant(kind), ...of }) as fc.Arbitrary<{ kind: Kind } & Of> });
const whole = (min: number, max: number) => fc.integer({ min, max });

/** Something to do. Orders and positions that exist already are named by a number. */
const action = fc.oneof(
  does(12, 'order', { account, order }),
  does(2, 'cancel', { account, contract: rules, pick: fc.nat(400), own: fc.nat(3) }),
  does(1, 'cancelContract', { account, contract: rules }),
  does(1, 'cancelAll', { account }),
  does(1, 'leverage', { account, contract: rules, level: whole(1, 110) }),
  does(1, 'mode', { account, contract: rules, mode: modes }),
  does(1, 'margin', { account, pick: fc.nat(4), amount: whole(-60, 60) }),
  does(2, 'condition', {
    ...{ account, order, triggerType: fc.constantFrom('1', '2', '3', '4'), percent: whole(80, 120) },
  }),
  does(4, 'price', { contract: rules, percent: fc.oneof({ weight: 5, arbitrary: whole(97, 103) }, whole(40, 200)) }),
  does(1, 'wait', { ms: whole(1, 800) }),
);

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const percentOf = ({ price, pricePrecision }: typeof COIN, percent: number): string =>
  ((Number(price) * percent) / 100).toFixed(pricePrecision);

function toCommand(state: State, todo: Exclude<Action, { kind: 'wait' }>): Command {
  if (todo.kind === 'price')
    return { type: 'setPrice', contract: todo.contract.name, price: percentOf(todo.contract, todo.percent) };
  const call = (
    operationId: Extract<Command, { type: 'call' }>['operationId'],
    input: Record<string, string> = {},
    accountId = todo.account,
  ): Command => ({ type: 'call', operationId, accountId, input });
  switch (todo.kind) {
    case 'order':
      return call('createOrder', todo.order);
    case 'condition': {
      const contract = CONTRACTS.find(({ name }) => name === todo.order.contractName)!;
      const { triggerType, percent } = todo;
      return call('createConditionOrder', { ...todo.order, triggerType, triggerPrice: percentOf(contract, percent) });
    }
    case 'cancel': {
      // Mostly an open order by its owner; now and then any order by anybody.
      const open = [...state.open.values()];
      const ids = todo.own > 0 && open.length > 0 ? open : [...state.orders.keys()];
      const picked = state.orders.get(ids[todo.pick % Math.max(1, ids.length)] ?? '');
      const { contract = todo.contract.name, accountId = todo.account } = (todo.own > 0 && picked) || {};
      return call('cancelOrder', { contractName: contract, orderId: picked?.id ?? '1' }, accountId);
    }
    case 'cancelContract':
      return call('cancelOrder', { contractName: todo.contract.name, orderId: '' });
    case 'cancelAll':
      return call('cancelAllOrders');
    case 'leverage':
      return call('changeLeverage', { contractName: todo.contract.name, nowLevel: String(todo.level) });
    case 'mode':
      return call('changePositionMode', { contractName: todo.contract.name, positionModel: todo.mode });
    case 'margin': {
      const ids = Object.values(state.accounts[todo.account]!.positions).map(({ id }) => String(id));
      return call('adjustPositionMargin', {
        positionId: ids[todo.pick % Math.max(1, ids.length)] ?? '1',
        amount: String(todo.amount),
      });
    }
  }
}

/** Orders that are open in one state and are not, or are about to end, in the other. */
const ended = (before: State, after: State): string[] =>
  [...before.orders.values()]
    .filter(({ id, status }) => ['NEW', 'PART_FILLED'].includes(status) && after.orders.get(id)!.status !== status)
    .map(({ id }) => id);

/** Orders that a cancel names, by the rules of the service document. */
function named(state: State, { operationId, accountId, input }: Extract<Command, { type: 'call' }>): string[] {
  const cancelsOne = operationId === 'cancelOrder' && input['orderId'] !== '';
  return [...state.orders.values()]
    .filter((one) => one.accountId === accountId && ['NEW', 'PART_FILLED'].includes(one.status))
    .filter(({ contract }) => operationId === 'cancelAllOrders' || contract === input['contractName'])
    .filter(({ id }) => !cancelsOne || id === input['orderId'])
    .map(({ id }) => id);
}

function createDesk(cancelDelayMs: number): Desk {
  return new Desk({
    contracts: CONTRACTS,
    rules: { cancelDelayMs },
    balances: { ann: '150', bob: '2000', cid: '100000' },
  });
}

/** Runs a command and throws where anything does not hold afterwards. */
function runChecked(desk: Desk, command: Command): Transition {
  const { state: before } = desk;
  const done = desk.run(command);
  const { state: after } = desk;
  expect(problemsOf(after)).toEqual([]);
  expect(moneyOf(after)).toBe(moneyOf(before));
  if (!done.reply.ok) expect(picture(after)).toBe(picture(before));
  if (command.type === 'call' && command.operationId.startsWith('cancel')) {
    expect(ended(before, after)).toEqual(done.reply.ok ? named(before, command) : []);
  }
  return done;
}

describe('whatever three accounts do on two contracts', () => {
  it('money, volumes, books, ids, fills, positions and lists stay right after every command', () => {
    const tally = new Map<string, number>();
    const count = (what: string): void => void tally.set(what, (tally.get(what) ?? 0) + 1);
    fc.assert(
      fc.property(
        fc.constantFrom(0, 0, 300),
        fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }),
        (delayMs, todos) => {
          const desk = createDesk(delayMs);
          for (const todo of todos) {
            if (todo.kind === 'wait') desk.nowMs += todo.ms;
            // Cancellations that are due are not the doing of the next command.
            if (delayMs > 0) runChecked(desk, { type: 'tick' });
            if (todo.kind === 'wait') continue;
            const { reply, events } = runChecked(desk, toCommand(desk.state, todo));
            count(`${todo.kind} ${reply.ok ? 'done' : 'refused'}`);
            for (const event of events) count(event.type === 'order' ? event.order.status : event.type);
          }
        },
      ),
      { seed: 20_261_121, numRuns: 200 },
    );
    // The sequences reach what they are meant to reach.
    for (const what of 'order done, order refused, trade, liquidated, triggered, FILLED, EXPIRED, PENDING_CANCEL, margin done, leverage done, mode done, cancel done'.split(
      ', ',
    )) {
      expect(tally.get(what) ?? 0, what).toBeGreaterThan(10);
    }
  });

  it('a state that is restored goes on like the original, and earlier states stay as they were', () => {
    fc.assert(
      fc.property(fc.array(action, { minLength: 10, maxLength: 40, size: 'max' }), (todos) => {
        const [desk, copy] = [createDesk(300), createDesk(300)];
        const earlier: [State, string][] = [];
        for (const [i, todo] of todos.entries()) {
          if (i % 10 === 5) {
            earlier.push([desk.state, JSON.stringify(snapshotState(desk.state))]);
            copy.state = restoreState(JSON.parse(JSON.stringify(snapshotState(desk.state))));
          }
          for (const each of [desk, copy]) {
            if (todo.kind === 'wait') each.nowMs += todo.ms;
            each.run(todo.kind === 'wait' ? { type: 'tick' } : toCommand(each.state, todo));
          }
          expect(copy.picture()).toBe(desk.picture());
        }
        for (const [state, seen] of earlier) expect(JSON.stringify(snapshotState(state))).toBe(seen);
      }),
      { seed: 20_261_122, numRuns: 20 },
    );
  });
});
