import { ArgumentError } from '../core/errors.js';
import { createRequestSigner, type SigningInput } from '../core/signing.js';
import { isHeaderValue } from './headers.js';
import type { ApiSecret, Credentials } from './credentials.js';
import type { Dialect } from './dialect.js';
import { refuse } from './refuse.js';
import type { Sign } from './signing-rule.js';

interface SignSettings {
  readonly credentials: Credentials | undefined;
  readonly dialect: Dialect;
  /** The caller's rule, in place of the built-in one. */
  readonly sign: Sign | undefined;
}

/** The signing rule of a client. */
export interface Signer {
  readonly apiKey: string;
  readonly sign: Sign;
  /** Texts that no error may show, besides the signatures: the key, and the secret as far as it is text and was used. */
  secrets(): readonly string[];
}

/** Creates the signing rule of a client: the built-in one, or the caller's with its result checked. */
export function createSigner({ credentials, dialect, sign }: SignSettings): Signer | undefined {
  if (credentials === undefined) return undefined;
  const { apiKey, apiSecret } = credentials;
  const secrets = typeof apiSecret === 'string' ? [apiSecret, apiKey] : [apiKey];
  const own: Sign =
    sign !== undefined
      ? (input) => callSign(sign, input)
      : typeof apiSecret === 'string'
        ? createRequestSigner(apiSecret)
        : signByHeldSecret(apiSecret, (text) => void (secrets.includes(text) || secrets.unshift(text)));
  const inHex = sign !== undefined || dialect.signatureEncoding === 'hex';
  return { apiKey, sign: inHex ? own : (input) => thenBase64(own(input)), secrets: () => secrets };
}

/** A secret that is not text yet needs code that most programs have no use for. */
function signByHeldSecret(apiSecret: Exclude<ApiSecret, string>, onSecret: (text: string) => void): Sign {
  let made: Promise<Sign> | undefined;
  return async (input) => {
    made ??= import('./held-secret.js').then(({ createHeldSecretSign }) => createHeldSecretSign(apiSecret, onSecret));
    return (await made)(input);
  };
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

function thenBase64(signature: string | Promise<string>): string | Promise<string> {
  return typeof signature === 'string' ? toBase64(signature) : signature.then(toBase64);
}

function toBase64(hex: string): string {
  const bytes = hex.match(/../g)!.map((pair) => Number.parseInt(pair, 16));
  return btoa(String.fromCharCode(...bytes));
}
