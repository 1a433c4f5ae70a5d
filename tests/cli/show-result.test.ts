import { describe, expect, test } from 'vitest';
import { toText } from '../../src/cli/call/show-result.js';

const orders = [
  { orderId: '3302507625176983697', side: 'BUY', price: '65000.10' },
  { orderId: '3302507625176983698', side: 'SELL', note: null },
];

describe('a result as text', () => {
  test('is one row for each record and one column for each field that any of them has', () => {
    expect(toText(orders, 'getOpenOrders', Infinity)).toEqual({
      text: [
        'orderId              side  price     note',
        '3302507625176983697  BUY   65000.10',
        '3302507625176983698  SELL            null',
      ].join('\n'),
    });
  });

  test('leaves out whole columns that do not fit, and says so', () => {
    const { text, note } = toText(orders, 'getOpenOrders', 25);
    expect(text.split('\n')).toEqual([
      'orderId              side',
      '3302507625176983697  BUY',
      '3302507625176983698  SELL',
    ]);
    expect(note).toBe('2 of 4 columns fit on this terminal; --json prints everything.');
    expect(toText(orders, 'getOpenOrders', 24).text).not.toContain('side');
  });

  test('keeps an identifier whole on the narrowest terminal', () => {
    expect(toText(orders, 'getOpenOrders', 5).text).toContain('3302507625176983697');
  });

  test('has two columns for an object, and a table below for a list in it', () => {
    const { text } = toText({ code: '0', empty: [], contracts: [{ a: 1 }] }, 'x', Infinity);
    expect(text).toBe('code   0\nempty  []\n\ncontracts\na\n1');
  });

  test.each([
    [[], 'getOpenOrders: none.'],
    [{}, 'getOpenOrders: done; the answer holds nothing.'],
    [['a', 'b'], 'value\na\nb'],
    ['text', 'text'],
  ])('%j is %j', (result, text) => {
    expect(toText(result, 'getOpenOrders', 80)).toEqual({ text });
  });

  test('grows with the number of rows, not with rows times keys', () => {
    const rows = Array.from({ length: 2000 }, (_, i) => ({ [`key${i}`]: i }));
    const { text, note } = toText(rows, 'x', Infinity);
    expect(note).toBe('100 of 2000 columns are shown; --json prints everything.');
    expect(text.length).toBeLessThan(200_000);
  });

  test('takes less than two seconds of a processor for 30,000 orders', () => {
    const record = { ...orders[0], a: 1, b: '0.0001', c: 'E-BTC-USDT', d: null, e: [1], f: '2026-11-21T10:00:00' };
    const rows = Array.from({ length: 30_000 }, (_, i) => ({ ...record, ...record, g: i, h: i, i, j: i, k: i, l: i }));
    const before = process.cpuUsage();
    expect(toText(rows, 'getOrderHistory', Infinity).text.split('\n')).toHaveLength(30_001);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });

  test('makes control characters and turned text visible', () => {
    const evil = { 'k\u001b[2J': 'a\nb\u202e' };
    expect(toText(evil, 'x', 80).text).toBe(String.raw`k\u{1b}[2J  a\u{a}b\u{202e}`);
    for (const char of ['\u001b', '\u202e']) expect(toText([evil], 'x', 80).text).not.toContain(char);
  });
});
