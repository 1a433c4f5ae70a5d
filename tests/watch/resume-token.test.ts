import { expect, test } from 'vitest';
import { readToken, writeToken } from '../../src/watch/resume-token.js';

const ORDERS = Array.from({ length: 400 }, (_none, i) => String(2_006_628_908_041_292_057n + BigInt(i) * 7_919_000n));

test('a token of 400 open orders has less than 20 kB, and gives back what was written', () => {
  const told = { counted: '12.5', lastTrade: '1874564572563538130', before: '0' };
  const state = {
    trades: { held: '1874564572563538130', from: '1874564572563538129', direction: 'up' as const },
    orders: { held: ORDERS[0]!, from: undefined, direction: undefined },
    isStarted: true,
    open: new Map(ORDERS.slice(1).map((id) => [id, told])),
    ended: ORDERS.slice(0, 1),
  };
  const token = writeToken('0123456789abcdef0123', 'E-BTC-USDT', state);
  expect(token.length).toBeLessThan(20_000);
  expect(readToken(token, ['0123456789abcdef0123'], 'E-BTC-USDT')).toMatchObject(
    JSON.parse(JSON.stringify(state)) as object,
  );
  expect(readToken(token, ['0123456789abcdef0123'], 'E-BTC-USDT').open).toEqual(state.open);
});
