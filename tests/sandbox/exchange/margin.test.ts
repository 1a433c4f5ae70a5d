import { describe, expect, it } from 'vitest';
import { COIN, Desk, GEM, orderInput } from './desk.js';

const ISOLATED = { positionType: '2' };
const leverage = (desk: Desk, nowLevel: string) =>
  desk.ask('ann', 'changeLeverage', { contractName: COIN.name, nowLevel });

/** Ann with an isolated long position of ten contracts at 100.1: margin 50.05 at leverage 20. */
function isolatedDesk(balance = '1000') {
  const desk = new Desk({ balances: { ann: balance, bob: '10000' } });
  desk.place('ann', 'BUY', '10', '100.1', ISOLATED);
  const positionId = String(desk.position('ann')!.id);
  return { desk, positionId, adjust: (amount: string) => ({ positionId, amount }) };
}

describe('leverage', () => {
  it('changes what open orders and cross positions of the contract need, and no others', () => {
    const desk = new Desk();
    desk.place('ann', 'BUY', '10', '100.1');
    const id = desk.place('ann', 'BUY', '1', '99.0');
    desk.place('ann', 'BUY', '10', '20.05', { contractName: GEM.name });
    const other = desk.place('ann', 'BUY', '1', '19.00', { contractName: GEM.name });
    const { margin } = desk.position('ann', 'NET', GEM.name)!;
    const before = desk.order(other).hold;
    leverage(desk, '50');
    expect(desk.position('ann')!.margin.toFixed()).toBe('20.02');
    expect(desk.order(id).hold.toFixed()).toBe('2.0295');
    expect(desk.order(other).hold).toEqual(before);
    expect(desk.position('ann', 'NET', GEM.name)!.margin).toEqual(margin);
    expect(desk.account('ann').held.eq(desk.order(id).hold.plus(before))).toBe(true);
  });

  it('is refused where it would need more money than there is', () => {
    const desk = new Desk({ balances: { ann: '100' } });
    desk.place('ann', 'BUY', '10', '100.1');
    expect(desk.refusal('ann', 'changeLeverage', { contractName: COIN.name, nowLevel: '10' })).toBe('-2017');
  });

  it.each([
    ['0', '-2100'],
    ['1.5', '-2100'],
    ['101', '-1153'],
  ])('of %j is refused', (nowLevel, code) => {
    expect(new Desk().refusal('ann', 'changeLeverage', { contractName: COIN.name, nowLevel })).toBe(code);
  });
});

describe('losses and gains not paid yet', () => {
  it('of cross positions: losses cannot be used, nor can gains', () => {
    const desk = new Desk({ balances: { ann: '100' } });
    desk.place('ann', 'BUY', '10', '100.1');
    const more = { contractName: GEM.name, timeInForce: 'POST_ONLY' };
    const affordable = (volume: string) => desk.send('ann', 'createOrder', orderInput('BUY', volume, '10.00', more)).ok;
    // Left are 100 − 50.05 − 0.5005 = 49.4495; each GEM order of 100 contracts needs 0.505.
    desk.setPrice('98.0');
    expect(affordable('6000')).toBe(false);
    expect(affordable('5000')).toBe(true);
    desk.setPrice('120.0');
    expect(affordable('5000')).toBe(false);
  });

  it('of isolated positions: losses do not reach other money', () => {
    const { desk } = isolatedDesk('101');
    desk.setPrice('97.0');
    // 101 − 50.05 − 0.5005 is still there.
    desk.place('ann', 'BUY', '9900', '10.00', { contractName: GEM.name });
  });
});

it('margin modes do not mix in one position', () => {
  const { desk } = isolatedDesk();
  expect(desk.refusedOrder('ann', 'BUY', '1', '99.0')).toBe('-1165');
});

describe('adjusting margin', () => {
  it('adds money to an isolated position, and takes it out again', () => {
    const { desk, adjust } = isolatedDesk();
    desk.setPrice('101.0');
    desk.ask('ann', 'adjustPositionMargin', adjust('100.5'));
    expect(desk.position('ann')!.margin.toFixed()).toBe('150.55');
    desk.ask('ann', 'adjustPositionMargin', adjust('-100.5'));
    expect(desk.position('ann')!.margin.toFixed()).toBe('50.05');
  });

  it.each([
    ['more than there is', '-2017', '5000'],
    ['taking out what leverage needs', '-2017', '-0.01'],
    ['nothing', '-2100', '0'],
    ['what is no number', '-1102', 'all'],
    ['too many places', '-1111', '0.00000000000000001'],
  ])('by %s is refused', (_what, code, amount) => {
    const { desk, adjust } = isolatedDesk();
    expect(desk.refusal('ann', 'adjustPositionMargin', adjust(amount))).toBe(code);
  });

  it('is refused for a cross position, one of another account, and one that does not exist', () => {
    const { desk, adjust } = isolatedDesk();
    desk.place('bob', 'SELL', '1', '99.9');
    const bobs = { positionId: String(desk.position('bob')!.id), amount: '1' };
    expect(desk.refusal('bob', 'adjustPositionMargin', bobs)).toBe('-1149');
    expect(desk.refusal('bob', 'adjustPositionMargin', adjust('1'))).toBe('-1149');
    expect(desk.refusal('ann', 'adjustPositionMargin', { positionId: '999999', amount: '1' })).toBe('-1149');
  });
});
