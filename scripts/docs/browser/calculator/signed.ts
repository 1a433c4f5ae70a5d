import { type Composed, compose } from './compose.js';
import type { FieldValues } from './fields.js';
import { sign } from './sign.js';

/** What belongs together: nothing is shown beside the signature of something else. */
export interface SignatureParts extends Composed {
  readonly fields: FieldValues;
  /** Undefined without a secret, and when there is a problem. */
  readonly signature: string | undefined;
}

/** Puts a request together and signs it. */
export async function signFields(fields: FieldValues): Promise<SignatureParts> {
  const composed = compose(fields);
  const { apiSecret, encoding } = fields;
  const { signingString } = composed;
  const canSign = signingString !== undefined && apiSecret !== '';
  const signature = canSign ? await sign(globalThis.crypto?.subtle, apiSecret, signingString, encoding) : undefined;
  return { ...composed, fields, signature };
}
