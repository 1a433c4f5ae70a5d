import { Agent as HttpAgent } from 'node:http';
import { onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import { createFetchTransport } from '../../src/transport/fetch.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import type { Transport } from '../../src/transport/transport.js';
import { createUndiciTransport } from '../../src/transport/undici.js';

/** One of the three ways to send, with the differences that are documented. */
export interface TransportUnderTest {
  readonly name: 'node:http' | 'undici' | 'fetch';
  readonly options: () => Pick<ClientOptions, 'fetch' | 'transport'>;
  /** The transport alone. */
  readonly create: () => Transport;
  /** A standard fetch refuses a GET with a body. */
  readonly sendsGetBody: boolean;
  /** A standard fetch does not say whether it was connected when it is stopped, so stopping is `unknown`. */
  readonly knowsWhenConnected: boolean;
  /** Connection attempts cannot be taken back from undici: they end at its own connect timeout. */
  readonly stopsConnecting: boolean;
}

export const transports: readonly TransportUnderTest[] = [
  {
    name: 'node:http',
    options: () => ({}),
    create: () => createDefaultTransport(),
    sendsGetBody: true,
    knowsWhenConnected: true,
    stopsConnecting: true,
  },
  {
    name: 'undici',
    options: () => ({ transport: createUndiciTransport() }),
    create: () => createUndiciTransport(),
    sendsGetBody: true,
    knowsWhenConnected: true,
    stopsConnecting: false,
  },
  {
    name: 'fetch',
    options: () => ({ fetch: globalThis.fetch }),
    create: () => createFetchTransport(globalThis.fetch),
    sendsGetBody: false,
    knowsWhenConnected: false,
    stopsConnecting: false,
  },
];

/** The same agent or dispatcher, which ends with the test. */
export function endingWithTest<T extends { destroy(): unknown }>(agent: T): T {
  onTestFinished(() => void agent.destroy());
  return agent;
}

/** Those that can be held to one connection, so that a call has to wait for it. */
export const singleConnections: readonly (readonly [name: string, create: () => Transport])[] = [
  [
    'node:http',
    () => createDefaultTransport({ agent: endingWithTest(new HttpAgent({ keepAlive: true, maxSockets: 1 })) }),
  ],
  ['undici', () => createUndiciTransport({ pool: { connections: 1 } })],
];
