import { ArgumentError } from '../core/errors.js';
import { buildSigningString, createRequestSigner } from '../core/signing.js';
import { assertSecret, type ApiSecret } from './credentials.js';
import type { Sign } from './signing-rule.js';

/**
 * Creates the signing rule for a secret that is held elsewhere: a function that gives it each time, or a key of Web
 * Crypto, which never gives it. `onSecret` is told each text, so that it can be kept out of errors.
 */
export function createHeldSecretSign(apiSecret: Exclude<ApiSecret, string>, onSecret: (text: string) => void): Sign {
  return typeof apiSecret === 'function' ? signByFunction(apiSecret, onSecret) : signByKey(apiSecret);
}

function signByFunction(read: () => string | Promise<string>, onSecret: (text: string) => void): Sign {
  let last: { readonly secret: string; readonly sign: (input: Parameters<Sign>[0]) => string } | undefined;
  return async (input) => {
    let secret: string;
    try {
      secret = await read();
    } catch (cause) {
      throw new ArgumentError('credentials.apiSecret failed (see cause). Nothing was sent.', {
        field: 'apiSecret',
        cause,
      });
    }
    assertSecret(secret);
    onSecret(secret);
    if (last?.secret !== secret) last = { secret, sign: createRequestSigner(secret) };
    return last.sign(input);
  };
}

function signByKey(key: CryptoKey): Sign {
  const encoder = new TextEncoder();
  return async (input) => {
    const bytes = await crypto.subtle.sign('HMAC', key, encoder.encode(buildSigningString(input)));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
