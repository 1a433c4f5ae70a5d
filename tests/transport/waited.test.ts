import { describe, expect, it, vi } from 'vitest';
import { startByteServer, startServer } from '../support/raw-server.js';
import { failureOf } from '../support/test-client.js';
import { orderRequest } from '../support/transport-request.js';
import { transports } from '../support/transports.js';
import { operations } from '../../generated/operations.js';
import { aborted, broken, timedOut, tooLarge } from '../../src/transport/failures.js';

describe.each(transports)('time that passed before $name was called', ({ create }) => {
  it('counts: the attempt ends when what is left has passed, and the message names the whole deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = await startServer(() => {});
    const ended = vi.fn();
    const call = failureOf(create()(orderRequest(server.origin, { timeoutMs: 60_000, waitedMs: 59_200 })));
    void call.then(ended);
    await server.received(1);
    await vi.advanceTimersByTimeAsync(799);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const error = await call;
    expect(error).toMatchObject({ code: 'TIMEOUT', timeoutMs: 60_000, outcome: 'unknown' });
    expect(String(error)).toContain('no complete response within 60 s (timeoutMs)');
    expect(server.requests).toHaveLength(1);
  });

  it.each([50, 51])('leaves nothing to begin with when it is all of it: %i of 50 ms', async (waitedMs) => {
    const server = await startByteServer();
    const transport = create();
    const call = transport(orderRequest(`http://${server.authority}`, { timeoutMs: 50, waitedMs }));
    const error = await failureOf(call);
    expect(error).toMatchObject({ code: 'TIMEOUT', timeoutMs: 50, outcome: 'not-sent' });
    expect(String(error)).toContain('0.05 s (timeoutMs) passed before a request left. Nothing was sent.');
    // The first bytes to arrive are those of the next call.
    void transport(orderRequest(`http://${server.authority}`, { target: '/next' })).catch(() => {});
    await server.touched();
    expect(server.received()).toContain('/next');
    expect(server.received()).not.toContain('/fapi');
    server.cut();
  });
});

const request = (operationId: 'cancelAllOrders' | 'adjustPositionMargin') =>
  orderRequest('https://futures.example', { operationId, operation: operations[operationId] });

it.each([
  ['adjustPositionMargin', 'check the position by hand before you retry.'],
  ['cancelAllOrders', 'A bulk cancel also cancels newer ones.'],
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
