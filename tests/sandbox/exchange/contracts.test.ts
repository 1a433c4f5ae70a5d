import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM } from './desk.js';

const records = (desk: Desk): Record<string, any>[] => desk.ask('ann', 'getContracts').contracts;

describe('a contract record', () => {
  it('shows the best bid and ask of accounts and house', () => {
    const desk = new Desk();
    expect(records(desk)[0]).toMatchObject({ bid: '99.9', ask: '100.1' });
    desk.place('ann', 'BUY', '1', '100.0');
    desk.place('ann', 'BUY', '10', '100.1');
    expect(records(desk)[0]).toMatchObject({ bid: '100.0', ask: '100.2' });
  });

  it('counts what was traded, once', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '2', '100.0');
    desk.place('bob', 'SELL', '2', '100.0');
    desk.place('ann', 'BUY', '10', '20.05', { contractName: GEM.name });
    expect(records(desk)).toMatchObject([
      { base_volume: '2', quote_volume: '200', last_price: '100.0' },
      { base_volume: '0.1', quote_volume: '2.005', last_price: '20.05' },
    ]);
  });

  it('shows as open interest what is held long, which is what is held short', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '5', '100.1');
    desk.place('bob', 'SELL', '2', '99.9');
    // The house is short the 5 and long the 2, which makes it short 3.
    expect(records(desk)[0]).toMatchObject({ open_interest: '5', open_interest_usd: '500' });
  });

  it('follows the price, with high and low', () => {
    const desk = new Desk();
    desk.setPrice('120.5');
    desk.setPrice('80.5');
    // Filled at its own price on the way.
    desk.place('ann', 'SELL', '1', '85.0');
    desk.setPrice('90.0');
    expect(records(desk)[0]).toMatchObject({ last_price: '90.0', index_price: '90.0', high: '120.5', low: '80.5' });
  });
});

it('getServerTime has a time that never goes back', () => {
  const desk = new Desk();
  const { nowMs } = desk;
  desk.ask('ann', 'ping');
  desk.nowMs -= 1000;
  expect(desk.ask('ann', 'getServerTime').serverTime).toBe(nowMs);
});

it('a refusal of a price leaves the old one', () => {
  const desk = new Desk();
  for (const price of ['0', '-1', '100.05', 'high', '1e999999999', '']) {
    const { reply } = desk.run({ type: 'setPrice', contract: COIN.name, price });
    expect(reply.ok).toBe(false);
  }
  expect(desk.state.markets[COIN.name]!.price.toFixed()).toBe('100');
});
