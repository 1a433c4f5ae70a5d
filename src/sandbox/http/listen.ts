import type { ServerResponse } from 'node:http';
import { ArgumentError } from '../../core/errors.js';
import { LOOPBACK } from '../../core/local-caller.js';
import { isPreflight, preflightHeaders, readOrigins } from '../../core/page-origin.js';
import type { RawRequest, SandboxResponse } from './request.js';
import { damage } from './damage.js';
import { judgeCaller, readRequest, type ServerRefusal } from './incoming-request.js';
import { explainUnreadable } from './unreadable.js';

/** A sandbox that listens. `await using` closes it. */
export interface Listening extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** 0 takes a free port. */
  readonly port?: number;
  /**
   * Loopback by default: everybody who reaches the port can trade with the made-up money. On loopback, requests with
   * another Host than a loopback name are refused; on another address, any Host is taken.
   */
  readonly host?: string;
  /** Origins of web pages that may call and read, such as `http://localhost:5173`. Default: none. */
  readonly allowOrigins?: readonly string[];
  /** Bytes that the body of a request may have; a longer one gets 413 and its connection is closed. Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /**
   * For a log: called with the reason for each request that is refused before it is a call. It cannot be read, its body is too long, or
   * its Host or Origin is not welcome.
   */
  readonly onRefused?: (reason: string) => void;
}

/**
 * Serves a sandbox over HTTP/1.1, on the bytes as they arrive. Requests of web pages are refused, but for those of `allowOrigins`.
 *
 * @throws {ArgumentError} (by a promise) When `maxBodyBytes` is not a whole number, or an origin is not one; nothing listens.
 */
export async function listen(
  respond: (request: RawRequest) => SandboxResponse,
  now: () => number,
  { port = 0, host = '127.0.0.1', allowOrigins = [], maxBodyBytes = 2 ** 20, onRefused }: ListenOptions,
): Promise<Listening> {
  if (!Number.isSafeInteger(maxBodyBytes) || maxBodyBytes < 0) {
    const message = `sandbox: maxBodyBytes must be a whole number of bytes, got ${maxBodyBytes}. Nothing listens.`;
    throw new ArgumentError(message, { field: 'maxBodyBytes' });
  }
  const urlHost = host.includes(':') ? `[${host}]` : host;
  const allowed = { anyHost: !LOOPBACK.test(urlHost), origins: readOrigins(allowOrigins, { caller: 'sandbox' }) };
  const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const unwelcome = judgeCaller(headers, allowed);
    const refuse = (refusal: ServerRefusal, more?: MoreHeaders): void => {
      onRefused?.(refusal.message);
      writeRefusal(outgoing, refusal, more);
    };
    if (unwelcome !== undefined) return refuse(unwelcome);
    if (isPreflight(method, headers)) return void outgoing.writeHead(204, preflightHeaders(headers)).end();
    const more = headers.origin === undefined ? {} : pageHeaders(headers.origin);
    readRequest(incoming, maxBodyBytes, (request) => {
      if ('status' in request) return refuse(request, more);
      writeDate(more, now);
      const given = respond(request);
      const { held } = given.response;
      if (held === undefined) deliver(given, outgoing, more);
      else void held.then(() => deliver(given, outgoing, more));
    });
  });
  // Node.js would send 400 without a word.
  server.on('clientError', (error, socket) => {
    if (!socket.writable) return;
    const { status, message } = explainUnreadable(error);
    onRefused?.(message);
    const text = textOf(message);
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n`;
    socket.end(head + text);
  });
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve));
  const address = server.address() as { port: number };
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${urlHost}:${address.port}`, close, [Symbol.asyncDispose]: close };
}

/** Headers of a response that do not depend on what is answered. */
type MoreHeaders = Record<string, string>;

/** A page reads the Date and Retry-After, too: the client sets its clock and its pauses by them. */
function pageHeaders(origin: string): MoreHeaders {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Date, Retry-After',
    vary: 'Origin',
  };
}

/** The rest of a request that is refused is not read. */
function writeRefusal(outgoing: ServerResponse, { status, message }: ServerRefusal, more: MoreHeaders = {}): void {
  outgoing.writeHead(status, { ...more, 'content-type': 'text/plain', connection: 'close' });
  outgoing.end(textOf(message));
}

const textOf = (message: string): string => `${message} The exchange did nothing.\n`;

let latestDate = { second: NaN, text: '' };

/** One clock for everything that is said: Node.js would write the time of the machine. */
function writeDate(headers: MoreHeaders, now: () => number): void {
  try {
    const second = Math.floor(now() / 1000);
    if (second !== latestDate.second) latestDate = { second, text: new Date(second * 1000).toUTCString() };
    headers['date'] = latestDate.text;
  } catch {
    // A clock that fails is reported by the response itself.
  }
}

function deliver({ response, fault }: SandboxResponse, outgoing: ServerResponse, more: MoreHeaders): void {
  const delivery = damage(response, fault);
  if (delivery.kind === 'reset') return void outgoing.socket?.resetAndDestroy();
  if (delivery.kind === 'silent') return;
  const { status, headers, body } = delivery.response;
  // No spreading: it costs more than the rest of this function.
  for (const name in headers) more[name] = headers[name]!;
  switch (delivery.kind) {
    case 'stall':
      more['content-length'] = String(Buffer.byteLength(body) + 1);
      outgoing.writeHead(status, more);
      return void outgoing.write('{');
    case 'slow':
      more['content-length'] = String(Buffer.byteLength(body));
      outgoing.writeHead(status, more);
      return writeSlowly(outgoing, Buffer.from(body), 0);
    case 'gzip': {
      const packed = process.getBuiltinModule('node:zlib').gzipSync(body);
      outgoing.writeHead(status, { ...more, 'content-encoding': 'gzip', 'content-length': packed.length });
      return void outgoing.end(packed);
    }
    case 'chunked': {
      const bytes = Buffer.from(body);
      outgoing.writeHead(status, more);
      outgoing.write(bytes.subarray(0, 1));
      return void outgoing.end(bytes.subarray(1));
    }
    case 'twice': {
      const { socket } = outgoing;
      const stray = `HTTP/1.1 ${status} OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      outgoing.on('finish', () => socket?.write(stray));
      outgoing.writeHead(status, { ...more, 'content-length': Buffer.byteLength(body) });
      return void outgoing.end(body);
    }
    default:
      more['content-length'] = String(Buffer.byteLength(body));
      // As text and written before the end, it leaves with its head in one write: otherwise each would be one of several.
      outgoing.cork();
      outgoing.writeHead(status, more);
      if (body !== '') outgoing.write(body);
      outgoing.uncork();
      return void outgoing.end();
  }
}

function writeSlowly(outgoing: ServerResponse, bytes: Buffer, position: number): void {
  if (position === bytes.length) return void outgoing.end();
  outgoing.write(bytes.subarray(position, position + 1), () =>
    setImmediate(writeSlowly, outgoing, bytes, position + 1),
  );
}
