import { expect, test } from 'vitest';
import { step } from '../../../src/sandbox/exchange/exchange.js';
import { COIN, Desk, picture, RULES } from './desk.js';

test('a refusal in place takes back what it has changed in the trees', () => {
  const desk = new Desk({ balances: { ann: '500' } });
  const lever = (nowLevel: string) => ({ contractName: COIN.name, nowLevel });
  desk.ask('ann', 'changeLeverage', lever('20'));
  desk.place('ann', 'BUY', '5', '100.1');
  // The margin of this order is changed before the change of leverage is refused.
  desk.place('ann', 'BUY', '5', '99');
  const { state, nowMs } = desk;
  const before = picture(state);
  const refused = { type: 'call', operationId: 'changeLeverage', accountId: 'ann', input: lever('1') } as const;
  const { reply, state: after } = step(state, refused, nowMs, RULES, undefined, true);
  expect(reply).toMatchObject({ ok: false, code: '-2017' });
  expect(picture(after)).toBe(before);
  for (const tree of [after.orders, after.open, after.bids[COIN.name]!]) tree.checkValid(true);
});
