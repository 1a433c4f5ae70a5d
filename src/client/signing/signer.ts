import { refuse } from '../../core/argument.js';
import { ArgumentError } from '../../core/errors.js';
import { isHeaderValue } from '../../core/http-headers.js';
import { createRequestSigner, type SigningInput } from '../../core/signing.js';
import { type Dialect, ruleOf } from '../dialect.js';
import type { Credentials } from './credentials.js';
import { createHeldSecretSign } from './held-secret.js';
import { secretCause } from './secret-cause.js';
import type { HeldSign, Sign } from './sign-function.js';

/** What signs the requests of a client. */
export interface Signer {
  readonly apiKey: string;
  /** Texts that no error may show, whatever the call: the key, and the secret where it is text. */
  readonly secrets: readonly string[];
  readonly sign: HeldSign;
}

/** Creates what signs the requests of a client: by the dialect's rule, or by the caller's `own` with its result checked. */
export function createSigner({ apiKey, apiSecret }: Credentials, dialect: Dialect, own: Sign | undefined): Signer {
  const isText = typeof apiSecret === 'string';
  const secrets = isText ? [apiSecret, apiKey] : [apiKey];
  if (own !== undefined) {
    return { apiKey, secrets, sign: (input, made) => callSign(own, input, isText ? [...secrets, ...made] : undefined) };
  }
  const rule = ruleOf(dialect);
  const sign = isText ? createRequestSigner(apiSecret, rule) : createHeldSecretSign(apiSecret, rule);
  return { apiKey, secrets, sign };
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
