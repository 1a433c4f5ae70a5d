import { readFileSync } from 'node:fs';
import { createServer, type UserConfig } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { createFuturesClient } from '../../src/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { limitOrder } from '../support/orders.js';

test('the Vite proxy of docs/connections.md lets a page place a signed order', async () => {
  const sandbox = createSandbox();
  await using exchange = await sandbox.listen();
  const guide = readFileSync(new URL('../../docs/connections.md', import.meta.url), 'utf8');
  const [, config = ''] = /```js\n([^]*?)```/.exec(guide) ?? [];
  const given = config.replace('https://futures.example', exchange.url);
  const { default: read } = (await import(`data:text/javascript,${encodeURIComponent(given)}`)) as {
    default: UserConfig;
  };
  const vite = await createServer({
    configFile: false,
    logLevel: 'silent',
    server: { ...read.server, port: 0, host: '127.0.0.1', hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  onTestFinished(() => vite.close());
  await vite.listen();
  const { port } = vite.httpServer!.address() as { port: number };
  const baseUrl = `http://127.0.0.1:${port}/futures`;
  const client = createFuturesClient({ baseUrl, credentials: sandbox.credentials, fetch });
  expect(await client.createOrder(limitOrder)).toHaveProperty('orderId');
});
