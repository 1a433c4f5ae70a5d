import { describe, expect, it } from 'vitest';
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

const throughJson = (desk: Desk) => restoreState(JSON.parse(JSON.stringify(snapshotState(desk.state))));

describe('a snapshot', () => {
  it('gives the same state when it is restored', () => {
    const desk = fullDesk();
    expect(JSON.stringify(snapshotState(throughJson(desk)))).toBe(JSON.stringify(snapshotState(desk.state)));
  });

  it('of an earlier version, whose open orders had no contract in their key, is restored too', () => {
    const { state } = fullDesk();
    const snapshot = snapshotState(state) as { open: [string, string][] };
    const open = snapshot.open.map(([key, id]) => {
      const [accountId, contract] = key.split('|');
      return [`${accountId}|${id}`, contract];
    });
    expect(snapshotState(restoreState({ ...snapshot, open }))).toEqual(snapshot);
  });

  it('is plain JSON: nothing of it gets lost on the way', () => {
    const snapshot = snapshotState(fullDesk().state);
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
  });

  it('goes on like the original', () => {
    const [original, restored] = [fullDesk(), fullDesk()];
    restored.state = throughJson(original);
    for (const desk of [original, restored]) {
      desk.setPrice('90.0');
      desk.advance(1000);
      desk.place('bob', 'SELL', '2', undefined, { volume: '500' });
      desk.place('ann', 'BUY', '1', '89.0', { positionType: '2' });
      desk.ask('ann', 'cancelAllOrders');
    }
    expect(restored.picture()).toBe(original.picture());
  });

  it('is the same for the same commands: nothing is left to chance', () => {
    expect(fullDesk().picture()).toBe(fullDesk().picture());
  });
});

describe('a state', () => {
  it('stays as it was when the exchange goes on', () => {
    const desk = fullDesk();
    const { state } = desk;
    const before = desk.picture();
    desk.setPrice('50.0');
    desk.ask('ann', 'cancelAllOrders');
    desk.place('bob', 'BUY', '5', '60.0');
    desk.state = state;
    expect(desk.picture()).toBe(before);
  });

  it('takes another account later', () => {
    const desk = new Desk();
    desk.state = withAccount(desk.state, { id: 'cid', balance: '500' });
    desk.place('cid', 'BUY', '1', '100.1');
    expect(desk.position('cid')?.volume.toFixed()).toBe('1');
  });
});

describe('a refusal', () => {
  it.each([
    ['createOrder', orderInput('BUY', '99999', '100.1')],
    ['createOrder', orderInput('SELL', '99', '99.9', { open: 'CLOSE' })],
    ['createOrder', orderInput('SELL', '1', '99.9', { timeInForce: 'FOK', positionType: '1', clientOrderId: 'mine' })],
    ['cancelOrder', { contractName: COIN.name, orderId: '7' }],
    ['changePositionMode', { contractName: COIN.name, positionModel: '2' }],
    ['changeMarginMode', { contractName: COIN.name, marginModel: '1' }],
    ['changeLeverage', { contractName: COIN.name, nowLevel: '101' }],
    ['adjustPositionMargin', { positionId: '7', amount: '1' }],
    ['getOrderHistory', { contractName: COIN.name, limit: '0' }],
  ] as const)('of %s changes nothing: %j', (operationId, input) => {
    expect(fullDesk().refusal('ann', operationId, input)).toMatch(/^-?\d+$/);
  });

  it('of a leverage that needs more money undoes what it had begun', () => {
    const desk = new Desk({ balances: { ann: '105' } });
    desk.place('ann', 'BUY', '10', '100.1');
    desk.place('ann', 'BUY', '10', '90.0');
    expect(desk.refusal('ann', 'changeLeverage', { contractName: COIN.name, nowLevel: '1' })).toBe('-2017');
  });

  it('of a price leaves the old one', () => {
    const desk = new Desk();
    for (const price of ['0', '-1', '100.05', 'high', '1e999999999', '']) {
      const { reply } = desk.run({ type: 'setPrice', contract: COIN.name, price });
      expect(reply.ok).toBe(false);
    }
    expect(desk.state.markets[COIN.name]!.price.toFixed()).toBe('100');
  });
});
