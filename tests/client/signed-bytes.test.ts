import { describe, expect, it } from 'vitest';
import { headerNames, headerOf, startServer } from '../support/raw-server.js';
import { recomputeSignature } from '../support/recompute-signature.js';
import { callExample, leastAnswer, type OperationExample, operationExamples } from '../support/operation-examples.js';
import { createTestClient, credentials, limitOrder, NOW_MS, SIGNING_HEADERS } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const signed = operationExamples.filter(({ operation }) => operation.security !== 'public');
const unsigned = operationExamples.filter(({ operation }) => operation.security === 'public');
const titled = (examples: readonly OperationExample[]) => examples.map((example) => [example.title, example] as const);

describe.each(transports)('over $name', (transport) => {
  const sendable = signed.filter(({ operation }) => transport.sendsGetBody || !operation.getBody);

  it.each(titled(sendable))('%s carries a signature over exactly the bytes on the wire', async (_title, example) => {
    const server = await startServer({ body: leastAnswer(example.operation) });
    await callExample(createTestClient(server.origin, transport.options()), example);
    const [request] = server.requests;
    expect(request?.method).toBe(example.operation.method);
    expect(headerOf(request!, 'X-CH-SIGN')).toBe(recomputeSignature(request!, credentials.apiSecret));
    expect(headerOf(request!, 'X-CH-TS')).toBe(String(NOW_MS));
    expect(headerOf(request!, 'X-CH-APIKEY')).toBe(credentials.apiKey);
    for (const name of SIGNING_HEADERS) {
      expect(headerNames(request!).filter((sent) => sent === name.toLowerCase())).toHaveLength(1);
    }
  });

  it.each(titled(unsigned))('%s carries none of the signing headers, credentials or not', async (_title, example) => {
    const server = await startServer({ body: leastAnswer(example.operation) });
    await callExample(createTestClient(server.origin, transport.options()), example);
    await callExample(createTestClient(server.origin, { ...transport.options(), credentials: undefined }), example);
    expect(server.requests).toHaveLength(2);
    for (const request of server.requests) {
      expect(headerNames(request).filter((name) => name.startsWith('x-ch-'))).toEqual([]);
    }
  });

  it('text beyond ASCII is signed as the UTF-8 that is sent', async () => {
    const server = await startServer({ body: '{"orderId":"2006628907041292645"}' });
    const client = createTestClient(server.origin, transport.options());
    await client.createOrder({ ...limitOrder, clientOrderId: 'ордер-😀-"\\' });
    for (const request of server.requests) {
      expect(headerOf(request, 'X-CH-SIGN')).toBe(recomputeSignature(request, credentials.apiSecret));
      expect(headerOf(request, 'content-length')).toBe(String(request.body.length));
    }
    expect(JSON.parse(server.requests[0]!.body.toString('utf8'))).toMatchObject({ clientOrderId: 'ордер-😀-"\\' });
  });

  it('the query is signed in the percent-encoding that is sent', async () => {
    const server = await startServer({ body: '[]' });
    const client = createTestClient(server.origin, transport.options());
    await client.getTradeHistory({ contractName: 'E BTC/ü&+=', limit: 5 });
    const [request] = server.requests;
    expect(request?.target).toBe('/fapi/v1/myTrades?contractName=E%20BTC%2F%C3%BC%26%2B%3D&limit=5');
    expect(headerOf(request!, 'X-CH-SIGN')).toBe(recomputeSignature(request!, credentials.apiSecret));
  });
});

it('every call reads the clock again and signs what it said', async () => {
  const server = await startServer({ body: '{"orderId":"1"}' });
  let nowMs = 1_700_000_000_000.9;
  const client = createTestClient(server.origin, { now: () => nowMs++ });
  await client.createOrder(limitOrder);
  await client.createOrder(limitOrder);
  expect(server.requests.map((request) => headerOf(request, 'X-CH-TS'))).toEqual(['1700000000000', '1700000000001']);
  for (const request of server.requests) {
    expect(headerOf(request, 'X-CH-SIGN')).toBe(recomputeSignature(request, credentials.apiSecret));
  }
});
