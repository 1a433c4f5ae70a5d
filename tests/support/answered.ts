import type { FuturesClient } from '../../src/futures-client.js';
import { serve } from './scripted-service.js';

export type Call = (client: FuturesClient) => Promise<unknown>;

/** Makes one call to a service that answers `body`; without a socket. */
export async function answered(call: Call, body: string, status = 200): Promise<unknown> {
  return call(serve([{ status, text: body }]).client);
}
