import type { ClientOptions } from '../../src/client/options.js';
import { createUndiciTransport } from '../../src/transport/undici.js';

/** One of the three ways to send, with the differences that are documented. */
export interface TransportUnderTest {
  readonly name: string;
  readonly options: () => Pick<ClientOptions, 'fetch' | 'transport'>;
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
    sendsGetBody: true,
    knowsWhenConnected: true,
    stopsConnecting: true,
  },
  {
    name: 'undici',
    options: () => ({ transport: createUndiciTransport() }),
    sendsGetBody: true,
    knowsWhenConnected: true,
    stopsConnecting: false,
  },
  {
    name: 'fetch',
    options: () => ({ fetch: globalThis.fetch }),
    sendsGetBody: false,
    knowsWhenConnected: false,
    stopsConnecting: false,
  },
];
