import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM } from './desk.js';

const CLOSE = { open: 'CLOSE' };

function held(desk: Desk, side?: 'NET' | 'LONG' | 'SHORT') {
  const position = desk.position('ann', side);
  return position && [position.direction, position.volume.toFixed(), position.cost.toFixed()];
}

const twoWay = (): Desk => {
  const desk = new Desk();
  desk.ask('ann', 'changePositionMode', { contractName: COIN.name, positionModel: '2' });
  return desk;
};

describe('in net mode', () => {
  it('selling more than is held turns a long position into a short one, at the price of that sale', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '5', '100.1');
    const before = desk.position('ann')!.id;
    desk.place('ann', 'SELL', '8', '99.9');
    expect(held(desk)).toEqual(['SHORT', '3', '299.7']);
    expect(desk.position('ann')!.id).not.toBe(before);
    expect(desk.ask('ann', 'getProfitHistory')).toMatchObject([{ volume: '5', closeProfit: '-1', side: 'BUY' }]);
  });
});

describe('in two-way mode', () => {
  it('long and short stand side by side; a closing sale reduces the long one, a closing purchase the short one', () => {
    const desk = twoWay();
    desk.place('ann', 'BUY', '5', '100.1');
    desk.place('ann', 'SELL', '3', '99.9');
    expect([held(desk, 'LONG'), held(desk, 'SHORT')]).toEqual([
      ['LONG', '5', '500.5'],
      ['SHORT', '3', '299.7'],
    ]);
    desk.place('ann', 'SELL', '5', '99.9', CLOSE);
    desk.place('ann', 'BUY', '1', '100.1', CLOSE);
    expect([held(desk, 'LONG'), held(desk, 'SHORT')]).toEqual([undefined, ['SHORT', '2', '199.8']]);
    expect(desk.refusedOrder('ann', 'SELL', '1', '99.9', CLOSE)).toBe('10015');
  });
});

describe('the position mode', () => {
  it('is one per contract', () => {
    const desk = twoWay();
    desk.place('ann', 'BUY', '1', '20.05', { contractName: GEM.name });
    expect(desk.position('ann', 'NET', GEM.name)?.direction).toBe('LONG');
  });

  it('does not change while there is a position or an open order of the contract', () => {
    for (const price of ['100.1', '99.0']) {
      const desk = new Desk();
      desk.place('ann', 'BUY', '1', price);
      expect(desk.refusal('ann', 'changePositionMode', { contractName: COIN.name, positionModel: '2' })).toBe('-1020');
      expect(desk.refusal('ann', 'changeMarginMode', { contractName: COIN.name, marginModel: '2' })).toBe('-1020');
      desk.ask('ann', 'changePositionMode', { contractName: GEM.name, positionModel: '2' });
    }
  });

  it.each(['0', '3', 'net', ''])('and the margin mode are 1 or 2, not %j', (code) => {
    const desk = new Desk();
    expect(desk.refusal('ann', 'changePositionMode', { contractName: COIN.name, positionModel: code })).toBe('-2100');
    expect(desk.refusal('ann', 'changeMarginMode', { contractName: COIN.name, marginModel: code })).toBe('-2100');
  });
});

it.each([
  ['a long position gains when the price rises', 'BUY', 'SELL', '110.0', '49'],
  ['a long position loses when the price falls', 'BUY', 'SELL', '90.0', '-51'],
  ['a short position gains when the price falls', 'SELL', 'BUY', '90.0', '49'],
] as const)('%s', (_what, opening, closing, price, profit) => {
  const desk = new Desk();
  desk.place('ann', opening, '5', opening === 'BUY' ? '100.1' : '99.9');
  desk.setPrice(price);
  const id = desk.place('ann', closing, '5', undefined, CLOSE);
  expect(desk.order(id).realized.toFixed()).toBe(profit);
  expect(desk.ask('ann', 'getOrder', { contractName: COIN.name, orderId: id }).realizedAmount).toBe(
    `${profit}.0000000000000000`,
  );
});
