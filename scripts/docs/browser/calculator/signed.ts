import { createDigest } from '../../../../src/core/hmac-portable.js';
import { encodeBytes } from '../../../../src/core/signature-encoding.js';
import { type Composed, compose } from './compose.js';
import type { FieldValues } from './fields.js';

/** Parts that belong together: nothing is shown beside the signature of something else. */
export interface SignatureParts extends Composed {
  readonly fields: FieldValues;
  /** Undefined without a secret, and when there is a problem. */
  readonly signature: string | undefined;
}

/** Puts a request together and signs it, without Web Crypto: browsers keep it from pages that come over plain http. */
export function signFields(fields: FieldValues): SignatureParts {
  const composed = compose(fields);
  const { apiSecret, encoding } = fields;
  const { signingString } = composed;
  const canSign = signingString !== undefined && apiSecret !== '';
  const signature = canSign ? encodeBytes(encoding, createDigest(apiSecret)(signingString)) : undefined;
  return { ...composed, fields, signature };
}
