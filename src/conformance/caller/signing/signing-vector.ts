import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SuspectRequest } from '../../../diagnosis/find.js';

/** One request of the vector file, with what the rule gives for it: the text to sign, and 64 lower-case hex digits. */
export type SigningVector = Readonly<
  Record<'id' | 'timestamp' | 'method' | 'path' | 'query' | 'body' | 'secret' | 'text' | 'signature', string>
>;

/** Reads every request of the vector file of the package, by its public name: the same from the sources and from the build. */
export function readVectors(): readonly SigningVector[] {
  const file = createRequire(import.meta.url).resolve('futures-trading-client/vectors.json');
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly vectors: readonly (SigningVector & { readonly default_rule_signature?: string })[];
  };
  return vectors.map((vector) => ({ ...vector, signature: vector.default_rule_signature ?? vector.signature }));
}

/** A request as a signer reads it: one line of JSON. */
export const requestLine = ({ id, timestamp, method, path, query, body, secret }: SigningVector): string =>
  JSON.stringify({ do: 'sign', id, timestamp, method, path, query, body, secret });

/** The request of a vector with a signature, for what looks for mistakes. */
export function suspectOf(vector: SigningVector, signature: string): SuspectRequest {
  const { timestamp: timestampMs, method, path, query, body, secret: apiSecret } = vector;
  const target = query === '' ? path : `${path}?${query}`;
  return { request: { timestampMs, method, target, body }, apiSecret, signature };
}
