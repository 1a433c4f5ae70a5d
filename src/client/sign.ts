import { ArgumentError } from '../core/errors.js';
import { createRequestSigner, type SigningInput } from '../core/signing.js';
import { isHeaderValue } from './headers.js';
import type { Credentials } from './credentials.js';
import type { Dialect } from './dialect.js';
import { refuse } from './refuse.js';

/** Computes the value of X-CH-SIGN. */
export type Sign = (input: SigningInput) => string | Promise<string>;

interface SignSettings {
  readonly credentials: Credentials | undefined;
  readonly dialect: Dialect;
  /** The caller's rule, in place of the built-in one. */
  readonly sign: Sign | undefined;
}

/** Creates the signing rule of a client: the built-in one, or the caller's with its result checked. */
export function createSign({ credentials, dialect, sign }: SignSettings): Sign | undefined {
  if (sign !== undefined) return (input) => callSign(sign, input);
  const signHex = credentials && createRequestSigner(credentials.apiSecret);
  return dialect.signatureEncoding === 'hex' || signHex === undefined ? signHex : (input) => toBase64(signHex(input));
}

/** Refuses a result that no header can hold: a transport would fail on it, and quote it in its message. */
async function callSign(sign: Sign, input: SigningInput): Promise<string> {
  let signature: unknown;
  try {
    signature = await sign(input);
  } catch (cause) {
    throw new ArgumentError('sign failed (see cause). Nothing was sent.', { field: 'sign', cause });
  }
  if (isHeaderValue(signature) && signature !== '') return signature;
  return refuse('sign', 'must return text that a header can hold');
}

function toBase64(hex: string): string {
  const bytes = hex.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes));
}
