import { signingHeaders as names } from '../../../generated/names.js';
import { headerIn } from '../../recording/header-pairs.js';
import { type Operation, wireOf } from '../model/operations.js';
import type { SignatureEncoding } from '../../core/signature-encoding.js';
import { createTextSigner, type Hmac } from '../../core/signing.js';
import {
  composeSigningString,
  type PrefixedSigningInput,
  type SigningInput,
  type SigningRule,
} from '../../core/signing-rule.js';
import type { ConformanceOptions, SignRequest } from '../model/report-model.js';
import type { AnyInput } from './input.js';
import type { RawCall } from './raw-call.js';

export type KitCredentials = NonNullable<ConformanceOptions['credentials']>;

type HeaderPart = keyof typeof names;

/** Differences from the correct call; everything else stays as described. */
export interface Alteration {
  readonly method?: 'GET' | 'POST';
  /** Where the fields go; default as declared. */
  readonly place?: 'body' | 'query';
  readonly body?: string;
  readonly unsigned?: boolean;
  /** Writes the body or the query in another way, which means the same; it is signed as it is sent. */
  readonly spelled?: (text: string) => string;
  readonly signed?: boolean;
  readonly drop?: HeaderPart | readonly HeaderPart[];
  readonly credentials?: Partial<KitCredentials>;
  /** In place of the time, as text; signed as it is. */
  readonly timestamp?: string;
  /** Added to the time of the call, milliseconds. */
  readonly offsetMs?: number;
  /** Takes the latest time before that at which the signature looks so, if there is one within `OLDEST_MS`. */
  readonly signatureLike?: RegExp;
  /** Signs another text than the one that is sent. */
  readonly signs?: Partial<SigningInput>;
  /** Signs by another rule than the rest of the run. */
  readonly rule?: Partial<SigningRule>;
  readonly signature?: (correct: string, encoding: SignatureEncoding, signedText: string) => string;
  readonly headerNames?: (name: string) => string;
  readonly path?: string;
  /** Sends Content-Type; by default only with a body. */
  readonly contentType?: boolean;
  readonly moreHeaders?: readonly (readonly [name: string, value: string])[];
}

export interface CallSigning {
  readonly credentials: KitCredentials | undefined;
  readonly rule: SigningRule;
  readonly sign?: SignRequest | undefined;
  /** Path of the base URL, sent in front of the target. */
  readonly prefix: string;
}

/** The age of a timestamp that gives a signature its look, milliseconds: of 256, one begins with 00, and one call in 100,000 finds none. */
export const OLDEST_MS = 3000;

/** Builds the correctly signed call of an operation, or one that is wrong in exactly what is asked for. */
export function buildCall(
  operation: Operation,
  input: AnyInput,
  callSigning: CallSigning,
  nowMs: number,
  { signatureLike, ...alteration }: Alteration = {},
): RawCall {
  if (signatureLike !== undefined)
    for (let agoMs = 0; agoMs < OLDEST_MS; agoMs++) {
      const call = buildCall(operation, input, callSigning, nowMs - agoMs, alteration);
      if (signatureLike.test(headerIn(call.headers, names.signature) ?? '')) return call;
    }
  const { credentials, prefix, ...signing } = callSigning;
  const { method = operation.method } = alteration;
  const { place = operation.input === 'query' ? 'query' : 'body', spelled = (same: string) => same } = alteration;
  const writes = (where: typeof place): boolean => operation.input !== 'none' && place === where;
  const body = alteration.body ?? (writes('body') ? spelled(writeBody(operation, input)) : undefined);
  const query = writes('query') ? spelled(writeQuery(input)) : '';
  const target = (alteration.path ?? operation.path) + query;
  const headers: [string, string][] = [['Accept', 'application/json']];
  for (const [name, value] of alteration.moreHeaders ?? []) headers.push([name, value]);
  if (alteration.contentType ?? body !== undefined) headers.push(['Content-Type', 'application/json']);

  const wanted = alteration.signed ?? operation.security !== 'public';
  let signingString: string | undefined;
  let isRightlySigned = false;
  if (wanted && alteration.unsigned !== true && credentials !== undefined) {
    const { apiKey, apiSecret } = { ...credentials, ...alteration.credentials };
    const timestampMs = String(Math.max(0, Math.round(nowMs + (alteration.offsetMs ?? 0))));
    const rule = alteration.rule === undefined ? signing.rule : { ...signing.rule, ...alteration.rule };
    const own: PrefixedSigningInput = { timestampMs, method, prefix, target, body };
    const sign = alteration.rule === undefined ? signing.sign : undefined;
    const { timestamp } = alteration;
    const isByRule = sign === undefined;
    const request = {
      ...own,
      ...alteration.signs,
      ...(isByRule && timestamp !== undefined && { timestampMs: timestamp }),
    };
    if (isByRule) signingString = composeSigningString(rule, request);
    const correct = signatureOf({ rule, sign }, request, apiSecret);
    const encoding = isByRule ? rule.encoding : encodingOf(correct);
    const signature = alteration.signature?.(correct, encoding, signingString ?? '') ?? correct;
    isRightlySigned =
      (alteration.signature ?? alteration.signs ?? alteration.rule) !== undefined &&
      timestamp === undefined &&
      alteration.drop === undefined &&
      apiKey === credentials.apiKey &&
      signature === signatureOf(signing, own, credentials.apiSecret);
    const values = { timestamp: timestamp ?? timestampMs, apiKey, signature };
    for (const name of ['timestamp', 'apiKey', 'signature'] as const) {
      if (![alteration.drop].flat().includes(name)) headers.push([names[name], values[name]]);
    }
  }
  const spell = alteration.headerNames ?? ((name: string) => name);
  return {
    operationId: operation.operationId,
    method,
    target,
    headers: headers.map(([name, value]) => [spell(name), value] as const),
    body,
    signingString,
    isRightlySigned,
  };
}

const signatureOf = (
  { rule, sign }: Pick<CallSigning, 'rule' | 'sign'>,
  request: PrefixedSigningInput,
  apiSecret: string,
): string => sign?.({ ...request, apiSecret }) ?? signerOf(apiSecret, rule)(composeSigningString(rule, request));

const signers = new WeakMap<SigningRule, { readonly secret: string; readonly sign: Hmac }>();

/** Most calls of a run have the same rule and secret, and making a signer takes longer than signing. */
function signerOf(secret: string, rule: SigningRule): Hmac {
  let known = signers.get(rule);
  if (known?.secret !== secret) signers.set(rule, (known = { secret, sign: createTextSigner(secret, rule.encoding) }));
  return known.sign;
}

/** Guesses the encoding of a signature that a custom signer made. */
export const encodingOf = (signature: string): SignatureEncoding =>
  /^[0-9a-f]+$/.test(signature) ? 'hex' : /^[0-9A-F]+$/.test(signature) ? 'hex-upper' : 'base64';

/** JSON of the declared types; numbers keep every digit that they are given with. */
function writeBody(operation: Operation, input: AnyInput): string {
  const members = Object.entries(input).map(([name, value]) => {
    const bare = wireOf(operation, name) === 'number' && (typeof value === 'string' || typeof value === 'number');
    return `${JSON.stringify(name)}:${bare ? String(value) : JSON.stringify(value)}`;
  });
  return `{${members.join()}}`;
}

/** In the order of names: a target that signs the names in order, and not as they were sent, takes it as well. */
function writeQuery(input: AnyInput): string {
  const params = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  params.sort();
  const query = params.toString();
  return query === '' ? '' : `?${query}`;
}

export const swapCase = (text: string): string =>
  text.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
