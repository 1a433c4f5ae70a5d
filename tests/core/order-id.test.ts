import { expect, test } from 'vitest';
import { isOrderId } from '../../src/core/envelope.js';

test.each(['1', '256609229205684228', '000123', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', 'BTC-17', 'a1', 'e1', '1:2'])(
  '%j is an order id',
  (id) => expect(isOrderId(id)).toBe(true),
);

test.each([
  ...[undefined, null, false, true, 0, 5, 5n, Number.NaN, {}, [], [1], ['1'], { orderId: '1' }],
  ...['', ' ', ' 1', '1 ', '1\n', '\t', '\u00a0', '0', '00', '0.0', '-0', '+0', '0E-8', '0e5', '.0', '0x0'],
  ...['-1', '+1', '1.5', '1e5', '1.', '.5', '2.5E17', 'null', 'undefined', 'NaN', 'None', 'nil', 'false', 'true'],
  ...['Infinity', '-Infinity', '[object Object]', 'a b1', '1'.repeat(129), '9'.repeat(5_000_000)],
])('%.30j is not an order id', (id) => {
  expect(isOrderId(id)).toBe(false);
});
