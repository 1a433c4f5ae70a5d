import type { SignatureEncoding } from './signature-encoding.js';

/** The parts of a request that are signed. */
export interface SigningInput {
  /** Milliseconds since the epoch; the same digits go into X-CH-TS. */
  readonly timestampMs: number | bigint | string;
  /** HTTP method; the rule decides its letter case in the signing string. */
  readonly method: string;
  /**
   * Path and query exactly as sent, without scheme, host and gateway prefix: `/fapi/v1/openOrders?contractName=E-BTC-USDT`. A question
   * mark with nothing behind it is not signed.
   */
  readonly target: string;
  /** Body exactly as sent; leave out (or pass `''`) when there is none. */
  readonly body?: string | undefined;
}

/** The same with the gateway prefix: the path of the base URL, sent in front of `target`. Default: none. */
export interface PrefixedSigningInput extends SigningInput {
  readonly prefix?: string | undefined;
}

/**
 * One part of the signing string. `target` is path and query as sent, `path` and `query` are its halves without the question
 * mark, `{ text }` is a literal such as a separator.
 */
export type SigningPart = 'timestamp' | 'method' | 'target' | 'path' | 'query' | 'body' | { readonly text: string };

/**
 * The signing of a deployment, as data: everything that the service document does not show. The algorithm is not a member, because
 * HMAC-SHA256 is declared. The document's register has a question for each member (`signing.…`).
 */
export interface SigningRule {
  /** The parts of the signing string, in this order, with nothing in between. */
  readonly composition: readonly SigningPart[];
  readonly methodCase: 'upper' | 'lower' | 'capitalized';
  readonly signQuery: boolean;
  /** True when the gateway prefix is signed. */
  readonly signPrefix: boolean;
  /** The text in the signing string for a body that is empty or not sent. */
  readonly emptyBody: string;
  readonly encoding: SignatureEncoding;
}

/** The rule that was observed (n=12), and the default everywhere. */
export const OBSERVED_RULE: SigningRule = Object.freeze({
  composition: Object.freeze(['timestamp', 'method', 'target', 'body'] as const),
  methodCase: 'upper',
  signQuery: true,
  signPrefix: false,
  emptyBody: '',
  encoding: 'hex',
});

/** The signing string of a request. Takes any text and refuses nothing. */
export function composeSigningString(rule: SigningRule, request: PrefixedSigningInput): string {
  let text = '';
  for (const part of rule.composition) text += textOfPart(part, rule, request);
  return text;
}

export function textOfPart(part: SigningPart, rule: SigningRule, request: PrefixedSigningInput): string {
  switch (part) {
    case 'timestamp':
      return String(request.timestampMs);
    case 'method':
      return writeMethod(rule.methodCase, request.method);
    case 'target':
      return signedTarget(rule, request);
    case 'path':
      return splitTarget(signedTarget(rule, request)).path;
    case 'query':
      return splitTarget(signedTarget(rule, request)).query;
    case 'body':
      return request.body || rule.emptyBody;
    default:
      return part.text;
  }
}

/** The part of the target that is signed. What it returns stays the same when it is passed again without a prefix. */
export function signedTarget(
  { signQuery, signPrefix }: Pick<SigningRule, 'signQuery' | 'signPrefix'>,
  { target, prefix }: Pick<PrefixedSigningInput, 'target' | 'prefix'>,
): string {
  const { path, query } = splitTarget(target);
  // A question mark with nothing behind it is no query.
  const signed = signQuery && query !== '' ? target : path;
  return signPrefix && prefix !== undefined ? prefix + signed : signed;
}

/** Takes a target apart at its first question mark, which is in neither half. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const mark = target.indexOf('?');
  return mark < 0 ? { path: target, query: '' } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function writeMethod(methodCase: SigningRule['methodCase'], method: string): string {
  if (methodCase === 'upper') return method.toUpperCase();
  const lower = method.toLowerCase();
  return methodCase === 'lower' ? lower : method.slice(0, 1).toUpperCase() + lower.slice(1);
}
