import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request as it arrived. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Behaviour = (response: ServerResponse, sent: Sent) => void;

export interface ProbeServer {
  readonly url: string;
  /** The same server under another host name. */
  readonly otherName: string;
  readonly sent: readonly Sent[];
  readonly connections: number;
  close(): void;
}

export const hang: Behaviour = () => {};
export const cut: Behaviour = (response) => response.destroy();
export const unavailable: Behaviour = (response) =>
  response.writeHead(503, { 'content-type': 'application/json' }).end('{"message":"Service Unavailable"}');

export const refused: Behaviour = (response) =>
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"Bad Request"}');

/** Headers and the beginning of a body, and never the rest. */
export const stall: Behaviour = (response) =>
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"code":');

export const answer =
  (body: string): Behaviour =>
  (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);

/** 307: the method and the body stay as they are. */
export const redirectTo =
  (origin: string): Behaviour =>
  (response, { url }) =>
    response.writeHead(307, { location: new URL(url, origin).href }).end();

/**
 * A TLS server that records what it is sent. TLS, because some clients refuse plain http: or keep connections open over
 * one and not over the other. The certificate is the one that this process was told to trust.
 */
export async function startServer(behave: Behaviour): Promise<ProbeServer> {
  const [key, cert] = ['PROBE_KEY', 'NODE_EXTRA_CA_CERTS'].map((name) => readFileSync(process.env[name]!));
  const sent: Sent[] = [];
  let connections = 0;
  const server = createServer({ key, cert }, (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const recorded = { method: request.method!, url: request.url!, headers: request.headers, body };
      sent.push(recorded);
      behave(response, recorded);
    });
  });
  server.on('secureConnection', () => connections++);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    otherName: `https://localhost:${port}`,
    sent,
    get connections() {
      return connections;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
