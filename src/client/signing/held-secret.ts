import { ArgumentError } from '../../core/errors.js';
import { encodeBytes } from '../../core/signature-encoding.js';
import { buildSigningString, createRequestSigner, type SigningInput } from '../../core/signing.js';
import type { SigningRule } from '../../core/signing-rule.js';
import { type ApiSecret, assertSecret, type SigningKey } from './credentials.js';
import { secretCause } from './secret-cause.js';
import type { HeldSign } from './sign-function.js';

/**
 * Creates what signs with a secret that is held elsewhere: a function that gives it each time, or a key of Web
 * Crypto, which never gives it.
 */
export function createHeldSecretSign(apiSecret: Exclude<ApiSecret, string>, rule: SigningRule): HeldSign {
  return typeof apiSecret === 'function' ? signByFunction(apiSecret, rule) : signByKey(apiSecret, rule);
}

function signByFunction(read: () => string | Promise<string>, rule: SigningRule): HeldSign {
  let last: { readonly secret: string; readonly sign: (input: SigningInput) => string } | undefined;
  return async (input, secrets) => {
    let secret: string;
    try {
      secret = await read();
    } catch (cause) {
      throw failed(cause);
    }
    assertSecret(secret);
    secrets.push(secret);
    if (last?.secret !== secret) last = { secret, sign: createRequestSigner(secret, rule) };
    return last.sign(input);
  };
}

function signByKey(key: SigningKey, rule: SigningRule): HeldSign {
  const encoder = new TextEncoder();
  return async (input) => {
    const text = encoder.encode(buildSigningString(input, rule));
    let bytes: ArrayBuffer;
    try {
      bytes = await crypto.subtle.sign('HMAC', key as CryptoKey, text);
    } catch (cause) {
      throw failed(cause);
    }
    return encodeBytes(rule.encoding, new Uint8Array(bytes));
  };
}

/** The secret that the error is about is not known here, so nothing of its message is shown. */
function failed(cause: unknown): ArgumentError {
  return new ArgumentError('credentials.apiSecret failed (see cause). Nothing was sent.', {
    field: 'apiSecret',
    cause: secretCause(cause, undefined),
  });
}
