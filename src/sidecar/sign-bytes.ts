import type { Dialect } from '../client/dialect.js';
import { buildSigningString } from '../core/signing.js';

/** How deployments differ in signing what passes. */
export type SigningDialect = Pick<Dialect, 'signQuery' | 'signPrefix' | 'signatureEncoding' | 'signUndeclared'>;

/** By what rule, with the gateway prefix of the upstream. */
export interface Rule {
  readonly dialect: SigningDialect;
  readonly prefix: string;
}

/** A request as it goes upstream, without the gateway prefix. */
export interface Message {
  readonly timestampMs: number;
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
}

export interface Keys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Values of the three signing headers; undefined: that header is left out. */
export interface Signed {
  readonly timestamp: string | undefined;
  readonly apiKey: string | undefined;
  readonly signature: string | undefined;
}

/** Signs the bytes that go upstream, whether they are text or not: a test may send what is no UTF-8. */
export function signBytes(message: Message, { apiKey, apiSecret }: Keys, { dialect, prefix }: Rule): Signed {
  const { timestampMs, method, body } = message;
  const [path = ''] = message.target.split('?');
  const target = (dialect.signPrefix ? prefix : '') + (dialect.signQuery ? message.target : path);
  // All ASCII: the parser of Node.js refuses a target that is not.
  const head = buildSigningString({ timestampMs, method, target });
  const hmac = process.getBuiltinModule('node:crypto').createHmac('sha256', apiSecret);
  return {
    timestamp: String(timestampMs),
    apiKey,
    signature: hmac.update(head).update(body).digest(dialect.signatureEncoding),
  };
}
