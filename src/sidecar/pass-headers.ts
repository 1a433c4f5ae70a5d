import { signingHeaders } from '../../generated/names.js';
import type { Signed } from './sign-bytes.js';

/** Names and values in turn, as they are written. */
export type RawHeaders = readonly string[];

/** They speak about one connection (RFC 9110, 7.6.1), and Connection names more of them. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

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

/** Headers of a response without `dropped` (in lower case) and without those of the connection. */
export function without(raw: RawHeaders, dropped: readonly string[] = []): string[] {
  const gone = new Set([...HOP_BY_HOP, ...dropped]);
  const isGone = (name: string): boolean => gone.has(name) || dropped.includes(name.replaceAll('_', '-'));
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.toLowerCase() !== 'connection') continue;
    for (const name of raw[i + 1]!.split(',')) gone.add(name.trim().toLowerCase());
  }
  return raw.filter((_, i) => !isGone(raw[i - (i % 2)]!.toLowerCase()));
}
