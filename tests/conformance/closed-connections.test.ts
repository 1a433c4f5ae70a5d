import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createHttpSender } from '../../src/conformance/call/http-sender.js';
import type { RawCall } from '../../src/conformance/call/raw-call.js';

const ended: (() => void)[] = [];
afterEach(() => ended.splice(0).forEach((end) => end()));

/** A sender, and a server that cuts the connections of some requests; each request is counted. */
async function start(isCut: (count: number) => boolean) {
  const seen: IncomingMessage['headers'][] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    seen.push(request.headers);
    if (isCut(seen.length)) request.socket.destroy();
    else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const sender = createHttpSender({ baseUrl, timeoutMs: 5000, signal: undefined });
  ended.push(
    () => sender.close(),
    () => server.close(),
  );
  return { seen, sender };
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
  expect(seen.map(({ connection }) => connection)).toEqual(['keep-alive', 'keep-alive', 'close', 'close']);
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
  expect(seen[0]!['user-agent']).toBe('futures-conformance');
});
