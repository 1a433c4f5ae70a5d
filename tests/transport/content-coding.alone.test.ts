import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const BODY = Buffer.from('{"orderId":"3302507625176983697","text":"€"}');
const DECODED = { orderId: '3302507625176983697', text: '€' };
const LIMIT = 10_000;

const serve = (coding: string, body: Buffer) =>
  startServer((response) => {
    response.writeHead(200, { 'content-encoding': coding, 'content-length': body.length });
    response.end(body);
  });

describe.each(transports)('a response over $name that is coded without being asked for', ({ name, options }) => {
  it.each<[coding: string, body: Buffer]>([
    ['gzip', gzipSync(BODY)],
    ['X-GZIP', gzipSync(BODY)],
    ['deflate', deflateSync(BODY)],
    ['deflate', deflateRawSync(BODY)],
    ['br', brotliCompressSync(BODY)],
    ['deflate, gzip', gzipSync(deflateSync(BODY))],
    ['identity', BODY],
  ])('%s: is read', async (coding, body) => {
    const client = createTestClient((await serve(coding, body)).origin, { ...options(), maxBodyBytes: LIMIT });
    expect(await client.createOrder(limitOrder)).toEqual(DECODED);
  });

  it.each<[coding: string, code: (body: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('%s: stops at maxBodyBytes', async (coding, code) => {
    const server = await serve(coding, code(Buffer.alloc(8 * 2 ** 20, ' ')));
    const client = createTestClient(server.origin, { ...options(), maxBodyBytes: 200_000 });
    const before = process.memoryUsage().arrayBuffers;
    expect(await failureOf(client.createOrder(limitOrder))).toMatchObject({
      code: 'RESPONSE_TOO_LARGE',
      outcome: 'unknown',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(6 * 2 ** 20);
  });

  // A standard fetch hands on what it does not know, and the client says that it is not JSON.
  it.skipIf(name === 'fetch').each<[coding: string, body: Buffer]>([
    ['compress', BODY],
    ['gzip', BODY],
    ['gzip', gzipSync(BODY).subarray(0, -9)],
    ['gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(BODY)))],
  ])('%s that cannot be decoded: unknown, and the coding is named', async (coding, body) => {
    const server = await serve(coding, body);
    const error = await failureOf(createTestClient(server.origin, options()).createOrder(limitOrder));
    expect(error).toMatchObject({ code: 'NETWORK', outcome: 'unknown' });
    expect(String(error)).toContain(`Content-Encoding "${coding}"`);
    expect(server.requests).toHaveLength(1);
  });
});
