import { createFuturesClient, type FuturesClient } from '../../src/futures-client.js';
import type { ClientOptions } from '../../src/client/options.js';

export const credentials = { apiKey: 'Test-Key-7f3A', apiSecret: 'Test-Secret-é-9c1B' };

/** The time of the injected clock. */
export const NOW_MS = 1_700_000_000_123;

/** A client of `baseUrl` with credentials and a clock that stands still. */
export function createTestClient(baseUrl: string, options: Partial<ClientOptions> = {}): FuturesClient {
  return createFuturesClient({ baseUrl, credentials, now: () => NOW_MS, clock: 'local', ...options });
}

/** The names of the signing headers, as the service document spells them. */
export const SIGNING_HEADERS = ['X-CH-APIKEY', 'X-CH-SIGN', 'X-CH-TS'] as const;

export { limitOrder } from './orders.js';

/** A call that must fail; resolves to what it was rejected with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (result) => {
      throw new Error(`resolved to ${JSON.stringify(result)}`);
    },
    (error: unknown) => error,
  );
}

/** A function that throws this. */
export const throwing = (reason: unknown) => (): never => {
  throw reason;
};
