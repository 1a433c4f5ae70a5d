import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM, orderInput } from './desk.js';

/** Two accounts with orders in both contracts. */
function openDesk(cancelDelayMs = 0) {
  const desk = new Desk({ rules: { cancelDelayMs } });
  const place = (accountId: string, contractName: string, price: string) =>
    desk.place(accountId, 'BUY', '2', price, { contractName });
  return {
    desk,
    coin: [place('ann', COIN.name, '99.0'), place('ann', COIN.name, '98.0')],
    gem: [place('ann', GEM.name, '19.00')],
    others: [place('bob', COIN.name, '99.0'), place('bob', GEM.name, '19.00')],
  };
}

describe('rule 1', () => {
  it('refuses an order of another account, of another contract, and one that does not exist', () => {
    const { desk, coin, others } = openDesk();
    const cancel = (contractName: string, orderId: string) =>
      desk.refusal('ann', 'cancelOrder', { contractName, orderId });
    expect([cancel(COIN.name, others[0]!), cancel(GEM.name, coin[0]!), cancel(COIN.name, '1')]).toEqual([
      '-2013',
      '-2013',
      '-2013',
    ]);
  });

  it('refuses an order that is done', () => {
    const { desk, coin } = openDesk();
    const input = { contractName: COIN.name, orderId: coin[0]! };
    desk.ask('ann', 'cancelOrder', input);
    expect(desk.refusal('ann', 'cancelOrder', input)).toBe('-1145');
  });

  it('refuses an unknown contract, whatever it is called', () => {
    const { desk } = openDesk();
    for (const contractName of ['E-NO-USDT', '', 'constructor', '__proto__']) {
      expect(desk.refusal('ann', 'cancelOrder', { contractName })).toBe('-1121');
    }
  });
});

it('rule 2: it leaves condition orders alone: they are cancelled elsewhere', () => {
  const { desk } = openDesk();
  const trigger = { triggerType: '3', triggerPrice: '110.0' };
  desk.ask('ann', 'createConditionOrder', orderInput('BUY', '1', '110.0', trigger));
  desk.ask('ann', 'cancelAllOrders');
  expect(desk.state.conditions.size).toBe(1);
});

describe('a cancellation that takes its time', () => {
  it('is PENDING_CANCEL until then, and CANCELED after', () => {
    const { desk, coin } = openDesk(500);
    const [orderId] = coin as [string];
    desk.ask('ann', 'cancelOrder', { contractName: COIN.name, orderId });
    desk.advance(499);
    expect(desk.order(orderId).status).toBe('PENDING_CANCEL');
    expect(desk.openIds('ann')).toContain(orderId);
    desk.advance(1);
    expect(desk.order(orderId).status).toBe('CANCELED');
    expect(desk.openIds('ann')).not.toContain(orderId);
  });

  it('is not put off by cancelling everything once more', () => {
    const { desk, coin } = openDesk(500);
    desk.ask('ann', 'cancelAllOrders');
    desk.advance(400);
    desk.ask('ann', 'cancelAllOrders');
    desk.ask('ann', 'cancelOrder', { contractName: COIN.name });
    expect(desk.state.cancelling.size).toBe(3);
    desk.advance(100);
    expect(coin.map((id) => desk.order(id).status)).toEqual(['CANCELED', 'CANCELED']);
  });

  it('does not keep the order from being filled meanwhile', () => {
    const { desk, coin } = openDesk(500);
    const [orderId] = coin as [string];
    desk.ask('ann', 'cancelOrder', { contractName: COIN.name, orderId });
    const taker = { contractName: COIN.name, timeInForce: 'IOC' };
    desk.setPrice('99.1');
    desk.place('bob', 'SELL', '1', '99.0', taker);
    expect([desk.order(orderId).status, desk.order(orderId).filled.toFixed()]).toEqual(['PENDING_CANCEL', '1']);
    desk.place('bob', 'SELL', '1', '99.0', taker);
    expect(desk.order(orderId).status).toBe('FILLED');
    desk.advance(500);
    expect(desk.order(orderId).status).toBe('FILLED');
  });

  it('ends before the next command, however late that comes, even if it is refused', () => {
    const { desk, coin } = openDesk(500);
    desk.ask('ann', 'cancelAllOrders');
    desk.nowMs += 10_000;
    expect(desk.send('ann', 'getOrder', { contractName: COIN.name, orderId: '1' }).ok).toBe(false);
    expect(coin.map((id) => desk.order(id).status)).toEqual(['CANCELED', 'CANCELED']);
  });
});
