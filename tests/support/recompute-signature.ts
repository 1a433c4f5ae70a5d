import { createHmac } from 'node:crypto';
import type { TransportRequest } from '../../src/transport/transport.js';
import { headerOf, type Recorded } from './raw-server.js';

/**
 * Computes the signature that a server would expect of a recorded request, from the recorded bytes alone. Written a
 * second time on purpose: it shares no code with `src`, so that a mistake there cannot agree with itself.
 */
export function recomputeSignature(
  request: Recorded,
  apiSecret: string,
  { unsignedPrefix = '', encoding = 'hex' }: { unsignedPrefix?: string; encoding?: 'base64' | 'hex' | undefined } = {},
): string {
  if (!request.target.startsWith(unsignedPrefix)) throw new Error(`${request.target} has no ${unsignedPrefix}`);
  return createHmac('sha256', Buffer.from(apiSecret, 'utf8'))
    .update(headerOf(request, 'X-CH-TS') ?? '')
    .update(request.method)
    .update(request.target.slice(unsignedPrefix.length))
    .update(request.body)
    .digest(encoding);
}

/** A request of a transport as a server would record it. */
export function recordedOf({ method, target, headers, body = '' }: TransportRequest): Recorded {
  return { method, target, rawHeaders: Object.entries(headers).flat(), body: Buffer.from(body) };
}
