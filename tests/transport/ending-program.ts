import { createFuturesClient } from '../../src/index.js';
import { createUndiciTransport } from '../../src/transport/undici.js';

/* Makes a call that succeeds and one that fails, and then has nothing to do. Started by keep-alive.test.ts. */
const [baseUrl = '', transport] = process.argv.slice(2);
const client = createFuturesClient({
  baseUrl,
  timeoutMs: 600_000,
  ...(transport === 'undici' ? { transport: createUndiciTransport() } : {}),
  ...(transport === 'fetch' ? { fetch: globalThis.fetch } : {}),
});
await client.ping();
await client.getOpenOrders().catch((error: { readonly code: string }) => console.log(error.code));
