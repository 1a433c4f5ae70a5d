import { createServer, request } from 'node:http';
import { listenOnFreePort } from '../../scripts/listen.js';

/** An answer on its way back. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly requestBody: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

type Changed = Partial<Pick<Passing, 'status' | 'contentType' | 'body'>>;

/** A server in front of another one, which notes each request and may break each answer. */
export async function startProxy(
  upstream: string,
  change: (passing: Passing) => Changed | undefined = () => undefined,
) {
  const seen: { readonly method: string; readonly path: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      seen.push({ method, path: url.split('?')[0]! });
      const onward = request(upstream + url, { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => parts.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(parts).toString();
          const contentType = answer.headers['content-type'] ?? '';
          const passing = {
            method,
            path: url,
            headers,
            requestBody: Buffer.concat(chunks).toString(),
            contentType,
            body,
          };
          const changed = {
            status: answer.statusCode ?? 0,
            ...passing,
            ...change({ ...passing, status: answer.statusCode ?? 0 }),
          };
          outgoing.writeHead(changed.status, { 'content-type': changed.contentType });
          outgoing.end(changed.body);
        });
      });
      // A connection that breaks behind this server breaks in front of it, too.
      onward.on('error', () => void outgoing.destroy());
      onward.end(Buffer.concat(chunks));
    });
  });
  return { seen, ...(await listening(server)) };
}

/** A server that gives every request the same kind of answer. */
export async function startAnswering(answer: Parameters<typeof createServer>[1]) {
  return listening(createServer(answer as never));
}

async function listening(server: ReturnType<typeof createServer>) {
  const port = await listenOnFreePort(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { baseUrl: `http://127.0.0.1:${port}`, close };
}
