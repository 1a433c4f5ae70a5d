import { expect, it } from 'vitest';
import { withAccount } from '../../../src/sandbox/exchange/state.js';
import { COIN, Desk } from './desk.js';

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
