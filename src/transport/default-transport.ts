import { UnsupportedError } from '../core/errors.js';
import { ownOptions } from '../core/options.js';
import { createFetchTransport } from './fetch.js';
import { createNodeTransport, type HttpAgent } from './node-http.js';
import type { Transport } from './transport.js';

/** Options of {@link createDefaultTransport}. */
export interface DefaultTransportOptions {
  /**
   * Agent to connect with, in place of a keep-alive one for each origin: a limit of connections (`maxSockets`), a
   * certificate authority of your own, a proxy (any agent for `node:http`). It must be one for the scheme of `baseUrl`:
   * an `https.Agent` for `https:`. Closing it is up to you.
   */
  readonly agent?: HttpAgent | undefined;
}

/**
 * Creates the default transport. On Node.js, Deno and Bun: keep-alive connections, GET with a body, no redirects. A request
 * that had to wait for its connection is re-signed before it leaves, should its signature have grown old.
 *
 * @example
 * import { Agent } from 'node:https';
 * import { createDefaultTransport, createFuturesClient } from 'futures-trading-client';
 * const transport = createDefaultTransport({ agent: new Agent({ keepAlive: true, maxSockets: 8 }) });
 * const client = createFuturesClient({ baseUrl: 'https://futures.example', transport });
 */
export function createDefaultTransport(given: DefaultTransportOptions = {}): Transport {
  const { agent } = ownOptions(given, ['agent'] satisfies (keyof DefaultTransportOptions)[]);
  if (hasNodeHttp()) return createNodeTransport(agent);
  if (agent !== undefined) {
    throw new UnsupportedError(
      'agent: this runtime has no node:http, and its fetch takes no agent. Leave the option out.',
      { option: 'agent' },
    );
  }
  return createFetchTransport((url, init) => globalThis.fetch(url, init));
}

/** Cloudflare's workers imitate `node:http`, on their `fetch`. */
const hasNodeHttp = (): boolean =>
  typeof globalThis.process?.getBuiltinModule === 'function' &&
  globalThis.navigator?.userAgent !== 'Cloudflare-Workers';
