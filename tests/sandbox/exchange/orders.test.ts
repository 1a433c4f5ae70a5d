import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM } from './desk.js';

const text = (value: { toFixed(): string } | undefined): string | undefined => value?.toFixed();

/** Status, filled and average price of an order, as getOrder tells them. */
function seen(desk: Desk, accountId: string, orderId: string, contractName = COIN.name): [string, number, number] {
  const { status, executedQty, avgPrice } = desk.ask(accountId, 'getOrder', { contractName, orderId });
  return [status, Number(executedQty), Number(avgPrice)];
}

describe('a limit order', () => {
  it('is filled in part up to its price, and rests with what is left', () => {
    const desk = new Desk();
    const id = desk.place('ann', 'SELL', '15', '99.9');
    expect(seen(desk, 'ann', id)).toEqual(['PART_FILLED', 10, 99.9]);
    expect(desk.openIds('ann')).toEqual([id]);
    const other = desk.place('bob', 'BUY', '5', '99.9');
    expect(seen(desk, 'ann', id)).toEqual(['FILLED', 15, 99.9]);
    expect(seen(desk, 'bob', other)).toEqual(['FILLED', 5, 99.9]);
    expect(desk.openIds('ann')).toEqual([]);
  });

  it('that rests is filled at its own price when the price moves over it', () => {
    const desk = new Desk();
    const id = desk.place('ann', 'BUY', '3', '95.0');
    desk.setPrice('94.0');
    expect(seen(desk, 'ann', id)).toEqual(['FILLED', 3, 95]);
    expect(desk.ask('ann', 'getTradeHistory')[0]).toMatchObject({ isMaker: true, price: '95', fee: '0.057' });
  });
});

describe('priority', () => {
  it('goes to the earlier order at one price, on both sides', () => {
    for (const [side, against, price] of [
      ['BUY', 'SELL', '100.0'],
      ['SELL', 'BUY', '100.0'],
    ] as const) {
      const desk = new Desk();
      const [first, second] = [desk.place('ann', side, '2', price), desk.place('bob', side, '2', price)];
      desk.place('bob', against, '3', price);
      expect(desk.order(first).status).toBe('FILLED');
      expect(text(desk.order(second).filled)).toBe('1');
    }
  });

  it('goes to accounts before the house at one price, and to the house before a worse price', () => {
    const desk = new Desk();
    const same = desk.place('ann', 'SELL', '4', '100.1');
    const worse = desk.place('ann', 'SELL', '4', '100.2');
    const taker = desk.place('bob', 'BUY', '15', '100.2');
    expect(desk.order(same).status).toBe('FILLED');
    expect(text(desk.order(worse).filled)).toBe('1');
    expect(seen(desk, 'bob', taker)[2]).toBeCloseTo((14 * 100.1 + 100.2) / 15, 12);
  });
});

describe('time in force', () => {
  it('IOC takes what is there and cancels the rest', () => {
    const desk = new Desk();
    const id = desk.place('ann', 'BUY', '12', '100.1', { timeInForce: 'IOC' });
    expect(seen(desk, 'ann', id)).toEqual(['CANCELED', 10, 100.1]);
    expect(desk.openIds('ann')).toEqual([]);
    expect(text(desk.account('ann').held)).toBe('0');
  });

  it('FOK is filled whole or not at all', () => {
    const desk = new Desk();
    const before = desk.state.markets[COIN.name]!.houseAsks;
    const tooMuch = desk.place('ann', 'BUY', '11', '100.1', { timeInForce: 'FOK' });
    expect(seen(desk, 'ann', tooMuch)).toEqual(['CANCELED', 0, 0]);
    expect(desk.state.markets[COIN.name]!.houseAsks).toEqual(before);
    expect(desk.state.trades.size).toBe(0);
    const whole = desk.place('ann', 'BUY', '11', '100.2', { timeInForce: 'FOK' });
    expect(seen(desk, 'ann', whole)[0]).toBe('FILLED');
  });

  it('POST_ONLY rests, and is cancelled where it would take', () => {
    const desk = new Desk();
    const resting = desk.place('ann', 'BUY', '2', '100.0', { timeInForce: 'POST_ONLY' });
    const taking = desk.place('ann', 'BUY', '2', '100.1', { timeInForce: 'POST_ONLY' });
    expect([desk.order(resting).status, desk.order(taking).status]).toEqual(['NEW', 'CANCELED']);
    expect(desk.state.trades.size).toBe(0);
  });
});

describe('a market order', () => {
  it('that opens is given by value: as many contracts as it buys at the mark price, rounded down', () => {
    const desk = new Desk();
    const buy = desk.place('ann', 'BUY', '599.9', undefined);
    const sell = desk.place('bob', 'SELL', '599.9', undefined);
    expect(seen(desk, 'ann', buy)).toEqual(['FILLED', 5, 100.1]);
    expect(seen(desk, 'bob', sell)).toEqual(['FILLED', 5, 99.9]);
  });

  it('does not meet orders more than a tenth away from the mark price', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '3000', undefined);
    const far = desk.place('bob', 'SELL', '5', '111.0');
    expect(seen(desk, 'ann', desk.place('ann', 'BUY', '500', undefined))).toEqual(['CANCELED', 0, 0]);
    expect(desk.order(far).status).toBe('NEW');
  });

  it('is refused where the book is empty', () => {
    const desk = new Desk({ contracts: [{ ...COIN, depth: { levels: 0, stepTicks: 1, volume: '1' } }] });
    expect(desk.refusedOrder('ann', 'BUY', '500', undefined)).toBe('-1112');
  });
});

