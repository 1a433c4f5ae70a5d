import { ArgumentError } from '../../core/errors.js';
import { isHeaderValue } from '../../core/http-headers.js';
import { refuse } from '../../core/argument.js';

/**
 * The secret: as text; as a function that is asked for it before each signature, so that the program need not hold it; or
 * as a key of Web Crypto for HMAC with SHA-256 that may sign (it can be one that is not extractable).
 */
export type ApiSecret = string | (() => string | Promise<string>) | SigningKey;

/** A `CryptoKey`, by its members: not every program has that name among its types. */
export interface SigningKey {
  readonly type: string;
  readonly extractable: boolean;
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
}

/** An API key and its secret. Case matters in both. */
export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: ApiSecret;
}

/** Checks and copies credentials: what the caller does with the object later changes nothing. No message holds a value. */
export function readCredentials(credentials: Credentials): Credentials {
  if (typeof credentials !== 'object' || credentials === null) refuse('credentials', 'must be { apiKey, apiSecret }');
  const { apiKey, apiSecret, key, secret } = credentials as Credentials & Partial<Record<'key' | 'secret', unknown>>;
  if (apiKey === undefined && key !== undefined) refuseValue('apiKey', 'is missing: the name is apiKey, not key');
  if (apiSecret === undefined && secret !== undefined)
    refuseValue('apiSecret', 'is missing: the name is apiSecret, not secret');
  assertCopiedWhole('apiKey', apiKey);
  if (typeof apiSecret === 'object' && apiSecret !== null) assertKey(apiSecret);
  else if (typeof apiSecret !== 'function') assertSecret(apiSecret);
  if (!isHeaderValue(apiKey)) refuseValue('apiKey', 'contains a character that is not allowed in an HTTP header');
  return { apiKey, apiSecret };
}

const WHAT_A_SECRET_IS =
  'must be text, a function that returns it, or a CryptoKey for HMAC with SHA-256 and the usage "sign"';

export const assertSecret = (secret: unknown): void => assertCopiedWhole('apiSecret', secret);

function assertKey({ algorithm, usages }: SigningKey): void {
  const { name, hash } = (algorithm ?? {}) as Partial<HmacKeyAlgorithm>;
  if (name === 'HMAC' && hash?.name === 'SHA-256' && usages?.includes('sign')) return;
  refuseValue('apiSecret', WHAT_A_SECRET_IS);
}

const NOT_FILLED_IN = /^(?:\$\{\w+\}|%[A-Z_]+%|<[\w -]+>|undefined)$/;

function assertCopiedWhole(field: keyof Credentials, value: unknown): void {
  if (value === undefined || value === null || value === '') return refuseValue(field, 'is missing or empty');
  if (typeof value !== 'string') return refuseValue(field, field === 'apiKey' ? 'must be text' : WHAT_A_SECRET_IS);
  if (value !== value.trim() || /[\r\n]/.test(value)) {
    refuseValue(field, 'has leading or trailing whitespace or a line break (copy-paste error?)');
  }
  if (NOT_FILLED_IN.test(value)) refuseValue(field, 'is a variable or a placeholder that nothing has replaced');
}

function refuseValue(field: keyof Credentials, problem: string): never {
  throw new ArgumentError(`credentials.${field} ${problem}. Nothing was sent.`, { field });
}

/** The error of a signed call without credentials; `what` is signed. */
export const noCredentials = (operationId: string, what: string): ArgumentError =>
  new ArgumentError(
    `${what}, and the client has no credentials. Nothing was sent. ` +
      'Set FUTURES_API_KEY and FUTURES_API_SECRET and pass credentials: credentialsFromEnv(), or pass credentials: { apiKey, apiSecret }.',
    { field: 'credentials', operationId },
  );

/**
 * Reads credentials from `FUTURES_API_KEY` and `FUTURES_API_SECRET`; undefined when neither is set.
 *
 * @param env Defaults to `process.env` where there is one.
 * @throws {ArgumentError} When only one of the two is set.
 * @example
 * const client = createFuturesClient({ baseUrl, credentials: credentialsFromEnv() });
 */
export function credentialsFromEnv(
  env: Readonly<Record<string, string | undefined>> = globalThis.process?.env ?? {},
): (Credentials & { readonly apiSecret: string }) | undefined {
  const { FUTURES_API_KEY: apiKey = '', FUTURES_API_SECRET: apiSecret = '' } = env;
  if (apiKey === '' && apiSecret === '') return undefined;
  if (apiKey === '' || apiSecret === '') {
    const field = apiKey === '' ? 'FUTURES_API_KEY' : 'FUTURES_API_SECRET';
    throw new ArgumentError(
      `${apiKey === '' ? 'FUTURES_API_SECRET' : 'FUTURES_API_KEY'} is set but ${field} is not. Nothing was sent. Set both.`,
      { field },
    );
  }
  return { apiKey, apiSecret };
}
