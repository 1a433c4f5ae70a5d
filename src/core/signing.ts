import { createDigest, createHmac } from '#hmac';
import { ArgumentError } from './errors.js';
import { readSigningRule } from './read-signing-rule.js';
import { encodeBytes, type SignatureEncoding } from './signature-encoding.js';
import {
  composeSigningString,
  OBSERVED_RULE,
  type PrefixedSigningInput,
  type SigningInput,
  type SigningRule,
} from './signing-rule.js';

export type { SigningInput } from './signing-rule.js';

/** HMAC-SHA256 under a key that it keeps to itself: text in, lower-case hex out. */
export type Hmac = (text: string) => string;

/** The same over text or bytes, as the 32 bytes of the digest. */
export type Digest = (message: string | Uint8Array) => Uint8Array;

const DIGITS = /^\d+$/;

/**
 * Builds the text that is signed: timestamp, method, target and body, joined without separators.
 *
 * Observed (n=12): the service document does not show the composition (`signing.composition`). `rule` is how the deployment
 * signs, where it differs; its `signPrefix` has a meaning only for a request that is passed with a `prefix`.
 *
 * @throws {ArgumentError} When the timestamp is not a whole number, the target does not start with `/`, or a member of the
 * rule is wrong.
 * @example
 * buildSigningString({ timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders' });
 * // '1700000000000GET/fapi/v1/openOrders'
 * @see service document, Authentication 6; unknown `signing.composition`
 */
export function buildSigningString(request: PrefixedSigningInput, rule: Partial<SigningRule> = OBSERVED_RULE): string {
  assertSignable(request);
  return composeSigningString(readRule(rule), request);
}

const readRule = (rule: Partial<SigningRule>): SigningRule =>
  rule === OBSERVED_RULE ? OBSERVED_RULE : readSigningRule(rule, 'rule');

/** The input of any signing rule. */
function assertSignable({ timestampMs, target }: SigningInput): void {
  const timestamp = String(timestampMs);
  if (!DIGITS.test(timestamp)) {
    throw new ArgumentError(`timestampMs must be whole milliseconds since the epoch, got ${timestamp}.`, {
      field: 'timestampMs',
    });
  }
  if (!target.startsWith('/')) {
    throw new ArgumentError(
      `target must be path and query, without scheme and host, and start with "/", got ${target}.`,
      { field: 'target' },
    );
  }
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
 * `rule` is as for {@link buildSigningString}; its `encoding` is that of the signature.
 *
 * @throws {ArgumentError} When the secret is empty or a member of the rule is wrong.
 * @example
 * const sign = createRequestSigner('test-secret', { encoding: 'base64' });
 * sign({ timestampMs: 1700000000000, method: 'GET', target: '/fapi/v1/openOrders' });
 * // 'yS9RPgsKC+/lHcJ0zgaN0WV7Pp70J2/e83g2MYD418Y='
 */
export function createRequestSigner(
  apiSecret: string,
  rule: Partial<SigningRule> = OBSERVED_RULE,
): (request: PrefixedSigningInput) => string {
  if (typeof apiSecret !== 'string' || apiSecret === '') {
    throw new ArgumentError('apiSecret is empty: pass the secret that was shown when you created the API key.', {
      field: 'apiSecret',
    });
  }
  const complete = readRule(rule);
  const sign = createTextSigner(apiSecret, complete.encoding);
  return (request) => {
    assertSignable(request);
    return sign(composeSigningString(complete, request));
  };
}

/** Signs texts with one secret that is not empty. Hex is what the runtime writes fastest; all else is encoded from the bytes. */
export function createTextSigner(secret: string, encoding: SignatureEncoding): Hmac {
  if (encoding === 'hex') return createHmac(secret);
  const digest = createDigest(secret);
  return (text) => encodeBytes(encoding, digest(text));
}
