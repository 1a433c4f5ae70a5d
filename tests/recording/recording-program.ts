import { createServer } from 'node:http';
import { listenOnFreePort } from '../../scripts/listen.js';
import { createHarRecorder } from '../../src/conformance/index.js';
import { createFuturesClient } from '../../src/futures-client.js';
import { startSidecar } from '../../src/sidecar/index.js';
import { limitOrder } from '../support/orders.js';

/* Places orders while they are recorded, and prints their ids. Started by full-disk.test.ts. */
const [file = '', recorder] = process.argv.slice(2);
const ORDERS = 30;
const credentials = { apiKey: 'key', apiSecret: 'secret' };

const server = createServer((request, response) => request.resume().on('end', () => response.end('{"orderId":"1"}')));
const upstream = `http://127.0.0.1:${await listenOnFreePort(server)}`;

async function place(baseUrl: string): Promise<void> {
  const client = createFuturesClient({ baseUrl, credentials, clock: 'local' });
  for (let order = 0; order < ORDERS; order++) console.log((await client.createOrder(limitOrder)).orderId);
}

if (recorder === 'sidecar') {
  const sidecar = await startSidecar({ upstream, credentials, clock: 'local', allow: ['money'], record: file });
  await place(sidecar.url);
  await sidecar.close();
} else {
  const recording = createHarRecorder({ file });
  await place(upstream);
  recording.close();
}
server.close();
server.closeAllConnections();
