import { refuse } from '../../core/argument.js';
import { ArgumentError } from '../../core/errors.js';
import { isHeaderValue } from '../../core/http-headers.js';
import { createTextSigner, type Hmac, type SigningInput } from '../../core/signing.js';
import { composeSigningString, type SigningRule } from '../../core/signing-rule.js';
import { type Dialect, ruleOf } from '../dialect.js';
import type { Credentials } from './credentials.js';
import { createHeldSecretSign } from './held-secret.js';
import { secretCause } from './secret-cause.js';
import type { HeldSign, Sign } from './sign-function.js';

/** The signer of a client's requests. */
export interface Signer {
  readonly apiKey: string;
  /** Texts that no error may show, in any call: the key, and the secret where it is text. */
  readonly secrets: readonly string[];
  readonly rule: SigningRule;
  /** Signs the signing string at once. Undefined when the secret is held elsewhere, or the caller signs. */
  readonly hmac: Hmac | undefined;
  /** Signs where `hmac` is undefined. */
  readonly sign: HeldSign;
}

/** Creates what signs the requests of a client: by the dialect's rule, or by the caller's `own` with its result checked. */
export function createSigner({ apiKey, apiSecret }: Credentials, dialect: Dialect, own: Sign | undefined): Signer {
  const isText = typeof apiSecret === 'string';
  const secrets = isText ? [apiSecret, apiKey] : [apiKey];
  const rule = ruleOf(dialect);
  if (own !== undefined) {
    const sign: HeldSign = (input, made) => callSign(own, input, isText ? [...secrets, ...made] : undefined);
    return { apiKey, secrets, rule, hmac: undefined, sign };
  }
  if (!isText) return { apiKey, secrets, rule, hmac: undefined, sign: createHeldSecretSign(apiSecret, rule) };
  const hmac = createTextSigner(apiSecret, rule.encoding);
  return { apiKey, secrets, rule, hmac, sign: (input) => hmac(composeSigningString(rule, input)) };
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
  return refuse('sign', 'must return text that is allowed in an HTTP header');
}
