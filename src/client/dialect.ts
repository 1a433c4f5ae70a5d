import type { SignatureEncoding } from '../core/signature-encoding.js';
import { OBSERVED_RULE, type SigningRule } from '../core/signing-rule.js';

/**
 * Every choice that the service document leaves open and that deployments make differently. Each member names the
 * entry of the unknowns register (`openapi/unknowns.yaml`) that it answers.
 */
export interface Dialect {
  /**
   * Where the fields of a GET with a declared JSON body (getOrder) go: into that body, or into the query.
   * Browsers and `fetch` cannot send the body. Unknown `request.order-by-query`.
   */
  readonly getBody: 'body' | 'query';
  /** Body of a POST without input (cancelAllOrders): none, or `{}`. Unknown `request.empty-post`. */
  readonly emptyPost: 'none' | 'braces';
  /** True when the query is part of the signed text. Unknown `signing.query`. */
  readonly signQuery: boolean;
  /** True when a path in `baseUrl` (a gateway prefix) is part of the signed text. Unknown `signing.prefix`. */
  readonly signPrefix: boolean;
  /**
   * True when the operations for which no headers are declared, and which are not listed as public either (getOrder,
   * changePositionMode, changeMarginMode), are signed when there are credentials. Unknown `signing.undeclared-operations`.
   */
  readonly signUndeclared: boolean;
  /** Encoding of X-CH-SIGN. Unknown `signing.encoding`. */
  readonly signatureEncoding: Extract<SignatureEncoding, 'hex' | 'base64'>;
  /** True when the path of createConditionOrder ends in a slash. Unknown `request.trailing-slash`. */
  readonly conditionOrderSlash: boolean;
  /** When Content-Type is sent: with a body, or always. Unknown `request.content-type`. */
  readonly contentType: 'with-body' | 'always';
  /**
   * The outcome of a 4xx without a code: that nothing was done (`rejected`), or that the outcome is `unknown`. The service
   * document shows no errors, so both are readings. Unknown `errors.http-statuses`.
   */
  readonly refusalWithoutCode: 'rejected' | 'unknown';
  /** More headers for every call, such as `admin-language` or `futures-version`. Unknown `request.extra-headers`. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The default: what the service document says; where it is silent, the choice that most deployments were seen to take.
 * Three operations without declared headers (getOrder, changePositionMode, changeMarginMode) are signed, for one.
 */
export const documented: Dialect = Object.freeze({
  getBody: 'body',
  emptyPost: 'none',
  signQuery: true,
  signPrefix: false,
  signUndeclared: true,
  signatureEncoding: 'hex',
  conditionOrderSlash: false,
  contentType: 'with-body',
  refusalWithoutCode: 'rejected',
  headers: Object.freeze({}),
});

/** The ways that deployments were seen to go: getOrder by query, `{}` as the body of an empty POST. */
export const observed: Dialect = Object.freeze({ ...documented, getBody: 'query', emptyPost: 'braces' });

/** The signing rule of a deployment of this dialect. */
export function ruleOf({
  signQuery,
  signPrefix,
  signatureEncoding: encoding,
}: Pick<Dialect, 'signQuery' | 'signPrefix' | 'signatureEncoding'>): SigningRule {
  return { ...OBSERVED_RULE, signQuery, signPrefix, encoding };
}

/** The members that are a choice of words, with the words. */
type Choices = {
  readonly [Name in keyof Dialect as Dialect[Name] extends string ? Name : never]: readonly Dialect[Name][];
};

export const choices: Choices = {
  getBody: ['body', 'query'],
  emptyPost: ['none', 'braces'],
  signatureEncoding: ['hex', 'base64'],
  contentType: ['with-body', 'always'],
  refusalWithoutCode: ['rejected', 'unknown'],
};
