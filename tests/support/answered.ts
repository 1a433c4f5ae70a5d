import type { FuturesClient } from '../../src/futures-client.js';
import { createTestClient } from './test-client.js';

export type Call = (client: FuturesClient) => Promise<unknown>;

/** Makes one call to a service that answers `body`; without a socket. */
export async function answered(call: Call, body: string, status = 200): Promise<unknown> {
  const transport = async () => ({ status, text: body, header: () => undefined });
  return call(createTestClient('https://futures.example', { transport }));
}
