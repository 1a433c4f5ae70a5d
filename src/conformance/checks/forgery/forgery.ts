import { encodeBytes, type SignatureEncoding } from '../../../core/signature-encoding.js';
import type { Alteration } from '../../call/build-call.js';
import type { AnyInput } from '../../call/input.js';
import type { Clause } from '../../model/report-model.js';

export interface Forgery {
  readonly what: string;
  readonly alteration: Alteration;
  /** Changes of the input; a field that is undefined is left out. */
  readonly change?: AnyInput;
  readonly clause?: Clause;
  /** The same without a change that was made to try another form of the call. */
  readonly plain?: Forgery;
}

export type TextDigest = (text: string) => Uint8Array;

const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

export const hmac =
  (algorithm: string, key: string): TextDigest =>
  (text) =>
    crypto().createHmac(algorithm, key).update(text).digest();

export const hash =
  (algorithm: string): TextDigest =>
  (text) =>
    crypto().createHash(algorithm).update(text).digest();

export function available(algorithms: readonly string[]): readonly string[] {
  const known = new Set(crypto().getHashes());
  return algorithms.filter((name) => known.has(name));
}

export const signed = (what: string, signature: Alteration['signature']): Forgery => ({
  what,
  alteration: signature === undefined ? {} : { signature },
});

export const by = (what: string, digest: TextDigest, rest: Alteration = {}): Forgery => ({
  what,
  alteration: {
    ...rest,
    signature: (_correct: string, encoding: SignatureEncoding, text: string) => encodeBytes(encoding, digest(text)),
  },
});
