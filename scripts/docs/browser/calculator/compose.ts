import { ArgumentError } from '../../../../src/core/errors.js';
import type { SentRequest } from '../../../../src/diagnosis/mistake.js';
import { createDigest } from '../../../../src/core/hmac-portable.js';
import { encodeBytes } from '../../../../src/core/signature-encoding.js';
import { buildSigningString } from '../../../../src/core/signing.js';
import { type FieldValues, ruleOf } from './fields.js';

export interface Composed {
  readonly request: SentRequest;
  /** The text that is signed; undefined when there is a problem. */
  readonly signingString: string | undefined;
  /** Why there is none, in words. */
  readonly problem: string | undefined;
  /** Where it is sent; the host is made up when none is given. */
  readonly url: string;
}

const SOME_HOST = 'https://futures.example';

export function compose(fields: FieldValues): Composed {
  const { timestamp, method, path, query, body } = fields;
  const { origin, prefix } = splitBaseUrl(fields.baseUrl);
  const target = query === '' ? path : `${path}?${query}`;
  const request = { timestampMs: timestamp, method, target, body, prefix, origin };
  const url = (origin || SOME_HOST) + prefix + target;
  try {
    const signingString = buildSigningString(request, ruleOf(fields));
    return { request, signingString, problem: undefined, url };
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    return { request, signingString: undefined, problem: error.message, url };
  }
}

/** Takes a base URL apart; a prefix alone will do. */
export function splitBaseUrl(baseUrl: string): { readonly origin: string; readonly prefix: string } {
  const [, origin = '', prefix = ''] = /^(https?:\/\/[^/]*)?(.*)$/s.exec(baseUrl.trim())!;
  const plain = prefix.replace(/\/+$/, '');
  return { origin, prefix: plain === '' || plain.startsWith('/') ? plain : `/${plain}` };
}

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
