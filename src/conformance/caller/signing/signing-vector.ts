import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { SuspectRequest } from '../../../diagnosis/find.js';

/** One request of the vector file, with what the rule gives for it. */
export interface SigningVector {
  readonly id: string;
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly secret: string;
  /** The request to sign. */
  readonly text: string;
  /** The right signature: 64 lower-case hex digits. */
  readonly signature: string;
}

/** The vector file of the package, by its public name: the same from the sources and from the build. */
export const VECTOR_FILE = 'futures-trading-client/vectors.json';

/** Reads every request of the vector file. */
export function readVectors(): readonly SigningVector[] {
  const file = createRequire(import.meta.url).resolve(VECTOR_FILE);
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly vectors: readonly (SigningVector & { readonly default_rule_signature?: string })[];
  };
  return vectors.map(({ default_rule_signature: byRule, ...vector }) => ({
    ...vector,
    signature: byRule ?? vector.signature,
  }));
}

/** A request as a signer reads it: one line of JSON. */
export function requestLine({ id, timestamp, method, path, query, body, secret }: SigningVector): string {
  return JSON.stringify({ do: 'sign', id, timestamp, method, path, query, body, secret });
}

/** The request of a vector with a signature, for what looks for mistakes. */
export function suspectOf(vector: SigningVector, signature: string): SuspectRequest {
  const { timestamp: timestampMs, method, path, query, body, secret: apiSecret } = vector;
  return {
    request: { timestampMs, method, target: query === '' ? path : `${path}?${query}`, body },
    apiSecret,
    signature,
  };
}
