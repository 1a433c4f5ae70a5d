import { createServer } from 'node:http';
import { listenOnFreePort } from '../../scripts/listen.js';
import { createFuturesClient } from '../../src/futures-client.js';
import { FuturesError } from '../../src/core/errors.js';
import { createDefaultTransport } from '../../src/transport/default-transport.js';
import { limitOrder } from '../support/orders.js';

/* Prints how four orders end in a program that hardens its globals. */
Object.freeze(Error.prototype);

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    if (request.headers['x-ask'] === 'break') request.socket.destroy();
    else response.end(request.headers['x-ask'] === 'refuse' ? '{"code":"-2017","msg":"no"}' : '{}');
  });
});
const baseUrl = `http://127.0.0.1:${await listenOnFreePort(server)}`;
const client = createFuturesClient({
  baseUrl,
  transport: createDefaultTransport(),
  credentials: { apiKey: 'key', apiSecret: 'secret' },
});
const order = (ask: string) =>
  client.createOrder(limitOrder, { headers: { 'x-ask': ask } }).catch((error: unknown) => {
    console.log(error instanceof FuturesError ? `${error.name} ${error.outcome}` : String(error));
  });
await order('break');
await order('refuse');
await order('nothing');
server.close();
server.closeAllConnections();
await order('a port that is closed');
