import { describe, expect, test } from 'vitest';
import { createOperationsClient } from '../../src/client/operations-client.js';
import { JournalError } from '../../src/core/errors.js';
import type { ClientOptions } from '../../src/index.js';
import type { TransportRequest } from '../../src/transport/transport.js';
import { order } from './desk.js';

/** A client whose clock goes on by more than a second with each look at it. */
function createClient(
  transport: (request: TransportRequest) => Promise<never>,
  options: Pick<ClientOptions, 'wait'> = {},
) {
  let nowMs = 1_760_000_000_000;
  const seen: { readonly readMs: number[]; readonly sent: TransportRequest[] } = { readMs: [], sent: [] };
  const client = createOperationsClient({
    ...{ baseUrl: 'https://futures.example', credentials: { apiKey: 'key', apiSecret: 'secret' } },
    now() {
      seen.readMs.push((nowMs += 1001));
      return nowMs;
    },
    ...options,
    async transport(request) {
      seen.sent.push(request);
      return transport(request);
    },
  });
  return { client, seen };
}

describe('the guard of a signature', () => {
  test('is given the X-CH-TS that leaves, so a pause before it cannot make the timestamp later', async () => {
    const { client, seen } = createClient(async () => Promise.reject(new Error('reset')));
    let signedMs = 0;
    const call = client.createOrder(order, {}, (timestampMs) => void (signedMs = timestampMs));
    await expect(call).rejects.toMatchObject({ outcome: 'unknown' });
    expect(seen.sent[0]!.headers['X-CH-TS']).toBe(String(signedMs));
  });

  test('is called for each signature, the one of a request that waited in a queue too', async () => {
    let calls = 0;
    const queue = async ({ renew }: TransportRequest): Promise<never> => {
      await renew!();
      throw new Error('sent although the lease ran out');
    };
    // With a `wait`, no other time passes than that of the clock: the signature is too old at the next look.
    const { client } = createClient(queue, { wait: async () => {} });
    const call = client.createOrder(order, {}, () => {
      if (++calls === 2) throw new JournalError('the lease ran out');
    });
    await expect(call).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
  });
});
