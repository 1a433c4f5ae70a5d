import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type CallerFault, judgeLocalCaller } from '../../core/local-caller.js';
import type { RawRequest } from './request.js';

/** A response of the server itself: the exchange has not seen the request. */
export interface ServerRefusal {
  readonly status: 400 | 403 | 413 | 431;
  readonly message: string;
}

const CALLER_FAULTS: Readonly<Record<CallerFault, string>> = {
  'host-not-loopback':
    'The Host header is not a loopback name. Call the sandbox by 127.0.0.1, [::1] or localhost, or start it with its own host name.',
  'origin-not-allowed':
    'Web pages may not call the sandbox: this request has an Origin or Sec-Fetch-Site header. To let your own page call, start it with --allow-origin <its origin>, or listen({ allowOrigins }).',
};

/** Says why a caller may not call. A sandbox that listens elsewhere than on loopback is called by any name. */
export function judgeCaller(
  headers: IncomingHttpHeaders,
  allowed: Parameters<typeof judgeLocalCaller>[1],
): ServerRefusal | undefined {
  const fault = judgeLocalCaller(headers, allowed);
  return fault && { status: 403, message: CALLER_FAULTS[fault] };
}

/**
 * Reads a request to its end, and no further than `maxBytes` of its body: a longer one is refused as soon as its length is
 * known, and not held. Calls nothing when the caller leaves in the middle.
 */
export function readRequest(
  incoming: IncomingMessage,
  maxBytes: number,
  done: (request: RawRequest | ServerRefusal) => void,
): void {
  // Node.js refuses a Content-Length that is not a number.
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return done(tooLarge(maxBytes));
  const chunks: Buffer[] = [];
  let bytes = 0;
  const collect = (chunk: Buffer): void => {
    bytes += chunk.length;
    if (bytes <= maxBytes) return void chunks.push(chunk);
    incoming.off('data', collect).off('end', finish);
    chunks.length = 0;
    done(tooLarge(maxBytes));
  };
  const finish = (): void => done(toRequest(incoming, chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  incoming.on('data', collect).on('end', finish);
}

const tooLarge = (maxBytes: number): ServerRefusal => ({
  status: 413,
  message: `The body has more than ${maxBytes} bytes.`,
});

function toRequest(incoming: IncomingMessage, body: Buffer): RawRequest {
  const headers: Record<string, string | undefined> = {};
  for (const name in incoming.headers) headers[name] = incoming.headers[name]?.toString();
  return {
    method: incoming.method ?? '',
    // A program that takes the exchange for a proxy sends the whole URL, which a server has to accept (RFC 9112, 3.2.2).
    target: (incoming.url ?? '').replace(/^https?:\/\/[^/]+/i, ''),
    headers,
    headerNames: () => incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    body: body.toString('utf8'),
  };
}