describe('an order is refused, and nothing changes, when', () => {
  it.each([
    ['the price has too many places', '-1111', '1', '99.05', {}],
    ['the volume has too many places', '-1111', '1.5', '99.0', {}],
    ['the volume is below the minimum', '-1136', '0.4', '20.00', { contractName: GEM.name }],
    ['the volume is 0', '-1136', '0', '99.0', {}],
    ['the price is 0', '-1138', '1', '0', {}],
    ['a limit order has no price', '-1138', '1', undefined, { type: 'LIMIT' }],
    ['the price is negative', '-1138', '1', '-99.0', {}],
    ['the price is beyond all prices', '-1138', '1', '999999999999999999', {}],
    ['the price would take for ever', '-1102', '1', '1e999999999', {}],
    ['the volume is no number', '-1102', 'much', '99.0', {}],
    ['positionType is neither 1 nor 2', '-2100', '1', '99.0', { positionType: '3' }],
    ['clientOrderId has 32 characters', '-2100', '1', '99.0', { clientOrderId: 'x'.repeat(32) }],
    ['money is missing', '-2017', '3000', '99.0', {}],
    ['there is nothing to close', '10015', '1', '99.0', { open: 'CLOSE' }],
  ])('%s', (_why, code, volume, price, more) => {
    expect(new Desk().refusedOrder('ann', 'BUY', volume, price, more)).toBe(code);
  });

  it('a sale far below the bids has money for its own price only', () => {
    const desk = new Desk({ balances: { ann: '10' } });
    // Filled at 99.9, ten contracts need 49.95 at leverage 20; at 0.1 they would need 0.05.
    expect(desk.refusedOrder('ann', 'SELL', '10', '0.1')).toBe('-2017');
  });
});

describe('closing', () => {
  const holding = (): Desk => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '5', '100.1');
    return desk;
  };

  it('what resting orders are closing already is refused, until they are cancelled', () => {
    const desk = holding();
    const resting = desk.place('ann', 'SELL', '3', '110.0', { open: 'CLOSE' });
    expect(desk.refusedOrder('ann', 'SELL', '3', '111.0', { open: 'CLOSE' })).toBe('10015');
    desk.place('ann', 'SELL', '2', '111.0', { open: 'CLOSE' });
    expect(desk.refusedOrder('ann', 'SELL', '1', '112.0', { open: 'CLOSE' })).toBe('10015');
    desk.ask('ann', 'cancelOrder', { contractName: COIN.name, orderId: resting });
    desk.place('ann', 'SELL', '3', '112.0', { open: 'CLOSE' });
  });

  it('an order with nothing left to close expires: it opens nothing', () => {
    const desk = holding();
    const older = desk.place('ann', 'SELL', '2', '110.0', { open: 'CLOSE' });
    const newer = desk.place('ann', 'SELL', '3', '109.0', { open: 'CLOSE' });
    // An opening order of the other side reduces in net mode.
    desk.place('ann', 'SELL', '2', '99.9');
    expect([desk.order(older).status, desk.order(newer).status]).toEqual(['NEW', 'EXPIRED']);
    desk.setPrice('120.0');
    expect(text(desk.position('ann')?.volume)).toBe('1');
    expect(desk.position('ann')?.direction).toBe('LONG');
  });
});

it('a client order id finds the order, the newest of the contract where it was used again', () => {
  const desk = new Desk();
  const clientOrderId = 'x'.repeat(31);
  desk.place('ann', 'BUY', '1', '99.0', { clientOrderId });
  const second = desk.place('ann', 'BUY', '2', '99.0', { clientOrderId });
  const elsewhere = desk.place('ann', 'BUY', '1', '19.00', { clientOrderId, contractName: GEM.name });
  const find = (contractName: string) => desk.ask('ann', 'getOrder', { contractName, clientOrderId }).orderId;
  expect([find(COIN.name), find(GEM.name)]).toEqual([second, elsewhere]);
});

describe('getOrder', () => {
  it('without an id gives the newest of the contract, open or done', () => {
    const desk = new Desk();
    const find = () => desk.ask('ann', 'getOrder', { contractName: COIN.name }).orderId;
    const done = desk.place('ann', 'BUY', '1', '100.1');
    expect(find()).toBe(done);
    const open = desk.place('ann', 'BUY', '1', '99.0');
    desk.place('ann', 'BUY', '1', '19.00', { contractName: GEM.name });
    desk.place('bob', 'BUY', '1', '99.0');
    expect(find()).toBe(open);
  });
});
