import * as http from 'node:http';
import * as net from 'node:net';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';

/** Starts a proxy on a free port of 127.0.0.1: it tunnels (RFC 9110, 9.3.6) and forwards plain http. Ends with the test. */
export async function startProxy() {
  /** Every request line it was asked with: CONNECT authority, or method and absolute address. */
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  const keep = (socket: net.Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {});
  };
  const proxy = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { method, headers } = request;
    const onward = http.request(request.url!, { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.rawHeaders);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('connection', keep);
  proxy.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    asked.push(`CONNECT ${request.url}`);
    const [hostname, port] = request.url!.split(':');
    const onward = net.connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    keep(onward);
  });
  const port = await listenOnFreePort(proxy);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked };
}
