import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../generated/operations.js';
import type { Rules } from '../../../src/sandbox/exchange/exchange.js';
import { COIN, Desk, GEM, type Input } from './desk.js';

const LISTS: readonly [OperationId, string, Input][] = [
  ['getOrderHistory', 'orderId', { contractName: COIN.name }],
  ['getProfitHistory', 'id', {}],
  ['getTradeHistory', 'tradeId', {}],
];

/** Opens and closes one contract over and over: orders and trades come twice as fast as profits. */
function busyDesk(rounds: number, rules: Partial<Rules> = {}): Desk {
  const desk = new Desk({ rules, contracts: [{ ...COIN, depth: { levels: 1, stepTicks: 1, volume: '9999' } }, GEM] });
  for (let round = 0; round < rounds; round++) {
    desk.place('ann', 'BUY', '1', '101.0');
    desk.place('ann', 'SELL', '1', '99.0', { open: 'CLOSE' });
  }
  return desk;
}

const busy = busyDesk(1010);

describe.each(LISTS)('%s', (operationId, field, base) => {
  const ids = (desk: Desk, input: Input = {}): string[] =>
    desk.ask<Record<string, string>[]>('ann', operationId, { ...base, ...input }).map((row) => row[field]!);
  const pageOf = (rules: Partial<Rules>) => {
    const desk = busyDesk(5, rules);
    return { desk, all: ids(desk) };
  };

  it('gives as many as asked for, up to 1000', () => {
    expect(ids(busy, { limit: '7' })).toHaveLength(7);
    expect(ids(busy, { limit: '1000' })).toHaveLength(1000);
    expect(ids(busy, { limit: '1001' })).toHaveLength(1000);
    expect(ids(busy, { limit: '99999999999999999999' })).toHaveLength(1000);
  });

  it.each(['0', '-1', 'ten', '1.5', ''])('refuses the limit %j', (limit) => {
    expect(busy.send('ann', operationId, { ...base, limit })).toMatchObject({ ok: false, code: '-1000' });
  });

  it('starts with the oldest, or with the newest where that is the rule', () => {
    const oldest = pageOf({});
    const newest = pageOf({ newestFirst: true });
    expect(newest.all).toEqual(oldest.all.toReversed());
    expect(oldest.all).toEqual([...oldest.all].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)));
  });

  it('goes on from fromId, with it or after it, in either direction', () => {
    for (const newestFirst of [false, true]) {
      for (const fromIdInclusive of [false, true]) {
        const { desk, all } = pageOf({ newestFirst, fromIdInclusive });
        expect(ids(desk, { fromId: all[2]! })).toEqual(all.slice(fromIdInclusive ? 2 : 3));
      }
    }
  });

  it('takes a fromId that does not exist as the place where it would be', () => {
    const { desk, all } = pageOf({ fromIdInclusive: false });
    const gap = String(BigInt(all[1]!) - 1n);
    expect(ids(desk, { fromId: gap })).toEqual(all.slice(1));
    expect(ids(desk, { fromId: '0' })).toEqual(all);
    expect(ids(desk, { fromId: '-5' })).toEqual(all);
    expect(ids(desk, { fromId: '1'.repeat(30) })).toEqual([]);
    const reversed = pageOf({ newestFirst: true });
    expect(ids(reversed.desk, { fromId: gap })).toEqual(reversed.all.slice(-1));
    expect(ids(reversed.desk, { fromId: '1'.repeat(30) })).toEqual(reversed.all);
  });

  it('refuses a fromId that is no number', () => {
    expect(busy.refusal('ann', operationId, { ...base, fromId: 'first' })).toBe('-1102');
  });

  it('shows nothing of another account', () => {
    expect(busy.ask('bob', operationId, base)).toEqual([]);
  });
});

it('getProfitHistory shows what was closed in a time, its ends included', () => {
  const desk = new Desk();
  const startMs = desk.nowMs;
  for (let round = 0; round < 4; round++) {
    desk.place('ann', 'BUY', '1', '101.0');
    desk.place('ann', 'SELL', '1', '99.0', { open: 'CLOSE' });
    desk.advance(1000);
  }
  const between = { startTime: String(startMs + 1000), endTime: String(startMs + 2000) };
  expect(desk.ask('ann', 'getProfitHistory', between)).toHaveLength(2);
});
