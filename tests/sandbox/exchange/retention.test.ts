import { expect, it } from 'vitest';
import { COIN, Desk } from './desk.js';

const contractName = COIN.name;

class ShortDesk extends Desk {
  constructor(maxFinished: number, cancelDelayMs = 0) {
    super({ maxFinished, rules: { cancelDelayMs } });
  }

  placeAndCancel(accountId: string, clientOrderId: string): string {
    const orderId = this.place(accountId, 'BUY', '1', '90.0', { clientOrderId });
    this.ask(accountId, 'cancelOrder', { contractName, orderId });
    return orderId;
  }

  historyOf(accountId: string): string[] {
    const found = this.ask<{ orderId: string }[]>(accountId, 'getOrderHistory', { contractName, limit: '1000' });
    return found.map(({ orderId }) => orderId);
  }
}

it('keeps the newest finished orders of all accounts together, and every open one', () => {
  const desk = new ShortDesk(5);
  const resting = desk.place('ann', 'BUY', '1', '80.0', { clientOrderId: 'rests' });
  const ids = Array.from({ length: 20 }, (_, i) => desk.placeAndCancel(i % 2 === 0 ? 'ann' : 'bob', `mine-${i}`));
  expect([desk.historyOf('ann'), desk.historyOf('bob')]).toEqual([
    [ids[16], ids[18]],
    [ids[15], ids[17], ids[19]],
  ]);
  expect(desk.openIds('ann')).toEqual([resting]);
  expect(desk.refusal('ann', 'getOrder', { contractName, orderId: ids[0]! })).toBe('-2013');
  expect(desk.refusal('ann', 'getOrder', { contractName, clientOrderId: 'mine-0' })).toBe('-2013');
  const { orders, done, finished, clientIds } = desk.state;
  expect([orders.size, done.size, finished.size, clientIds.size]).toEqual([6, 5, 5, 6]);
});

it('keeps an old order that finished last', () => {
  const desk = new ShortDesk(2);
  const old = desk.place('ann', 'BUY', '1', '80.0');
  for (let i = 0; i < 5; i++) desk.placeAndCancel('ann', '');
  desk.ask('ann', 'cancelOrder', { contractName, orderId: old });
  expect(desk.ask('ann', 'getOrder', { contractName, orderId: old })).toMatchObject({ status: 'CANCELED' });
});

it('keeps as many fills and profits', () => {
  const desk = new ShortDesk(3);
  for (let i = 0; i < 10; i++) {
    desk.place('ann', 'BUY', '1', '100.3');
    desk.place('ann', 'SELL', '1', '99.7', { open: 'CLOSE' });
    desk.setPrice('100.0');
  }
  expect([desk.state.trades.size, desk.state.profits.size]).toEqual([6, 3]);
  expect(desk.ask<unknown[]>('ann', 'getTradeHistory', { contractName }).length).toBeGreaterThan(0);
});

it('does not look for an order that was forgotten before its cancellation was due', () => {
  const desk = new ShortDesk(1, 1000);
  const orderId = desk.place('ann', 'BUY', '1', '99.5');
  desk.ask('ann', 'cancelOrder', { contractName, orderId });
  desk.setPrice('99.0');
  desk.place('ann', 'BUY', '1', '99.5');
  expect(desk.refusal('ann', 'getOrder', { contractName, orderId })).toBe('-2013');
  desk.nowMs += 2000;
  expect(() => desk.run({ type: 'tick' })).not.toThrow();
});
