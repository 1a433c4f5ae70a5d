import type { IncomingMessage } from 'node:http';
import { operations } from '../model/operations.js';
import { decodeBody, MAX_BODY_BYTES } from '../../recording/decode-body.js';
import { toPairs } from '../../recording/header-pairs.js';
import type { TargetResponse, Sender, SenderOptions } from './sender.js';

/** Refused by gateways that keep programs out: a call without one. */
const NAME = { 'User-Agent': 'futures-conformance' };

/** A connection is not used again after this: servers of Node.js close theirs after 5 seconds, and a pause lasts as long. */
const IDLE_MS = 3000;

const CLOSED: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE'];

/**
 * Sends over `node:http(s)`: redirects are never followed, and nothing is sent twice but a read on a connection that the target
 * has closed meanwhile, as it may at any time (RFC 9112, 9.3.1 and 9.5). From then on each call has its own connection.
 */
export function createHttpSender({ baseUrl, timeoutMs, signal }: SenderOptions): Sender {
  const http =
    baseUrl.protocol === 'https:' ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http');
  const kept = new http.Agent({ keepAlive: true, timeout: IDLE_MS });
  let agent = kept;
  const prefix = baseUrl.pathname.replace(/\/$/, '');
  // One listener for all calls under way: a signal warns of more than ten.
  const running = new Set<(reason: string) => void>();
  const onAbort = (): void => running.forEach((stop) => stop('stopped'));

  const send: Sender['send'] = (call) =>
    new Promise((resolve, reject) => {
      const bytes = call.body === undefined ? undefined : Buffer.from(call.body);
      const length: [string, string][] = bytes === undefined ? [] : [['Content-Length', String(bytes.length)]];
      const request = http.request({
        agent,
        method: call.method,
        protocol: baseUrl.protocol,
        hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
        port: baseUrl.port,
        path: prefix + call.target,
        headers: { ...NAME, ...Object.fromEntries([...call.headers, ...length]) },
      });
      const stop = (reason: string): void => void request.destroy(new Error(reason));
      const timer = setTimeout(() => stop(`no complete response within ${timeoutMs} ms`), timeoutMs);
      if (running.size === 0) signal?.addEventListener('abort', onAbort);
      running.add(stop);
      const settle = (): void => {
        clearTimeout(timer);
        running.delete(stop);
        if (running.size === 0) signal?.removeEventListener('abort', onAbort);
      };
      request.on('error', (error: NodeJS.ErrnoException) => {
        settle();
        if (!request.reusedSocket || !CLOSED.includes(error.code)) return reject(error);
        if (agent === kept) agent = new http.Agent();
        if (call.operationId !== undefined && operations[call.operationId].effect === 'read') resolve(send(call));
        else reject(error);
      });
      request.on('upgrade', () => stop('the target switched protocols'));
      request.on('response', (incoming) => void collect(incoming).finally(settle).then(resolve, reject));
      request.end(bytes);
    });
  return {
    send,
    close() {
      kept.destroy();
      agent.destroy();
    },
  };
}

/** The whole response. Throws where it breaks off or cannot be read. */
async function collect(incoming: IncomingMessage): Promise<TargetResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`the response is larger than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { rawHeaders, statusCode: status = 0 } = incoming;
  return {
    status,
    headers: toPairs(rawHeaders),
    body: decodeBody(Buffer.concat(chunks), incoming.headers['content-encoding']),
  };
}
