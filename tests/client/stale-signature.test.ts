import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientOptions } from '../../src/client/options.js';
import type { SignedHeaders, TransportRequest } from '../../src/transport/transport.js';
import { headerOf, startServer } from '../support/raw-server.js';
import { recomputeSignature, recordedOf } from '../support/recompute-signature.js';
import { AS_USUAL, type Reply, serve } from '../support/scripted-service.js';
import { createTestClient, credentials, failureOf, limitOrder } from '../support/test-client.js';

const START_MS = 1_760_000_000_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS - 5000, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  // The clock that does not jump stands at nought until here.
  vi.advanceTimersByTime(5000);
});

interface Left {
  readonly request: TransportRequest;
  /** The results of `renew`, each time it was asked. */
  readonly renewed: (SignedHeaders | undefined)[];
}

/** Makes an order through a transport that keeps it waiting so long before each time it asks for fresh headers. */
async function order(waitsMs: readonly number[], options: Partial<ClientOptions> = {}): Promise<Left> {
  const renewed: Left['renewed'] = [];
  const reply: Reply = async ({ renew }) => {
    for (const waitMs of waitsMs) {
      vi.advanceTimersByTime(waitMs);
      renewed.push(await renew!());
    }
    return { text: '{"orderId":"1"}' };
  };
  const { client, requests } = serve([reply], { ...AS_USUAL, ...options });
  await client.createOrder(limitOrder);
  return { request: requests[0]!, renewed };
}

/** The signature that these headers ought to hold, computed by nothing of ours. */
const rightSignature = (request: TransportRequest, headers: SignedHeaders): string =>
  recomputeSignature(recordedOf({ ...request, headers }), credentials.apiSecret);

describe('a signature that waits in a queue', () => {
  it('is good for a second', async () => {
    expect((await order([1000])).renewed).toEqual([undefined]);
    expect((await order([1001])).renewed).toEqual([expect.any(Object)]);
  });

  it('is made anew over the same request and the time of that moment', async () => {
    const { request, renewed } = await order([2500]);
    const headers = renewed[0]!;
    expect([request.headers['X-CH-TS'], headers['X-CH-TS']]).toEqual([String(START_MS), String(START_MS + 2500)]);
    expect(request.headers['X-CH-SIGN']).toBe(rightSignature(request, request.headers));
    expect(headers['X-CH-SIGN']).toBe(rightSignature(request, headers));
    expect(headers['X-CH-SIGN']).not.toBe(request.headers['X-CH-SIGN']);
  });

  it('every other header stays, and the headers of before are left alone', async () => {
    const dialect = { headers: { 'futures-version': '101' } };
    const { request, renewed } = await order([2500], { dialect });
    const names = ({ 'X-CH-TS': _time, 'X-CH-SIGN': _signature, ...rest }: SignedHeaders): unknown => rest;
    expect(names(renewed[0]!)).toEqual(names(request.headers));
    expect(request.headers['futures-version']).toBe('101');
  });

  it('is young again after that, and can grow old again', async () => {
    const { renewed } = await order([2000, 900, 200]);
    expect(renewed.map((headers) => headers?.['X-CH-TS'])).toEqual([
      String(START_MS + 2000),
      undefined,
      String(START_MS + 3100),
    ]);
  });

  it('is aged by a clock that does not jump: setting the clock of the machine makes nothing old', async () => {
    let reads = 0;
    const now = (): number => Date.now() + (reads++ === 0 ? 0 : 3_600_000);
    expect((await order([0], { now, clock: 'local' })).renewed).toEqual([undefined]);
  });

  it('is made by a sign of the caller and by a held secret, each asked again', async () => {
    const sign = vi.fn(async () => `signature-${sign.mock.calls.length}`);
    expect((await order([2000], { sign })).renewed[0]!['X-CH-SIGN']).toBe('signature-2');
    const apiSecret = vi.fn(() => credentials.apiSecret);
    const { request, renewed } = await order([2000], { credentials: { ...credentials, apiSecret } });
    expect(apiSecret).toHaveBeenCalledTimes(2);
    expect(renewed[0]!['X-CH-SIGN']).toBe(rightSignature(request, renewed[0]!));
  });
});

it('a request without a signature has nothing to renew', async () => {
  const { client, requests } = serve([{ text: '{}' }]);
  await client.ping();
  expect(requests.map(({ renew }) => renew)).toEqual([undefined]);
});

it('when signing anew fails, the call fails as not sent, and what the transport makes of it changes nothing', async () => {
  let calls = 0;
  const failing = order([2000], {
    sign: () => {
      if (++calls > 1) throw new Error('the key was taken away');
      return 'signature';
    },
  });
  expect(await failureOf(failing)).toMatchObject({ code: 'ARGUMENT', field: 'sign', outcome: 'not-sent' });
});

it('a signature that waited for a slow secret is renewed before it is sent on a kept-alive connection', async () => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  let asked = 0;
  const apiSecret = () => {
    if (++asked === 1) vi.advanceTimersByTime(1700);
    return Promise.resolve(credentials.apiSecret);
  };
  const client = createTestClient(server.origin, { credentials: { ...credentials, apiSecret }, now: Date.now });
  await client.ping();
  await client.cancelOrder({ contractName: limitOrder.contractName, orderId: '1' });
  expect(server.connections).toBe(1);
  expect(headerOf(server.requests[1]!, 'X-CH-TS')).toBe(String(START_MS + 1700));
});
