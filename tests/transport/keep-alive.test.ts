import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../support/raw-server.js';
import { createTestClient, failureOf, limitOrder } from '../support/test-client.js';
import { transports } from '../support/transports.js';

const source = (path: string) => new URL(`../../src/${path}`, import.meta.url).pathname;

describe.each(transports)('over $name', ({ name, options }) => {
  // undici uses a connection again one turn after its last answer, so calls that follow at once take turns on two.
  const most = name === 'node:http' ? 1 : 2;

  it(`sequential calls of every kind share ${most === 1 ? 'one connection' : 'two connections'}`, async () => {
    const server = await startServer({ body: '{"list":[{}]}' });
    const client = createTestClient(server.origin, options());
    for (let round = 0; round < 5; round++) {
      await client.createOrder(limitOrder);
      await client.getTradeHistory({ limit: 1 });
      await client.ping();
      // undici closes the connection after a GET with a body, and fetch sends none.
      if (name === 'node:http') await client.getOrder({ contractName: 'E-BTC-USDT' });
      await client.raw.POST('/fapi/v1/cancel_all');
    }
    expect(server.requests).toHaveLength(name === 'node:http' ? 25 : 20);
    expect(server.connections).toBeLessThanOrEqual(most);
  });

  it('a refusal keeps the connection', async () => {
    const server = await startServer((response, request) => {
      response.writeHead(request.method === 'POST' ? 500 : 200);
      response.end('{"code":-1121}');
    });
    const client = createTestClient(server.origin, options());
    for (let round = 0; round < 5; round++) {
      await failureOf(client.createOrder(limitOrder));
      await failureOf(client.ping());
    }
    expect(server.requests).toHaveLength(10);
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

  it('calls at the same time do not wait for one another', async () => {
    const replies: (() => void)[] = [];
    const server = await startServer((response) => {
      replies.push(() => response.end('{}'));
    });
    const client = createTestClient(server.origin, options());
    const calls = Array.from({ length: 5 }, () => client.ping());
    await server.received(5);
    // The last one first.
    while (replies.length > 0) replies.pop()!();
    expect(await Promise.all(calls)).toEqual([{}, {}, {}, {}, {}]);
  });

  it('the process ends by itself after a success and a failure, with connections kept alive', async () => {
    const server = await startServer({ body: '{}' });
    const extra = {
      'node:http': '{}',
      undici: '{ transport: createUndiciTransport() }',
      fetch: '{ fetch: globalThis.fetch }',
    }[name];
    const program = `
      import { createFuturesClient } from ${JSON.stringify(source('index.ts'))};
      import { createUndiciTransport } from ${JSON.stringify(source('transport/undici.ts'))};
      const client = createFuturesClient({ baseUrl: process.argv[2], timeoutMs: 600_000, ...${extra} });
      client.ping().then(() => client.getOpenOrders().catch((error) => console.log(error.code)));
    `;
    const child = spawn(process.execPath, [await bundled(program), server.origin]);
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

/** Writes a program, bundled with the sources it imports, to a file that ends with the test. */
async function bundled(program: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keep-alive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: source('.') },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    write: false,
    alias: { '#hmac': source('core/hmac-node.ts'), '#default-transport': source('transport/node-http.ts') },
  });
  const file = join(folder, 'program.cjs');
  await writeFile(file, outputFiles[0]!.contents);
  return file;
}
