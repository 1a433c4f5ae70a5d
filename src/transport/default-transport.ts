import { createTransportOnFetch } from './fetch.js';
import { createTransportOnNode } from './node-http.js';

/** Cloudflare's workers imitate `node:http`, on their `fetch`. */
const hasNodeHttp =
  typeof globalThis.process?.getBuiltinModule === 'function' &&
  globalThis.navigator?.userAgent !== 'Cloudflare-Workers';

export const createDefaultTransport: typeof createTransportOnNode = hasNodeHttp
  ? createTransportOnNode
  : createTransportOnFetch;
