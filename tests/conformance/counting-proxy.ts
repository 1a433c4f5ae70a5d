import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnFreePort } from '../../scripts/listen.js';

export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestBody: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** A server in front of another one, which notes each request and may break each answer. */
export async function startProxy(
  upstream: string,
  change: (passing: Passing) => Partial<Passing> | undefined = () => undefined,
) {
  const seen: { readonly method: string; readonly path: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    seen.push({ method, path: path.split('?')[0]! });
    // A connection that breaks behind this server breaks in front of it, too.
    const fail = (): void => void outgoing.destroy();
    const requestBody = await text(incoming);
    const onward = request(upstream + path, { method, headers }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      text(answer).then((body) => {
        const contentType = received['content-type'] ?? '';
        const passing = { method, path, headers, requestBody, status, contentType, body };
        const changed = { ...passing, ...change(passing) };
        outgoing.writeHead(changed.status, { 'content-type': changed.contentType }).end(changed.body);
      }, fail);
    });
    onward.on('error', fail);
    onward.end(requestBody);
  });
  const port = await listenOnFreePort(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { seen, baseUrl: `http://127.0.0.1:${port}`, close };
}
