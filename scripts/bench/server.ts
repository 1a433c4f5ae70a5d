// Run as a separate process, so that its CPU does not count as the client's.
import { createServer } from 'node:http';
import { listenOnFreePort } from '../listen.js';
import { RECEIPT } from './samples.js';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': RECEIPT.length });
    response.end(RECEIPT);
  });
});
// A side whose turn is long in coming on a busy machine finds its connections as it left them.
server.keepAliveTimeout = 10 * 60_000;
console.log(await listenOnFreePort(server));
process.on('disconnect', () => process.exit());
