import { describe, expect, it } from 'vitest';
import type { CallOptions, ClientOptions } from '../../src/client/options.js';
import { FuturesError } from '../../src/core/errors.js';
import { everythingShown } from '../support/everything-shown.js';
import { closedPort } from '../support/ports.js';
import { headerOf, type Recorded, startByteServer, startServer } from '../support/raw-server.js';
import { serve } from '../support/scripted-service.js';
import { createTestClient, credentials, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const { apiKey, apiSecret } = credentials;

it('the client gives the secret to neither the transport nor a custom sign', async () => {
  const seen: unknown[] = [];
  const { client } = serve([(request) => (seen.push(request), { text: '{"orderId":"1"}' })], {
    sign: (input) => (seen.push(input), 'signature'),
  });
  await client.createOrder(limitOrder);
  expect(seen).toHaveLength(2);
  expect(everythingShown(seen)).not.toContain(apiSecret);
});

describe.each(transports)('over $name, the error shows no secret after', ({ options }) => {
  const call = (origin: string, more: Partial<ClientOptions> = {}, callOptions?: CallOptions) =>
    failureOf(createTestClient(origin, { ...options(), ...more }).createOrder(limitOrder, callOptions));
  const answered = async (
    handler: Parameters<typeof startServer>[0],
    ...more: [Partial<ClientOptions>?, CallOptions?]
  ) => call((await startServer(handler)).origin, ...more);
  const echo = (request: Recorded): string => `${headerOf(request, 'X-CH-APIKEY')} ${headerOf(request, 'X-CH-SIGN')}`;

  it.each<[string, string, () => Promise<unknown>]>([
    ['a refused connection', 'NETWORK', async () => call(`http://127.0.0.1:${await closedPort()}`)],
    ['a cut connection', 'NETWORK', () => answered((response) => response.socket?.resetAndDestroy())],
    [
      'an answer that is not HTTP and echoes the request',
      'NETWORK',
      async () => {
        const server = await startByteServer((received) => `HTTP/1.1 200 OK\r\n${received.replaceAll(':', ' ')}`);
        return call(`http://${server.authority}`);
      },
    ],
    [
      'an answer that is too large',
      'RESPONSE_TOO_LARGE',
      () => answered((response, request) => response.end(echo(request).repeat(9)), { maxBodyBytes: 100 }),
    ],
    ['a deadline', 'TIMEOUT', () => answered(() => {}, {}, { timeoutMs: 20 })],
    [
      'an abort',
      'ABORTED',
      () => {
        const controller = new AbortController();
        const { signal } = controller;
        return answered((response) => void response.write('{', () => controller.abort()), {}, { signal });
      },
    ],
  ])('%s', async (_way, code, fail) => {
    const error = await fail();
    expect(error).toBeInstanceOf(FuturesError);
    expect(error).toMatchObject({ code });
    const shown = everythingShown(error);
    for (const secret of [apiKey, apiSecret]) expect(shown).not.toContain(secret);
    // A signature, and also one that stands within other text.
    expect(shown).not.toMatch(/[0-9a-f]{64}/);
  });
});
