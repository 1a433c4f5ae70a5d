import { expect, it, onTestFinished } from 'vitest';
import { createHttpSender } from '../../src/conformance/call/http-sender.js';
import type { RawCall } from '../../src/conformance/call/raw-call.js';
import { headerOf, startServer } from '../support/raw-server.js';

/** A sender, and a server that cuts the connections of some requests. */
async function start(isCut: (count: number) => boolean) {
  const server = await startServer((response) => {
    if (isCut(server.requests.length)) response.socket!.destroy();
    else response.end('{}');
  });
  const sender = createHttpSender({ baseUrl: new URL(server.origin), timeoutMs: 5000, signal: undefined });
  onTestFinished(() => sender.close());
  return { seen: server.requests, sender };
}

const call = (operationId: 'ping' | 'createOrder'): RawCall => ({
  operationId,
  method: operationId === 'ping' ? 'GET' : 'POST',
  target: '/',
  headers: [],
  body: undefined,
  signingString: undefined,
});

it('sends a read once more where the target has closed the connection, and keeps none from then on', async () => {
  const { seen, sender } = await start((count) => count === 2);
  for (let time = 0; time < 3; time++) expect(await sender.send(call('ping'))).toMatchObject({ status: 200 });
  expect(seen.map((request) => headerOf(request, 'connection'))).toEqual([
    'keep-alive',
    'keep-alive',
    'close',
    'close',
  ]);
});

it('sends a call that acts once, whatever becomes of the connection', async () => {
  const { seen, sender } = await start((count) => count === 2);
  await sender.send(call('createOrder'));
  await expect(sender.send(call('createOrder'))).rejects.toThrow(/ECONNRESET|socket hang up/);
  expect(seen).toHaveLength(2);
});

it('gives up where the target cuts new connections as well', async () => {
  const { seen, sender } = await start((count) => count > 1);
  await sender.send(call('ping'));
  await expect(sender.send(call('ping'))).rejects.toThrow(/ECONNRESET|socket hang up/);
  expect(seen).toHaveLength(3);
});

it('names itself in User-Agent, because some gateways refuse programs without one', async () => {
  const { seen, sender } = await start(() => false);
  await sender.send(call('ping'));
  expect(headerOf(seen[0]!, 'user-agent')).toBe('futures-conformance');
});
