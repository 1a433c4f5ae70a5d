import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../../src/client/options.js';
import { AbortedError, TimeoutError } from '../../src/core/errors.js';
import { LONG_MS, NOTHING, watchLeftBehind } from '../support/left-behind.js';
import { type ByteServer, type Handler, type RawServer, startByteServer, startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const reason = new Error('changed my mind');

/** undici uses a connection again one turn of the event loop after the last answer; before that it opens another one. */
const turn = () => new Promise(setImmediate);

/** Answers the first request, which opens the connection, and treats the second one in its own way. */
function afterWarmUp(handler: Handler): Handler {
  let requests = 0;
  return (response, request) => (requests++ === 0 ? response.end('{"orderId":"1"}') : handler(response, request));
}

const stages: [stage: string, handler: Handler][] = [
  ['before the first byte', () => {}],
  ['after the head', (response) => response.writeHead(200).flushHeaders()],
  ['inside the body', (response) => response.writeHead(200, { 'content-length': '100' }).write('{"orderId":"1"}')],
];

describe.each(transports)('over $name', ({ options, knowsWhenConnected, stopsConnecting }) => {
  const whileConnecting = knowsWhenConnected ? 'not-sent' : 'unknown';

  /** Calls over a warm connection; `stop` runs once the request has arrived. */
  async function stopped(handler: Handler, call: CallOptions, stop: () => void): Promise<[unknown, RawServer]> {
    const server = await startServer(afterWarmUp(handler));
    const client = createTestClient(server.origin, options());
    await client.createOrder(limitOrder);
    await turn();
    const pending = failureOf(client.createOrder(limitOrder, call));
    await server.received(2);
    expect(server.connections).toBe(1);
    stop();
    return [await pending, server];
  }

  /** Calls a server that accepts connections and never says a word of TLS. */
  async function stoppedWhileConnecting(call: CallOptions, stop: () => void): Promise<[unknown, ByteServer]> {
    const server = await startByteServer();
    const pending = failureOf(createTestClient(`https://${server.authority}`, options()).createOrder(limitOrder, call));
    await server.touched();
    stop();
    return [await pending, server];
  }

  async function expectClosed(server: ByteServer): Promise<void> {
    if (!stopsConnecting) server.cut();
    await server.allClosed();
  }

  /** A call that its deadline or its caller ends, and what it leaves behind. */
  function stopping(way: 'TIMEOUT' | 'ABORTED') {
    const controller = new AbortController();
    const { signal } = controller;
    const left = watchLeftBehind(signal);
    return {
      call: { timeoutMs: LONG_MS, signal },
      left,
      stop: () => (way === 'TIMEOUT' ? left.expire() : controller.abort(reason)),
      ended: (outcome: string) =>
        way === 'TIMEOUT'
          ? { code: way, outcome, timeoutMs: LONG_MS, operationId: 'createOrder' }
          : { code: way, outcome, cause: reason },
    };
  }

  describe.each(['TIMEOUT', 'ABORTED'] as const)('%s', (way) => {
    it.each(stages)('ends a call %s as unknown and leaves nothing', async (_stage, handler) => {
      const { call, left, stop, ended } = stopping(way);
      const [error, server] = await stopped(handler, call, () => {
        expect(left()).toEqual({ timers: 1, abortListeners: 1 });
        stop();
      });
      expect(left()).toEqual(NOTHING);
      expect(error).toBeInstanceOf(way === 'TIMEOUT' ? TimeoutError : AbortedError);
      expect(error).toMatchObject(ended('unknown'));
      // undici opens another connection in its place, which stays idle and empty.
      await server.firstClosed();
      expect(server.requests).toHaveLength(2);
    });

    it(`ends a call that is still connecting as ${whileConnecting}`, async () => {
      const { call, left, stop, ended } = stopping(way);
      const [error, server] = await stoppedWhileConnecting(call, stop);
      expect(left()).toEqual(NOTHING);
      expect(error).toMatchObject(ended(whileConnecting));
      await expectClosed(server);
      expect(server.received()).not.toContain('fapi');
    });
  });

  it(`an abort ends a call in the turn it was made in as ${whileConnecting}`, async () => {
    const server = await startServer({ body: '{"orderId":"1"}' });
    const controller = new AbortController();
    const pending = createTestClient(server.origin, options()).ping({}, { signal: controller.signal });
    const settled = failureOf(pending);
    // One turn, in which the request is handed to the transport.
    await Promise.resolve();
    controller.abort(reason);
    expect(await settled).toMatchObject({ code: 'ABORTED', cause: reason });
  });
});
