import { describe, expect, it } from 'vitest';
import { type FuturesError, NetworkError } from '../../src/core/errors.js';
import { LONG_MS, NOTHING, watchLeftBehind } from '../support/left-behind.js';
import { closedPort } from '../support/ports.js';
import { type Handler, startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const cuts: [cut: string, handler: Handler][] = [
  ['reset before the first byte', (response) => response.socket?.resetAndDestroy()],
  [
    'closed inside a body of known length, where it would be JSON',
    (response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"orderId":"1"}', () => response.socket?.end());
    },
  ],
  [
    'closed inside a chunked body, where it would be JSON',
    (response) => {
      response.writeHead(200);
      response.write('{"orderId":"1"}', () => response.socket?.end());
    },
  ],
];

describe.each(transports)('over $name', ({ options, knowsWhenConnected }) => {
  const unconnected = knowsWhenConnected ? 'not-sent' : 'unknown';

  async function failure(baseUrl: string): Promise<FuturesError> {
    const { signal } = new AbortController();
    const left = watchLeftBehind(signal);
    const call = createTestClient(baseUrl, options()).createOrder(limitOrder, { timeoutMs: LONG_MS, signal });
    const error = await failureOf(call);
    expect(left()).toEqual(NOTHING);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ code: 'NETWORK', operationId: 'createOrder' });
    return error as FuturesError;
  }

  it(`a refused connection is ${unconnected} and keeps the code of its cause`, async () => {
    const error = await failure(`http://127.0.0.1:${await closedPort()}`);
    expect(error).toMatchObject({ outcome: unconnected, cause: { code: 'ECONNREFUSED' } });
    expect(error.message.includes('Nothing was sent')).toBe(knowsWhenConnected);
  });

  it(`a host that does not resolve is ${unconnected}`, async () => {
    // A label of 64 characters is no name: the resolver knows without asking anybody.
    const error = await failure(`https://${'x'.repeat(64)}.invalid`);
    expect(error).toMatchObject({ outcome: unconnected, cause: { code: 'ENOTFOUND' } });
  });

  it(`a certificate without a known authority is ${unconnected}`, async () => {
    const server = await startServer({ body: '{"orderId":"1"}' }, selfSigned());
    const error = await failure(server.origin);
    expect(error).toMatchObject({ outcome: unconnected, cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect(server.requests).toEqual([]);
    expect(server.connections).toBe(1);
    await server.allClosed();
  });

  it.each(cuts)('a connection %s is unknown, and is not tried again', async (_cut, handler) => {
    const server = await startServer(handler);
    const error = await failure(server.origin);
    expect(error.outcome).toBe('unknown');
    expect(error.message).toContain('may have acted');
    await server.allClosed();
    expect(server.requests).toHaveLength(1);
    expect(server.connections).toBe(1);
  });
});
