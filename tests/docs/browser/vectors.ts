import { readFileSync } from 'node:fs';
import type { SigningVector } from '../../../src/conformance/caller/signing/signing-vector.js';
import { type FieldValues, WORKED_EXAMPLE } from '../../../scripts/docs/browser/calculator/fields.js';

export interface Vector extends SigningVector {
  readonly verified: boolean;
  /** Where the path on the wire has a prefix that is not signed. */
  readonly wire_path?: string;
}

export const { vectors } = JSON.parse(
  readFileSync(new URL('../../../vectors/signing-vectors.json', import.meta.url), 'utf8'),
) as { readonly vectors: readonly Vector[] };

export const verified = vectors.filter((vector) => vector.verified);

/** Wrong ones whose cause is known, by that cause. The one that is left out is a misprint: it signs another body. */
export const causes: Readonly<Record<string, string>> = {
  'run-14-get-query-special-bitrue-python': 'query-decoded',
  'run-28-get-query-ccxt-4.3.15-bitrue': 'query-not-signed',
  'run-30-post-body-ccxt-4.3.15-bitrue': 'body-encoded-twice',
  'run-java-query-omitted': 'query-not-signed',
  'var-hex-upper': 'hex-upper-case',
  'var-base64': 'base64-sent',
};

export const MISPRINT = 'pub-02-vendor-post-curl-body';

export function fieldsOf({ secret, wire_path: wirePath, ...request }: Vector): FieldValues {
  const { timestamp, method, path, query, body } = request;
  const baseUrl = (wirePath ?? path).slice(0, -path.length);
  return { ...WORKED_EXAMPLE, baseUrl, timestamp, method, path, query, body, apiSecret: secret };
}
