import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM } from './desk.js';

const ISOLATED = { positionType: '2' };
const STATUS = { filled: '2', expired: '6' };

const liquidated = (desk: Desk) => desk.events.filter(({ type }) => type === 'liquidated').length;
const start = (balance: string) => new Desk({ balances: { ann: balance, bob: '100000' } });

describe('an isolated position', () => {
  it('is taken over when its margin has fallen to the maintenance margin, not before', () => {
    const desk = start('1000');
    desk.place('ann', 'BUY', '10', '100.1', ISOLATED);
    // margin 50.05; at 95.6 the loss is 45 and 4.78 have to stay, at 95.5 46 and 4.775.
    desk.setPrice('95.6');
    expect(liquidated(desk)).toBe(0);
    desk.setPrice('95.5');
    expect(liquidated(desk)).toBe(1);
    expect(desk.position('ann')).toBeUndefined();
  });

  it('costs its margin and no more, however far the price goes', () => {
    for (const [side, price, opening] of [
      ['BUY', '1.0', '100.1'],
      ['SELL', '9000.0', '99.9'],
    ] as const) {
      const desk = start('1000');
      desk.place('ann', side, '10', opening, ISOLATED);
      const { margin } = desk.position('ann')!;
      const { balance } = desk.account('ann');
      desk.setPrice(price);
      expect(desk.account('ann').balance.toFixed()).toBe(balance.minus(margin).toFixed());
    }
  });

  it('ends the open orders of its contract and leaves the others', () => {
    const desk = start('1000');
    desk.place('ann', 'BUY', '10', '100.1', ISOLATED);
    const here = desk.place('ann', 'SELL', '10', '110.0', { open: 'CLOSE', ...ISOLATED });
    const there = desk.place('ann', 'BUY', '1', '19.00', { contractName: GEM.name });
    desk.setPrice('90.0');
    expect([desk.order(here).status, desk.order(there).status]).toEqual(['EXPIRED', 'NEW']);
  });
});

describe('cross positions', () => {
  it('are secured by all the money of the account', () => {
    const desk = start('1000');
    desk.place('ann', 'BUY', '10', '100.1');
    desk.setPrice('10.0');
    expect(liquidated(desk)).toBe(0);
    desk.setPrice('0.1');
    expect(liquidated(desk)).toBe(1);
  });

  it('are taken over together, with all open orders of the account', () => {
    const desk = start('100');
    desk.place('ann', 'BUY', '10', '100.1');
    desk.place('ann', 'BUY', '10', '20.05', { contractName: GEM.name });
    const ids = [
      desk.place('ann', 'BUY', '1', '90.0'),
      desk.place('ann', 'BUY', '1', '9.00', { contractName: GEM.name }),
    ];
    desk.setPrice('90.3');
    expect(liquidated(desk)).toBe(2);
    expect(ids.map((id) => desk.order(id).status)).toEqual(['EXPIRED', 'EXPIRED']);
    expect(desk.account('ann').held.toFixed()).toBe('0');
    expect(desk.account('ann').positions).toEqual({});
  });

  it('do not take the margin of an isolated one', () => {
    const desk = start('150');
    desk.place('ann', 'BUY', '400', '20.05', { contractName: GEM.name, ...ISOLATED });
    desk.place('ann', 'BUY', '10', '100.1');
    const { margin } = desk.position('ann', 'NET', GEM.name)!;
    desk.setPrice('50.0');
    expect(desk.position('ann')).toBeUndefined();
    expect(desk.position('ann', 'NET', GEM.name)?.margin).toEqual(margin);
    expect(desk.account('ann').balance.toFixed()).toBe(margin.toFixed());
  });
});

it('a liquidation shows in history, trades and profits as an order that no client sent', () => {
  const desk = start('1000');
  desk.place('ann', 'BUY', '10', '100.1', ISOLATED);
  const resting = desk.place('ann', 'BUY', '1', '50.0', ISOLATED);
  desk.setPrice('90.0');
  const history = desk.ask('ann', 'getOrderHistory', { contractName: COIN.name });
  expect(history.map((row: any) => [row.side, row.openOrClose, row.status, row.dealVolume])).toEqual([
    ['BUY', 'OPEN', STATUS.filled, '10'],
    ['BUY', 'OPEN', STATUS.expired, '0'],
    ['SELL', 'CLOSE', STATUS.filled, '10'],
  ]);
  expect(history[1].orderId).toBe(resting);
  expect(desk.ask('ann', 'getTradeHistory').at(-1)).toMatchObject({ side: 'SELL', price: '90', isMaker: false });
  expect(desk.ask('ann', 'getProfitHistory')).toMatchObject([{ openEndPrice: '90', closeProfit: '-101' }]);
});
