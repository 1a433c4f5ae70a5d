import { describe, expect, it, vi } from 'vitest';
import { type Answer, startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

describe.each(transports)('over TLS and $name', ({ options }) => {
  async function start(answer: Answer) {
    // The one way to make all three trust the certificate after the process has begun.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const server = await startServer(answer, selfSigned());
    return { server, client: createTestClient(server.origin, options()) };
  }

  it('a connection that is cut after the handshake is unknown', async () => {
    const { client } = await start((response) => response.socket?.destroy());
    const error = await failureOf(client.createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  });

  it('a call that is aborted after the handshake is unknown', async () => {
    const { server, client } = await start(() => {});
    const controller = new AbortController();
    const pending = failureOf(client.createOrder(limitOrder, { signal: controller.signal }));
    await server.received(1);
    controller.abort();
    expect(await pending).toMatchObject({ code: 'ABORTED', outcome: 'unknown' });
  });
});
