import { buildSigningString } from '../core/signing.js';

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
export function signBytes(message: Message, { apiKey, apiSecret }: Keys): Signed {
  const { timestampMs, method, target, body } = message;
  // All ASCII: the parser of Node.js refuses a target that is not.
  const head = buildSigningString({ timestampMs, method, target });
  const hmac = process.getBuiltinModule('node:crypto').createHmac('sha256', apiSecret);
  return { timestamp: String(timestampMs), apiKey, signature: hmac.update(head).update(body).digest('hex') };
}
