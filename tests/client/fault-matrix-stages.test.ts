import { describe, expect, it } from 'vitest';
import type { Limiter } from '../../src/limits/limiter.js';
import { NOTHING, watchLeftBehind } from '../support/left-behind.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';

/*
 * The stages of a call that no fault of the sandbox can reach. The others have their real triggers in tests/transport
 * (broken-connections, stopped-calls, over-tls) and in outcomes.test.ts and refused-calls.test.ts.
 */

describe('a call that waits for the rate budget', () => {
  it.each([
    ['deadline', { timeoutMs: 43 }, 'TIMEOUT'],
    ['abort', { timeoutMs: 54_321 }, 'ABORTED'],
  ] as const)('is not-sent after its %s, leaves nothing behind and gives up its place', async (way, call, code) => {
    const server = await startServer({ body: '{"orderId":1}' });
    const controller = new AbortController();
    const left = watchLeftBehind(call.timeoutMs, controller.signal);
    let gaveUp: AbortSignal | undefined;
    const limiter: Limiter = {
      acquire(_call, signal) {
        gaveUp = signal;
        if (way === 'abort') setImmediate(() => controller.abort());
        return new Promise(() => {});
      },
    };
    const client = createTestClient(server.origin, { limiter });
    const error = await failureOf(client.createOrder(limitOrder, { ...call, signal: controller.signal }));
    expect(error).toMatchObject({ code, outcome: 'not-sent', operationId: 'createOrder' });
    expect(gaveUp?.aborted).toBe(true);
    expect(left()).toEqual(NOTHING);
    expect(server.connections).toBe(0);
  });
});
