import { expect, test } from 'vitest';
import type { Command } from '../../../src/sandbox/exchange/command.js';
import { step } from '../../../src/sandbox/exchange/exchange.js';
import { copyState } from '../../../src/sandbox/exchange/model/copy-state.js';
import { NoRoute } from '../../../src/sandbox/exchange/refusal.js';
import { COIN, Desk, picture, RULES } from './desk.js';

/** An account with a position, and an order whose margin is changed before the change of leverage is refused. */
function deskWithOrders(): Desk {
  const desk = new Desk({ balances: { ann: '500' } });
  desk.ask('ann', 'changeLeverage', { contractName: COIN.name, nowLevel: '20' });
  desk.place('ann', 'BUY', '5', '100.1');
  desk.place('ann', 'BUY', '5', '99');
  return desk;
}

const refused: Command = {
  type: 'call',
  operationId: 'changeLeverage',
  accountId: 'ann',
  input: { contractName: COIN.name, nowLevel: '1' },
};

test('a refusal in place takes back what it has changed in the trees', () => {
  const { state, nowMs } = deskWithOrders();
  const before = picture(state);
  const { reply, state: after } = step(state, refused, nowMs, RULES, undefined, true);
  expect(reply).toMatchObject({ ok: false, code: '-2017' });
  expect(picture(after)).toBe(before);
  for (const tree of [after.orders, after.open, after.bids[COIN.name]!]) tree.checkValid(true);
});

test('a failure in place takes back what it has changed in the trees', () => {
  const { state, nowMs } = deskWithOrders();
  const before = picture(state);
  const unknown = { ...refused, operationId: 'transferMargin' } as unknown as Command;
  expect(() => step(state, unknown, nowMs, RULES, undefined, true)).toThrow(NoRoute);
  expect(picture(state)).toBe(before);
});

test('what is done in place to a copy of a state leaves the state as it was', () => {
  const { state, nowMs } = deskWithOrders();
  const before = picture(state);
  const cancel: Command = { type: 'call', operationId: 'cancelAllOrders', accountId: 'ann', input: {} };
  const { state: after } = step(copyState(state), cancel, nowMs, RULES, undefined, true);
  expect([after.open.size, state.open.size]).toEqual([0, 1]);
  expect(picture(state)).toBe(before);
});
