import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer.js';
import { damage } from './damage.js';
import type { RawRequest } from './request.js';

/** A sandbox that listens. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  /** Loopback by default: everybody who reaches the port can trade with the made-up money. */
  readonly host?: string;
}

/** Serves a sandbox over HTTP/1.1, on the bytes as they arrive. */
export async function listen(
  answer: (request: RawRequest) => Answer,
  now: () => number,
  { port = 0, host = '127.0.0.1' }: ListenOptions,
): Promise<Listening> {
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      writeDate(outgoing, now);
      deliver(answer(toRequest(incoming, Buffer.concat(chunks))), outgoing);
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const address = server.address() as { port: number };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One clock for everything that is said: Node.js would write the time of the machine. */
function writeDate(outgoing: ServerResponse, now: () => number): void {
  try {
    outgoing.setHeader('date', new Date(now()).toUTCString());
  } catch {
    // A clock that fails is reported by the answer itself.
  }
}

function toRequest(incoming: IncomingMessage, body: Buffer): RawRequest {
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()] as const);
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: Object.fromEntries(headers),
    headerNames: () => incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    body: body.toString('utf8'),
  };
}

function deliver({ response, fault }: Answer, outgoing: ServerResponse): void {
  const delivery = damage(response, fault);
  if (delivery.kind === 'reset') return void outgoing.socket?.resetAndDestroy();
  const { status, headers, body } = delivery.response;
  const bytes = Buffer.from(body);
  switch (delivery.kind) {
    case 'stall':
      outgoing.writeHead(status, { ...headers, 'content-length': bytes.length + 1 });
      return void outgoing.write('{');
    case 'slow':
      outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
      return writeSlowly(outgoing, bytes, 0);
    case 'gzip': {
      const packed = process.getBuiltinModule('node:zlib').gzipSync(bytes);
      outgoing.writeHead(status, { ...headers, 'content-encoding': 'gzip', 'content-length': packed.length });
      return void outgoing.end(packed);
    }
    case 'chunked':
      outgoing.writeHead(status, headers);
      outgoing.write(bytes.subarray(0, 1));
      return void outgoing.end(bytes.subarray(1));
    default:
      outgoing.writeHead(status, { ...headers, 'content-length': bytes.length });
      return void outgoing.end(bytes);
  }
}

function writeSlowly(outgoing: ServerResponse, bytes: Buffer, position: number): void {
  if (position === bytes.length) return void outgoing.end();
  outgoing.write(bytes.subarray(position, position + 1), () =>
    setImmediate(writeSlowly, outgoing, bytes, position + 1),
  );
}
