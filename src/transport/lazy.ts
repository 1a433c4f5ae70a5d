import { broken } from './deadline.js';
import type { Transport } from './transport.js';

/** Creates a transport whose code is loaded by its first request; a load that failed is tried again by the next. */
export function createLazyTransport(load: () => Promise<Transport>): Transport {
  let loaded: Transport | undefined;
  return async (request) => {
    try {
      loaded ??= await load();
    } catch (cause) {
      throw broken(request, false, cause);
    }
    return loaded(request);
  };
}
