import { describe, expect, test } from 'vitest';
import { decimalsOf, toText } from '../../src/cli/call/show-result.js';

const orders = [
  { orderId: '3302507625176983697', side: 'BUY', price: '65000.10' },
  { orderId: '3302507625176983698', side: 'SELL', note: null },
];

describe('a result as text', () => {
  test('is one row for each record and one column for each field that any of them has', () => {
    expect(toText(orders, 'getOpenOrders', { width: Infinity })).toEqual({
      text: [
        'orderId              side  price     note',
        '3302507625176983697  BUY   65000.10',
        '3302507625176983698  SELL            null',
      ].join('\n'),
    });
  });

  test('begins with the status and what is filled, where there is a status', () => {
    const order = { orderId: '1', price: '2', origQty: '3.000', executedQty: '0E-8', status: 'PART_FILLED' };
    const decimals = new Set(['origQty', 'executedQty']);
    const text =
      'status       executedQty  origQty  orderId  price\npartly-filled (PART_FILLED)  0            3        1        2';
    expect(toText([order], 'x', { width: Infinity, decimals }).text.replace(/ +/g, ' ')).toBe(text.replace(/ +/g, ' '));
    expect(toText({ volume: '1', last: '2' }, 'x', { width: 80 }).text).toMatch(/^volume[^]*last/);
  });

  test.each([
    ['New', 'open (New)'],
    ['FILLED', 'FILLED'],
    ['4', 'cancelled (4)'],
    ['BETWEEN', 'BETWEEN'],
  ])('shows the status %s as %s', (status, shown) => {
    expect(toText([{ status }], 'x', { width: 80 }).text).toBe(`status\n${shown}`);
  });

  test.each([
    ['65000.1000000000000000', '65000.1'],
    ['0E-8', '0'],
    ['-1.50', '-1.5'],
    ['1e400', '1e400'],
  ])('shows the decimal %s as %s, and leaves a text that looks like one', (value, shown) => {
    const { text } = toText([{ price: value, clientOrderId: value }], 'x', { width: 80, decimals: new Set(['price']) });
    expect(text.split('\n')[1]!.split(/ +/)).toEqual([shown, value]);
  });

  test('knows the decimals of an operation by the description', () => {
    expect(decimalsOf('getOpenOrders')).toContain('executedQty');
    expect(decimalsOf('getOpenOrders')).not.toContain('orderId');
    expect(decimalsOf('getContracts')).toContain('bid');
  });

  test('is whole where it has none of the columns, and is left out where a list in it has them', () => {
    const receipt = toText({ orderId: '1' }, 'createOrder', { width: 80, columns: ['status'] });
    expect(receipt).toEqual({ text: 'orderId  1', note: 'no record has status.' });
    const list = toText({ code: '0', contracts: [{ id: '7' }] }, 'getContracts', { width: 80, columns: ['id'] });
    expect(list).toEqual({ text: 'contracts\nid\n7' });
  });

  test('has the columns that were asked for, in that order, and says what no record has', () => {
    expect(toText(orders, 'x', { width: 80, columns: ['side', 'nothing', 'orderId'] })).toEqual({
      text: 'side  nothing  orderId\nBUY            3302507625176983697\nSELL           3302507625176983698',
      note: 'no record has nothing.',
    });
  });

  test.each([
    [[], 'getOpenOrders: none.'],
    [{}, 'getOpenOrders: done; the response is empty.'],
    [['a', 'b'], 'value\na\nb'],
    ['text', 'text'],
  ])('%j is %j', (result, text) => {
    expect(toText(result, 'getOpenOrders', { width: 80 })).toEqual({ text });
  });

  test('grows with the number of rows, not with rows times keys', () => {
    const rows = Array.from({ length: 2000 }, (_, i) => ({ [`key${i}`]: i }));
    const { text, note } = toText(rows, 'x', { width: Infinity });
    expect(note).toBe('100 of 2000 columns are shown; --columns chooses, and --json prints everything.');
    expect(text.length).toBeLessThan(200_000);
  });

  test('makes control characters and turned text visible', () => {
    const evil = { 'k\u001b[2J': 'a\nb\u202e' };
    expect(toText(evil, 'x', { width: 80 }).text).toBe(String.raw`k\u{1b}[2J  a\u{a}b\u{202e}`);
    for (const char of ['\u001b', '\u202e']) expect(toText([evil], 'x', { width: 80 }).text).not.toContain(char);
  });
});
