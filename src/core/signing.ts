import { createHmac } from '#hmac';
import { ArgumentError } from './errors.js';

/** The parts of a request that are signed. */
export interface SigningInput {
  /** Milliseconds since the epoch; the same digits go into X-CH-TS. */
  readonly timestampMs: number | bigint | string;
  /** HTTP method; written in upper case into the text that is signed. */
  readonly method: string;
  /** Path and query exactly as sent, without scheme, host and gateway prefix: `/fapi/v1/openOrders?contractName=E-BTC-USDT`. */
  readonly target: string;
  /** Body exactly as sent; leave out (or pass `''`) when there is none. */
  readonly body?: string | undefined;
}

/** HMAC-SHA256 under a key that it keeps to itself: text in, lower-case hex out. */
export type Hmac = (text: string) => string;

const DIGITS = /^\d+$/;

/**
 * Builds the text that is signed: timestamp, method, target and body, joined without separators.
 *
 * Observed (n=12): the service document does not show the composition (`signing.composition`).
 *
 * @throws {ArgumentError} When the timestamp is not a whole number or the target does not start with `/`.
 * @example
 * buildSigningString({ timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders' });
 * // '1700000000000GET/fapi/v1/openOrders'
 * @see service document, Authentication 6; unknown `signing.composition`
 */
export function buildSigningString({ timestampMs, method, target, body }: SigningInput): string {
  const timestamp = String(timestampMs);
  if (!DIGITS.test(timestamp)) {
    throw new ArgumentError(`timestampMs must be whole milliseconds since the epoch, got ${timestamp}.`, {
      field: 'timestampMs',
    });
  }
  if (!target.startsWith('/')) {
    throw new ArgumentError(
      `target must start with "/": it is path and query without scheme and host, got ${target}.`,
      {
        field: 'target',
      },
    );
  }
  return timestamp + method.toUpperCase() + target + (body ?? '');
}

/**
 * Signs one request and returns the value of X-CH-SIGN: HMAC-SHA256 over {@link buildSigningString}, key and text
 * as UTF-8, 64 lower-case hex digits. The secret's case matters.
 *
 * The encoding is observed (n=12), not published (`signing.encoding`).
 *
 * @throws {ArgumentError} When the secret is empty or the request cannot be signed; nothing is sent here.
 * @example
 * signRequest({ timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders', apiSecret: 'test-secret' });
 * // 'c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6'
 * @see RFC 2104; service document, Authentication 2
 */
export function signRequest({ apiSecret, ...request }: SigningInput & { readonly apiSecret: string }): string {
  return createRequestSigner(apiSecret)(request);
}

/**
 * Like {@link signRequest} for many requests with one secret: the key is prepared once.
 *
 * @throws {ArgumentError} When the secret is empty.
 */
export function createRequestSigner(apiSecret: string): (request: SigningInput) => string {
  if (typeof apiSecret !== 'string' || apiSecret === '') {
    throw new ArgumentError('apiSecret is empty: pass the secret that was shown when the API key was created.', {
      field: 'apiSecret',
    });
  }
  const hmac = createHmac(apiSecret);
  return (request) => hmac(buildSigningString(request));
}
