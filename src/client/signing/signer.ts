import { ArgumentError, NetworkError } from '../../core/errors.js';
import { loadOnce } from '../../core/load-once.js';
import { createRequestSigner, type SigningInput } from '../../core/signing.js';
import { isHeaderValue } from '../../core/http-headers.js';
import type { ApiSecret, Credentials } from './credentials.js';
import type { Dialect } from '../dialect.js';
import { refuse } from '../../core/argument.js';
import { secretCause } from './secret-cause.js';
import type { HeldSign, Sign } from './sign-function.js';

interface SignSettings {
  readonly credentials: Credentials | undefined;
  readonly dialect: Dialect;
  /** The caller's rule, in place of the built-in one. */
  readonly sign: Sign | undefined;
}

/** The signing rule of a client. */
export interface Signer {
  readonly apiKey: string;
  /** Texts that no error may show, whatever the call: the key, and the secret where it is text. */
  readonly secrets: readonly string[];
  readonly sign: HeldSign;
}

/** Creates the signing rule of a client: the built-in one, or the caller's with its result checked. */
export function createSigner({ credentials, dialect, sign }: SignSettings): Signer | undefined {
  if (credentials === undefined) return undefined;
  const { apiKey, apiSecret } = credentials;
  const secrets = typeof apiSecret === 'string' ? [apiSecret, apiKey] : [apiKey];
  if (sign !== undefined) {
    const known = typeof apiSecret === 'string' ? secrets : undefined;
    return { apiKey, secrets, sign: (input, made) => callSign(sign, input, known && [...known, ...made]) };
  }
  const rule = typeof apiSecret === 'string' ? createRequestSigner(apiSecret) : signByHeldSecret(apiSecret);
  const inHex = dialect.signatureEncoding === 'hex';
  return { apiKey, secrets, sign: inHex ? rule : (input, made) => thenBase64(rule(input, made)) };
}

/** A secret that is not text yet needs code that most programs have no use for. */
function signByHeldSecret(apiSecret: Exclude<ApiSecret, string>): HeldSign {
  const load = loadOnce(() =>
    import('./held-secret.js').then(
      ({ createHeldSecretSign }) => createHeldSecretSign(apiSecret),
      (cause: unknown) => {
        const message = 'The part of this package that signs could not be loaded (see cause). Nothing was sent.';
        throw new NetworkError(message, { outcome: 'not-sent', cause });
      },
    ),
  );
  return async (input, made) => (await load())(input, made);
}

/** Refuses a result that no header can hold: a transport would fail on it, and quote it in its message. */
async function callSign(sign: Sign, input: SigningInput, known: readonly string[] | undefined): Promise<string> {
  let signature: unknown;
  try {
    signature = await sign(input);
  } catch (error) {
    const cause = secretCause(error, known);
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
