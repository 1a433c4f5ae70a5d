import { type Composed, compose } from './compose.js';
import type { Fields } from './fields.js';
import { sign } from './sign.js';

/** What belongs together: nothing is shown beside the signature of something else. */
export interface Signed extends Composed {
  readonly fields: Fields;
  /** Undefined without a secret, and when there is a problem. */
  readonly signature: string | undefined;
}

/** Puts a request together and signs it. */
export async function signFields(fields: Fields): Promise<Signed> {
  const composed = compose(fields);
  const { apiSecret, encoding } = fields;
  const { signingString } = composed;
  const canSign = signingString !== undefined && apiSecret !== '';
  const signature = canSign ? await sign(globalThis.crypto?.subtle, apiSecret, signingString, encoding) : undefined;
  return { ...composed, fields, signature };
}
