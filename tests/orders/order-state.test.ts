import { expect, it } from 'vitest';
import { orderState } from '../../src/index.js';

it.each([
  ['INIT', 'open'],
  ['NEW', 'open'],
  ['New Order', 'open'],
  ['PENDING_CREATE', 'open'],
  ['PENDING_CANCEL', 'open'],
  ['To be Cancelled', 'open'],
  ['PART_FILLED', 'partly-filled'],
  ['PARTIALLY_FILLED', 'partly-filled'],
  ['FILLED', 'filled'],
  ['CANCELED', 'cancelled'],
  ['Cancelled', 'cancelled'],
  ['Partially Filled/Cancelled', 'cancelled'],
  ['REJECTED', 'rejected'],
  ['EXPIRED', 'expired'],
  ['ERROR', 'unknown'],
  [0, 'open'],
  [1, 'open'],
  [2, 'filled'],
  [3, 'partly-filled'],
  [4, 'cancelled'],
  ['4', 'cancelled'],
  [6, 'expired'],
])('status %j is %s', (status, state) => expect(orderState(status)).toBe(state));

it.each([5, 7, '', ' ', 'FILLED BY HAND', undefined, 'constructor'])('status %j is unknown: no guess', (status) =>
  expect(orderState(status)).toBe('unknown'),
);
