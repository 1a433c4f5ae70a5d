import { createDigest } from '#hmac';
import { encodeBytes } from '../core/signature-encoding.js';
import { type SigningRule, textOfPart } from '../core/signing-rule.js';

/** A request as it goes upstream. */
export interface Message {
  readonly timestampMs: number;
  readonly method: string;
  /** The gateway prefix, sent in front of `target`. */
  readonly prefix: string;
  readonly target: string;
  readonly body: Buffer;
}

export interface Keys {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** Values of the three signing headers. */
export interface Signed {
  readonly timestamp: string;
  readonly apiKey: string;
  readonly signature: string;
}

/** Signs the bytes that go upstream, whether they are text or not: a test may send bytes that are not UTF-8. */
export function signBytes(message: Message, { apiKey, apiSecret }: Keys, rule: SigningRule): Signed {
  const { body, ...bodiless } = message;
  const parts = rule.composition.map((part) =>
    part === 'body' && body.length > 0 ? body : Buffer.from(textOfPart(part, rule, bodiless)),
  );
  const digest = createDigest(apiSecret)(Buffer.concat(parts));
  return { timestamp: String(message.timestampMs), apiKey, signature: encodeBytes(rule.encoding, digest) };
}
