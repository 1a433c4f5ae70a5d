import { Agent } from 'node:https';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FuturesError } from '../../src/core/errors.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import { sidecarTo } from '../sidecar/listening.js';
import { startServer } from '../support/raw-server.js';
import { selfSigned } from '../support/self-signed.js';
import { createTestClient, limitOrder } from '../support/test-client.js';
import { endingWithTest, transports } from '../support/transports.js';

const [http, https] = [/^http:/, /^https:/];

/** The reports of a client and of a sidecar on an order to this address. */
const tellers: readonly (readonly [name: string, tell: (origin: string) => Promise<string>])[] = [
  ...transports
    .filter(({ name }) => name !== 'fetch')
    .map(
      ({ name, options }) =>
        [
          `a client over ${name}`,
          async (origin: string) => {
            const error = await createTestClient(origin, options())
              .createOrder(limitOrder)
              .catch((thrown: FuturesError) => thrown);
            return (error as FuturesError).message;
          },
        ] as const,
    ),
  [
    'the sidecar',
    async (origin) => {
      const { url } = await sidecarTo(origin, { allow: ['money'] });
      const response = await fetch(`${url}/fapi/v1/order`, { method: 'POST', body: '{}' });
      return ((await response.json()) as { message: string }).message;
    },
  ],
];

describe.each(tellers)('%s', (_, tell) => {
  it('says that a port does not speak TLS, without the text of OpenSSL', async () => {
    const { origin } = await startServer({ body: '{}' });
    const message = await tell(origin.replace(http, 'https:'));
    expect(message).toMatch(/Nothing was sent\. This port does not speak TLS: use http:\/\/ instead of https:\/\//);
    expect(message).toMatch(/\([^:()]*(?:wrong version number|packet length too long)\)/);
  });

  it('says that a port may speak TLS', async () => {
    const { origin } = await startServer({ body: '{}' }, selfSigned());
    expect(await tell(origin.replace(https, 'http:'))).toMatch(
      / If this port speaks TLS, use https:\/\/ instead of http:\/\/\.$/,
    );
  });

  it('says how to trust a certificate, or that NODE_EXTRA_CA_CERTS did not help', async () => {
    const { origin } = await startServer({ body: '{}' }, selfSigned());
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '');
    expect(await tell(origin)).toMatch(/Nothing was sent\. .*start with NODE_EXTRA_CA_CERTS=<file in PEM>\.$/);
    vi.stubEnv('NODE_EXTRA_CA_CERTS', '/no/such/file');
    expect(await tell(origin)).toMatch(/NODE_EXTRA_CA_CERTS is set, but gave no authority .*read and has it\.$/);
  });

  it('keeps the error and its outcome where a runtime forbids to read the environment', async () => {
    const { origin } = await startServer({ body: '{}' }, selfSigned());
    const { env } = process;
    onTestFinished(() => void (process.env = env));
    process.env = new Proxy(env, {
      get(target, name) {
        if (name === 'NODE_EXTRA_CA_CERTS') throw new Error('Requires env access');
        return Reflect.get(target, name) as string;
      },
    });
    expect(await tell(origin)).toMatch(/Nothing was sent\.$/);
  });
});

it('a certificate for another name is named, with what to do', async () => {
  const { origin } = await startServer({ body: '{}' }, selfSigned());
  const agent = endingWithTest(new Agent({ ca: selfSigned().cert, servername: 'other.example' }));
  const call = createTestClient(origin, { transport: createDefaultTransport({ agent }) }).createOrder(limitOrder);
  await expect(call).rejects.toThrow('Nothing was sent. Use the host name that the certificate is made for.');
});
