// Run as a separate process, so that its CPU does not count as the client's.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RECEIPT } from './samples.js';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': RECEIPT.length });
    response.end(RECEIPT);
  });
});
// A side whose turn is long in coming on a busy machine finds its connections as it left them.
server.keepAliveTimeout = 10 * 60_000;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
