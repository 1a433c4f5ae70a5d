import { signingHeaders } from '../../generated/names.js';
import { type RawHeaders, without } from '../recording/raw-headers.js';
import type { Signed } from './sign-bytes.js';

/** The headers that the sidecar writes itself. Expect has been handled: the body is read before anything is sent. */
const REPLACED = [
  'host',
  'content-length',
  'expect',
  ...Object.values(signingHeaders).map((name) => name.toLowerCase()),
];

/**
 * They ask a server to take the request for another method or path than the one that was judged by its effect. Some
 * servers read `_` as `-`, so both spellings are dropped.
 */
const REROUTING = ['x-http-method', 'x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url'];

/** Methods whose requests have no body unless they say so; the others say that there is none. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

interface Outgoing {
  readonly method: string;
  readonly host: string;
  readonly body: Buffer;
  /** Undefined: the call goes out unsigned. */
  readonly signed: Signed | undefined;
}

/** Headers of the request that goes upstream: the caller's, in order and spelling, framed and signed again. */
export function toUpstream(raw: RawHeaders, { method, host, body, signed }: Outgoing): string[] {
  const headers = ['Host', host, ...without(raw, [...REPLACED, ...REROUTING])];
  const hadLength = raw.some((name, i) => i % 2 === 0 && name.toLowerCase() === 'content-length');
  if (body.length > 0 || hadLength || !BODILESS.has(method)) headers.push('Content-Length', String(body.length));
  if (signed === undefined) return headers;
  const { timestamp, apiKey, signature } = signed;
  const { timestamp: ts, apiKey: key, signature: sign } = signingHeaders;
  return [...headers, ts, timestamp, key, apiKey, sign, signature];
}
