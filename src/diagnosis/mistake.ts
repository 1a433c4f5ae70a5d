import type { PrefixedSigningInput, SigningRule } from '../core/signing-rule.js';

/** A mistake in signing that is known by name. */
export interface SigningMistake {
  /** Stable, in words: `query-not-signed`. */
  readonly id: string;
  /** The mistake; completes "refused: …". */
  readonly title: string;
  readonly fix: string;
  /** The option of the client that decides it: `dialect.signQuery`. */
  readonly option?: string;
  /** Section of docs/field-evidence.md that speaks of it; left out where none does, though signing invites the mistake. */
  readonly source?: string;
}

/** The part of signing that goes wrong. Two mistakes in one part are not looked for together. */
export type MistakenPart =
  | 'timestamp'
  | 'method'
  | 'path'
  | 'query'
  | 'body'
  | 'text'
  | 'secret'
  | 'algorithm'
  | 'encoding';

/** A mistake, and what a client that makes it signs. */
export interface KnownMistake extends SigningMistake {
  readonly part: MistakenPart;
  /** Every way to make it with this call, as what differs from the rule; none where it cannot be made. */
  readonly ways: (call: SignedCall) => Iterable<Partial<Recipe>>;
  /** More ways, too many to combine and tried only when no mistake has been found. */
  readonly moreWays?: (call: SignedCall) => Iterable<Partial<Recipe>>;
  /** True when there are too many ways to combine: looked for by itself, never together with another mistake. */
  readonly alone?: true;
  /** The same for a client that signs exactly what it sends: a difference to a deployment with another rule. */
  readonly difference?: { readonly title: string; readonly applies: (call: UnsignedCall) => boolean };
}

/** A request as it was sent. */
export interface SentRequest extends PrefixedSigningInput {
  /** Scheme and host, `https://futures.example`; without it a signed URL is not recognised. */
  readonly origin?: string | undefined;
}

/** A request, taken apart, with the rule by which it ought to be signed. */
export interface UnsignedCall {
  readonly timestamp: string;
  readonly method: string;
  readonly origin: string;
  readonly prefix: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string;
  readonly rule: SigningRule;
}

export interface SignedCall extends UnsignedCall {
  readonly apiSecret: string;
  /** Empty when it is not known. */
  readonly apiKey: string;
}

/**
 * All that decides a signature: the rule, the request as the signer took it, the key and the algorithm. A mistake is a
 * variation of the right recipe.
 */
export interface Recipe extends SigningRule, Pick<UnsignedCall, 'timestamp' | 'method' | 'prefix' | 'path' | 'body'> {
  /** With the question mark; empty when there is no query. */
  readonly query: string;
  /** Text is taken as UTF-8. */
  readonly key: string | Uint8Array;
  readonly charset: Charset;
  readonly algorithm: Algorithm;
}

/** The encoding that turns the signed text into bytes. */
export type Charset = 'utf-8' | 'latin-1' | 'latin-1-cut' | `utf-16${'' | '-be'}${'' | '-marked'}`;

export type Algorithm =
  | 'hmac-sha256'
  | 'hmac-sha1'
  | 'hmac-sha512'
  | 'hmac-md5'
  /** HMAC-SHA256 with the text as the key. */
  | 'hmac-exchanged'
  | 'sha256-text'
  | 'sha256-text-key'
  | 'sha256-key-text';
