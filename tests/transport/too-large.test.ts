import { describe, expect, it } from 'vitest';
import { ResponseTooLargeError } from '../../src/core/errors.js';
import type { FetchLike } from '../../src/transport/fetch.js';
import { LONG_MS, NOTHING, watchLeftBehind } from '../support/left-behind.js';
import { type Answer, startServer } from '../support/raw-server.js';
import { serve } from '../support/scripted-service.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const LIMIT = 1000;

/** An object of that many bytes, some of them in characters of three. */
function jsonOf(bytes: number): string {
  const start = '{"orderId":"1","padding":"€€€';
  return `${start}${'x'.repeat(bytes - Buffer.byteLength(start) - 2)}"}`;
}

const withLength =
  (body: string): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': Buffer.byteLength(body) }).end(body);
  };

/** In two pieces, the cut inside a character. */
const inPieces =
  (body: string): Answer =>
  (response) => {
    const bytes = Buffer.from(body);
    response.write(bytes.subarray(0, 27), () => response.end(bytes.subarray(27)));
  };

describe.each(transports)('maxBodyBytes over $name', ({ options }) => {
  async function start(answer: Answer) {
    const server = await startServer(answer);
    return { server, client: createTestClient(server.origin, { ...options(), maxBodyBytes: LIMIT }) };
  }

  describe.each([
    ['of known length', withLength],
    ['in pieces', inPieces],
  ])('a body %s', (_way, answer) => {
    it('of exactly that size is delivered whole, and the connection stays', async () => {
      const { server, client } = await start(answer(jsonOf(LIMIT)));
      for (let round = 0; round < 3; round++) {
        expect(await client.createOrder(limitOrder)).toMatchObject({ padding: expect.stringMatching(/^€€€x+$/) });
        // A connection counts as clean some turns after its response: more of them where the machine is busy.
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      }
      expect(server.connections).toBe(1);
    });

    it('of one byte more is refused with outcome unknown', async () => {
      const { server, client } = await start(answer(jsonOf(LIMIT + 1)));
      const { signal } = new AbortController();
      const left = watchLeftBehind(signal);
      const error = await failureOf(client.createOrder(limitOrder, { timeoutMs: LONG_MS, signal }));
      expect(error).toBeInstanceOf(ResponseTooLargeError);
      expect(error).toMatchObject({
        code: 'RESPONSE_TOO_LARGE',
        operationId: 'createOrder',
        outcome: 'unknown',
        maxBodyBytes: LIMIT,
        message:
          'createOrder: the response is larger than 1000 bytes (maxBodyBytes), so reading stopped. ' +
          'The service may have acted: look it up before you retry (submitOrder does it). Raise maxBodyBytes if responses can be that large.',
      });
      expect(left()).toEqual(NOTHING);
      expect(server.requests).toHaveLength(1);
    });
  });

  // undici opens another connection in place of one it has closed, which stays idle and empty.
  it.each<[what: string, answer: Answer]>([
    [
      'a body that has no end is left as soon as it is too large',
      (response) => {
        const more = (): void => void response.write(Buffer.alloc(2 ** 16, 0x20), (error) => error ?? more());
        more();
      },
    ],
    [
      'a length that is too large is refused by the head, with no byte of the body',
      (response) => void response.writeHead(200, { 'content-length': LIMIT + 1 }).flushHeaders(),
    ],
  ])('%s: its connection is closed', async (_what, answer) => {
    const { server, client } = await start(answer);
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
    await server.firstClosed();
  });
});

it('maxBodyBytes is 16 MiB by default', async () => {
  const { client, requests } = serve([{ text: '{}' }]);
  await client.ping();
  expect(requests).toMatchObject([{ maxBodyBytes: 2 ** 24 }]);
});

describe('maxBodyBytes over fetch', () => {
  const over = (fetch: FetchLike) => createTestClient('http://127.0.0.1:1', { fetch, maxBodyBytes: LIMIT });

  it.each([1, 2, 3])('a byte order mark is no part of a body in pieces of %i bytes', async (size) => {
    const server = await startServer((response) => {
      const bytes = Buffer.from('\ufeff{"a":"\ufeff"}');
      const next = (from: number): void => {
        if (from >= bytes.length) response.end();
        else response.write(bytes.subarray(from, from + size), () => setImmediate(next, from + size));
      };
      next(0);
    });
    expect(await createTestClient(server.origin, { fetch: globalThis.fetch }).ping()).toEqual({ a: '\ufeff' });
  });

  it('an answer without a stream is counted after it has been read', async () => {
    const answering = (text: string): FetchLike => {
      return async () => ({ status: 200, headers: new Headers(), text: async () => text });
    };
    expect(await over(answering(jsonOf(LIMIT))).ping()).toHaveProperty('padding');
    expect(await failureOf(over(answering(jsonOf(LIMIT + 1))).ping())).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  });

  it('a stream whose fetch heeds no signal is cancelled: too large, aborted, or answered after the abort', async () => {
    const cancelled: string[] = [];
    const stream = (name: string, size: number): Response =>
      new Response(
        new ReadableStream({
          pull: (controller) => (size > 0 ? controller.enqueue(new Uint8Array(size)) : new Promise(() => {})),
          cancel: () => void cancelled.push(name),
        }),
      );
    expect(await failureOf(over(async () => stream('too large', LIMIT)).ping())).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
    });
    const controller = new AbortController();
    const { signal } = controller;
    let answerLate!: (response: Response) => void;
    const calls = [
      over(async () => stream('aborted', 0)).ping({}, { signal }),
      over(() => new Promise((resolve) => (answerLate = resolve))).ping({}, { signal }),
    ].map(failureOf);
    await new Promise(setImmediate);
    controller.abort();
    for (const call of calls) expect(await call).toMatchObject({ code: 'ABORTED' });
    answerLate(stream('late', 0));
    await new Promise(setImmediate);
    expect(cancelled).toEqual(['too large', 'aborted', 'late']);
  });

  it('a stream of what is no bytes is a break with outcome unknown', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue('text') });
    const fetch: FetchLike = async () => ({ status: 200, headers: new Headers(), body, text: async () => '{}' });
    expect(await failureOf(over(fetch).createOrder(limitOrder))).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
  });
});
