import { expect, it } from 'vitest';
import { operations } from '../../generated/operations.js';
import { aborted, broken, timedOut, tooLarge } from '../../src/transport/failures.js';
import { orderRequest } from '../support/transport-request.js';

const request = (operationId: 'cancelAllOrders' | 'adjustPositionMargin') =>
  orderRequest('https://futures.example', { operationId, operation: operations[operationId] });

it.each([
  ['adjustPositionMargin', 'check the position by hand before you retry.'],
  ['cancelAllOrders', 'A bulk cancel also cancels newer orders.'],
] as const)('after a lost response to %s, every failure says what may be done', (id, words) => {
  const lost = request(id);
  for (const { message } of [broken(lost, true, 'reset'), timedOut(lost, true), aborted(lost, true), tooLarge(lost)])
    expect(message).toContain(words);
});

it('a deadline that passed in a later attempt is said to be the one of that attempt', () => {
  const read = { ...orderRequest('https://futures.example'), operationId: 'ping', readOnly: true, timeoutMs: 300 };
  expect(timedOut({ ...read, attempt: 3 }, true).message).toBe(
    'ping: no complete response within 0.3 s (timeoutMs), in attempt 3. It only reads: retry it.',
  );
  expect(timedOut({ ...read, attempt: 1 }, true).message).toContain('within 0.3 s (timeoutMs). ');
});
