import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleProgram } from '../support/bundle-program.js';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

let program: Promise<string> | undefined;
const ending = () => (program ??= bundleProgram(fileURLToPath(import.meta.resolve('./ending-program.ts'))));

describe.each(transports)('over $name', ({ name, options }) => {
  // undici uses a connection again one turn after its last answer, so calls that follow at once take turns on two.
  const most = name === 'node:http' ? 1 : 2;

  it(`sequential calls of every kind, one of them refused, share ${most === 1 ? 'one connection' : 'two connections'}`, async () => {
    const server = await startServer((response, { method, target }) => {
      response.writeHead(method === 'POST' && target.endsWith('/order') ? 500 : 200).end('{"orderId":"1"}');
    });
    const client = createTestClient(server.origin, options());
    for (let round = 0; round < 5; round++) {
      await failureOf(client.createOrder(limitOrder));
      await client.changeLeverage({ contractName: 'E-BTC-USDT', nowLevel: 5 });
      await client.ping();
      // undici closes the connection after a GET with a body, and fetch sends none.
      if (name === 'node:http') await client.getSomeOrder({ contractName: 'E-BTC-USDT' });
      await client.cancelAllOrders();
    }
    expect(server.requests).toHaveLength(name === 'node:http' ? 25 : 20);
    expect(server.connections).toBeLessThanOrEqual(most);
  });

  it('a service that closes after each answer gets a new connection for each call', async () => {
    const server = await startServer({ body: '{}', headers: { connection: 'close' } });
    const client = createTestClient(server.origin, options());
    for (let round = 0; round < 3; round++) {
      await client.ping();
      await server.allClosed();
    }
    expect(server.requests).toHaveLength(3);
    expect(server.connections).toBe(3);
  });

  it('the process ends by itself after a success and a failure, with connections kept alive', async () => {
    const server = await startServer({ body: '{}' });
    const child = spawn(process.execPath, [await ending(), server.origin, name]);
    onTestFinished(() => void child.kill());
    const printed: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    expect(printed.join('')).toBe('ARGUMENT\n');
    expect(code).toBe(0);
    expect(server.requests).toHaveLength(1);
  });
});
