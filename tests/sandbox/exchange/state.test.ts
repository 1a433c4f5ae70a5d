import { expect, it } from 'vitest';
import { restoreState, snapshotState, withAccount } from '../../../src/sandbox/exchange/state.js';
import { COIN, Desk, GEM, orderInput } from './desk.js';

/** Something of everything that a state can hold. */
function fullDesk(): Desk {
  const desk = new Desk({ rules: { cancelDelayMs: 500 } });
  desk.ask('ann', 'changePositionMode', { contractName: GEM.name, positionModel: '2' });
  desk.ask('ann', 'changeLeverage', { contractName: COIN.name, nowLevel: '7' });
  desk.place('ann', 'BUY', '5', '100.1', { positionType: '2' });
  desk.place('ann', 'BUY', '3', '100.0', { positionType: '2', clientOrderId: 'mine' });
  desk.place('bob', 'SELL', '1', '100.0');
  desk.place('ann', 'SELL', '2', '99.9', { open: 'CLOSE' });
  desk.place('ann', 'SELL', '2', '109.9', { open: 'CLOSE' });
  const cancelled = desk.place('ann', 'SELL', '0.7', '21.00', { contractName: GEM.name });
  desk.ask('ann', 'cancelOrder', { contractName: GEM.name, orderId: cancelled });
  const waiting = { ...orderInput('BUY', '1', '90.0'), triggerType: '4', triggerPrice: '91.0' };
  desk.ask('ann', 'createConditionOrder', waiting);
  return desk;
}

it('a snapshot of an earlier version, whose open orders had no contract in their key, is restored too', () => {
  const { state } = fullDesk();
  const snapshot = snapshotState(state) as { open: [string, string][] };
  const open = snapshot.open.map(([key, id]) => {
    const [accountId, contract] = key.split('|');
    return [`${accountId}|${id}`, contract];
  });
  expect(snapshotState(restoreState({ ...snapshot, open }))).toEqual(snapshot);
});

it('a state takes another account later', () => {
  const desk = new Desk();
  desk.state = withAccount(desk.state, { id: 'cid', balance: '500' });
  desk.place('cid', 'BUY', '1', '100.1');
  expect(desk.position('cid')?.volume.toFixed()).toBe('1');
});

it('a refusal of a price leaves the old one', () => {
  const desk = new Desk();
  for (const price of ['0', '-1', '100.05', 'high', '1e999999999', '']) {
    const { reply } = desk.run({ type: 'setPrice', contract: COIN.name, price });
    expect(reply.ok).toBe(false);
  }
  expect(desk.state.markets[COIN.name]!.price.toFixed()).toBe('100');
});
