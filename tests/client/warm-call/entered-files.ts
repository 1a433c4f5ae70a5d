import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import { createFuturesClient } from '../../../src/futures-client.js';
import { createDefaultTransport } from '../../../src/transport/node-http.js';
import { limitOrder } from '../../support/test-client.js';

/* Prints the source files that one createOrder on a warm connection enters, as JSON. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('{"orderId":"256609229205684228"}'));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const client = createFuturesClient({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  credentials: { apiKey: 'key', apiSecret: 'secret' },
  // The sources: the name of package.json leads to the build here.
  transport: createDefaultTransport(),
});
for (let call = 0; call < 3; call++) await client.createOrder(limitOrder);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await session.post('Profiler.takePreciseCoverage');
await client.createOrder(limitOrder);
const { result } = await session.post('Profiler.takePreciseCoverage');
const files = result
  .filter(({ url }) => url.includes('/src/'))
  .map(({ url, functions }) => ({
    file: url.replace(/^.*\/src\//, '').replace(/\?.*$/, ''),
    functions: functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName),
  }))
  .filter(({ functions }) => functions.length > 0);
console.log(JSON.stringify(files));
server.close();
server.closeAllConnections();
