import { expect, test } from 'vitest';
import { plainTable } from '../../src/cli/plain-table.js';

test('sets columns two blanks apart and ends no line with a blank', () => {
  const rows = [
    ['createOrder', 'money', ''],
    ['ping', 'read', 'public'],
  ];
  expect(plainTable(['name', 'effect', 'note'], rows)).toBe(
    ['name         effect  note', 'createOrder  money', 'ping         read    public'].join('\n'),
  );
});

test('has no head where none is given, and no line where there is nothing', () => {
  expect(plainTable([], [['orderId', '1']])).toBe('orderId  1');
  expect(plainTable([], [])).toBe('');
});

test('counts the columns that a terminal needs, not the characters', () => {
  const rows = [
    ['成功', 'a'],
    ['e\u0301', 'b'],
    ['\u001b[31mred\u001b[39m', 'c'],
  ];
  expect(plainTable([], rows)).toBe(['成功  a', 'e\u0301     b', '\u001b[31mred\u001b[39m   c'].join('\n'));
});

test('does not widen every row for one cell', () => {
  const rows = [['x'.repeat(1_000_000), 'a'], ...Array.from({ length: 1000 }, () => ['1', 'b'])];
  const lines = plainTable([], rows).split('\n');
  expect(lines[0]).toBe(`${'x'.repeat(1_000_000)}  a`);
  expect(new Set(lines.slice(1))).toEqual(new Set([`1${' '.repeat(201)}b`]));
});
