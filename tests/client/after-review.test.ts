import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createFuturesClient, FuturesError, type Transport } from '../../src/index.js';

const order = {
  contractName: 'E-BTC-USDT',
  type: 'LIMIT',
  side: 'BUY',
  open: 'OPEN',
  positionType: 1,
  price: '60000.10',
  volume: 2,
} as const;
const contractName = 'E-BTC-USDT';

function clientOf(transport: Transport, options: Partial<ClientOptions> = {}) {
  const credentials = { apiKey: 'the-key', apiSecret: 'the-secret' };
  return createFuturesClient({ baseUrl: 'https://x.example', credentials, transport, ...options });
}

const answer = (text: string, date?: string) => ({
  status: 200,
  text,
  header: (name: string) => (name === 'date' ? date : undefined),
});

async function listen(onPost: (timestampMs: number) => { status: number; text: string }): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const { status, text } =
        request.method === 'POST' ? onPost(Number(request.headers['x-ch-ts'])) : { status: 200, text: '{}' };
      response.writeHead(status).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a clock of the caller that fails after the order has left does not make it not-sent', async () => {
  let left = false;
  const transport: Transport = async () => {
    left = true;
    return answer('{"orderId":"1"}', new Date().toUTCString());
  };
  const client = clientOf(transport, { now: () => (left ? Number.NaN : Date.now()) });
  const outcome = await client.createOrder(order).then(
    () => 'accepted',
    (error: unknown) => (error instanceof FuturesError ? error.outcome : 'unknown'),
  );
  expect(outcome).not.toBe('not-sent');
});

test('a getServerTime that hangs after a clock jump does not keep a cancel from leaving', async () => {
  let skewMs = 0;
  let cancels = 0;
  const transport: Transport = async ({ operationId }) => {
    if (operationId === 'cancelOrder') cancels++;
    else if (skewMs > 0) return new Promise(() => {});
    return answer(`{"serverTime":${Date.now()}}`);
  };
  const client = clientOf(transport, { now: () => Date.now() + skewMs, timeoutMs: 200 });
  await client.clock.sync();
  skewMs = 600;
  await client.cancelContractOrders({ contractName }).catch(() => {});
  await client.cancelContractOrders({ contractName }).catch(() => {});
  expect(cancels).toBeGreaterThan(0);
});

test('a Date header before 1970 does not stop every signed call', async () => {
  const client = clientOf(async () => answer('{}', 'Fri, 01 Jan 1960 00:00:00 GMT'));
  await client.ping();
  await expect(client.cancelOrder({ contractName, orderId: '5' })).resolves.toBeDefined();
});

test('no signature older than maxSignatureAgeMs leaves on a kept-alive connection', async () => {
  const ages: number[] = [];
  const baseUrl = await listen((timestampMs) => {
    ages.push(Date.now() - timestampMs);
    return { status: 200, text: '{}' };
  });
  let asked = 0;
  const apiSecret = () => new Promise<string>((resolve) => setTimeout(resolve, ++asked === 1 ? 700 : 0, 'the-secret'));
  const client = createFuturesClient({
    baseUrl,
    credentials: { apiKey: 'the-key', apiSecret },
    maxSignatureAgeMs: 200,
  });
  await client.ping();
  await client.cancelOrder({ contractName, orderId: '5' });
  expect(ages[0]).toBeLessThan(400);
});

test('clock.sync heeds a signal that is aborted already, with timeoutMs, too', async () => {
  const client = clientOf(async () => answer(`{"serverTime":${Date.now()}}`));
  await expect(client.clock.sync({ signal: AbortSignal.abort(), timeoutMs: 1000 })).rejects.toThrow();
});
