import { describe, expect, it } from 'vitest';
import { COIN, Desk, type Input, orderInput } from './desk.js';

const condition = (triggerType: string, triggerPrice: string, more: Input = {}): Input => ({
  ...orderInput('BUY', '1', '50.0', more),
  triggerType,
  triggerPrice,
});

const create = (desk: Desk, input: Input): string => desk.ask('ann', 'createConditionOrder', input).triggerIds[0];

describe('a condition order', () => {
  it('waits, and becomes an order with another id when the price gets there', () => {
    const desk = new Desk();
    const conditionId = create(desk, condition('4', '90.0'));
    expect(desk.openIds('ann')).toEqual([]);
    desk.setPrice('90.1');
    expect(desk.openIds('ann')).toEqual([]);
    desk.setPrice('90.0');
    const [orderId] = desk.openIds('ann');
    expect(orderId).not.toBe(conditionId);
    expect(desk.events).toContainEqual({ type: 'triggered', conditionId, orderId });
    expect(desk.state.conditions.size).toBe(0);
  });

  it.each([
    ['1, stop loss, of a sale', '1', 'SELL', 'falls'],
    ['1, stop loss, of a purchase', '1', 'BUY', 'rises'],
    ['2, take profit, of a sale', '2', 'SELL', 'rises'],
    ['2, take profit, of a purchase', '2', 'BUY', 'falls'],
    ['3, rising', '3', 'SELL', 'rises'],
    ['4, falling', '4', 'BUY', 'falls'],
    ['3UP', '3UP', 'BUY', 'rises'],
    ['4DOWN', '4DOWN', 'SELL', 'falls'],
  ] as const)('of type %s waits until the price %4$s', (_what, triggerType, side, when) => {
    for (const [direction, price] of [
      ['rises', '110.0'],
      ['falls', '90.0'],
    ] as const) {
      const desk = new Desk();
      create(desk, { ...condition(triggerType, price), side, price: side === 'BUY' ? '50.0' : '200.0' });
      const waiting = () => desk.state.conditions.size;
      // A condition for the other direction has its price behind it already.
      expect(waiting()).toBe(direction === when ? 1 : 0);
      if (direction !== when) continue;
      desk.setPrice(direction === 'rises' ? '109.9' : '90.1');
      expect(waiting()).toBe(1);
      desk.setPrice(direction === 'rises' ? '111.0' : '89.0');
      expect(waiting()).toBe(0);
    }
  });

  it('triggers oldest first', () => {
    const desk = new Desk();
    const ids = ['91.0', '90.0'].map((price) => create(desk, condition('4', price)));
    desk.setPrice('80.0');
    const triggered = desk.events.flatMap((event) => (event.type === 'triggered' ? [event.conditionId] : []));
    expect(triggered).toEqual(ids);
  });

  it('closes a position as a stop loss', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '5', '100.1');
    create(desk, { ...condition('1', '95.0', { type: 'MARKET', open: 'CLOSE', side: 'SELL' }), volume: '5' });
    desk.setPrice('94.0');
    expect(desk.position('ann')).toBeUndefined();
    expect(desk.ask('ann', 'getProfitHistory')).toMatchObject([{ openEndPrice: '93.9', volume: '5' }]);
  });

  it('whose order is refused in the end is gone, and leaves no trace but its event', () => {
    const desk = new Desk();
    const held = desk.place('ann', 'BUY', '1', '50.0', { clientOrderId: 'mine' });
    const conditionId = create(desk, condition('4', '90.0', { open: 'CLOSE', clientOrderId: 'mine' }));
    desk.setPrice('90.0');
    expect(desk.openIds('ann')).toEqual([held]);
    expect(desk.events).toContainEqual({ type: 'triggered', conditionId, orderId: undefined, code: '10015' });
    expect(desk.ask('ann', 'getOrder', { contractName: COIN.name, clientOrderId: 'mine' }).orderId).toBe(held);
  });

  it.each([
    ['a trigger price that is no number', '-1102', { triggerPrice: 'high' }],
    ['a trigger price of 0', '-1111', { triggerPrice: '0' }],
    ['a trigger price with too many places', '-1111', { triggerPrice: '90.05' }],
    ['an unknown trigger type', '-2100', { triggerType: '5' }],
    ['a trigger type that only starts well', '-2100', { triggerType: '10' }],
    ['an unknown side', '-2100', { side: 'buy' }],
    ['an unknown type', '-2100', { type: 'STOP' }],
    ['an unknown effect', '-2100', { open: 'BOTH' }],
  ])('with %s is refused', (_what, code, more) => {
    expect(new Desk().refusal('ann', 'createConditionOrder', { ...condition('4', '90.0'), ...more })).toBe(code);
  });
});
