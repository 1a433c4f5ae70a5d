import type { SigningRule } from '../../core/signing-rule.js';
import { composeSigningString, type PrefixedSigningInput } from '../../core/signing-rule.js';
import { flipLastBit } from '../../core/signature-encoding.js';
import { createTextSigner, type Hmac } from '../../core/signing.js';
import { type KitCredentials, swapCase } from '../call/build-call.js';
import { forgedSignatures, spellings } from '../checks/forgery/index.js';
import { BIT_FLIPPED } from '../checks/wrong-calls.js';
import { operations } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import { isRedacted } from './redacted.js';
import { signingHeader } from './request-faults.js';

/** The verdict on key and signature of one request. */
export type SignatureState =
  | { readonly kind: 'right' }
  /** `names` are the kinds of wrong calls that the checks try: `forged-signatures` …; `part` is what the signature does not fit. */
  | { readonly kind: 'wrong'; readonly names: readonly string[]; readonly what: string; readonly part?: SignedPart }
  | { readonly kind: 'unknown'; readonly why: string };

export type SignedPart = 'body' | 'path' | 'method' | 'query' | 'timestamp' | 'apiKey' | 'apiSecret';

/** Number of different calls with one signature that show that an unknown text replaced it. */
const SAME_MASK = 4;

/** Signatures that several different calls have, each: no rule gives the same one twice. */
export function masksIn(calls: readonly RecordedCall[]): ReadonlySet<string> {
  const signed = new Map<string, Set<string>>();
  for (const call of calls) {
    const signature = signingHeader(call, 'signature');
    // Calls that are wrong on purpose have no signature, or a part of one.
    if (signature === undefined || signature.length < 2) continue;
    const parts = signed.get(signature) ?? new Set();
    signed.set(signature, parts.add(`${signingHeader(call, 'timestamp')} ${call.target} ${call.body.text}`));
  }
  return new Set([...signed].flatMap(([signature, parts]) => (parts.size >= SAME_MASK ? [signature] : [])));
}

/** The text that a recorded call has to sign. */
export const signedParts = (call: RecordedCall, target: string, prefix: string): PrefixedSigningInput => ({
  timestampMs: signingHeader(call, 'timestamp') ?? '',
  method: call.method,
  prefix,
  target,
  body: call.body.text,
});

export interface SignatureReader {
  read(call: RecordedCall, target: string): SignatureState;
}

/** The credentials and the rule that the signatures of a recording were found to follow. */
export interface KnownSigning {
  readonly credentials: KitCredentials;
  readonly rule: SigningRule;
  readonly prefix: string;
  /** True for bodies, and for queries, when a call with one was recorded whose signature fits. */
  readonly fits: { readonly body: boolean; readonly query: boolean };
  /** Texts that stand where signatures were. */
  readonly masks: ReadonlySet<string>;
  /** Targets and bodies of other recorded calls: a signature may be that of one of them. */
  readonly elsewhere: { readonly targets: readonly string[]; readonly bodies: readonly string[] };
}

const RIGHT: SignatureState = { kind: 'right' };
const unknown = (why: string): SignatureState => ({ kind: 'unknown', why });

/** More than a test suite has; what comes after is not explained, and not judged. */
const MOST_EXPLAINED = 500;

/** Reads signatures with the secret: which are right, and what is wrong with the others. */
export function createSignatureReader(known: KnownSigning): SignatureReader {
  const { credentials, rule, prefix, fits, masks } = known;
  const signers = new Map<string, Hmac>();
  const signerOf = (secret: string): Hmac => {
    let signer = signers.get(secret);
    if (signer === undefined) signers.set(secret, (signer = createTextSigner(secret, rule.encoding)));
    return signer;
  };
  const sign = signerOf(credentials.apiSecret);
  let explained = 0;
  return {
    read(call, target) {
      const [key, signature] = [signingHeader(call, 'apiKey'), signingHeader(call, 'signature')];
      if (signature === undefined) return unknown('it has no signature');
      if (isRedacted(signature) || masks.has(signature)) return unknown('its signature was blanked out');
      const parts = signedParts(call, target, prefix);
      const isRight = sign(composeSigningString(rule, parts)) === signature;
      const isOwn = key === undefined || key === credentials.apiKey || isRedacted(key);
      if (isRight) return isOwn ? RIGHT : anotherKey(key, credentials.apiKey);
      if (call.body.missing) return unknown('its body was not recorded');
      if (!call.isExact) return unknown('its query was not recorded as it was sent');
      if (!isOwn) return unknown('it was made with another key');
      if (key !== credentials.apiKey && key !== undefined) return unknown('its key was blanked out');
      if (call.body.text !== undefined && !fits.body)
        return unknown('no recorded call with a body has a signature that fits');
      if (target.includes('?') && !fits.query)
        return unknown('no recorded call with a query has a signature that fits');
      return explained++ < MOST_EXPLAINED
        ? explain(signature, parts, known, signerOf)
        : unknown('there are too many wrong ones');
    },
  };
}

function anotherKey(key: string, own: string): SignatureState {
  if (key === '') return { kind: 'wrong', names: ['unknown-key'], what: 'an empty key' };
  if (key.toLowerCase() !== own.toLowerCase())
    return { kind: 'wrong', names: ['unknown-key'], what: 'a key that does not belong to the secret' };
  const isSwapped = key === swapCase(own);
  return {
    kind: 'wrong',
    names: ['letter-case'],
    what: 'apiKey in another letter case',
    ...(isSwapped && { part: 'apiKey' as const }),
  };
}

function explain(
  signature: string,
  parts: PrefixedSigningInput,
  { credentials, rule, elsewhere }: KnownSigning,
  signerOf: (secret: string) => Hmac,
): SignatureState {
  const sign = signerOf(credentials.apiSecret);
  const text = composeSigningString(rule, parts);
  const correct = sign(text);
  const wrong = (name: string, what: string, part?: SignedPart): SignatureState => ({
    kind: 'wrong',
    names: [name],
    what,
    ...(part && { part }),
  });
  if (signature.toLowerCase() === correct.toLowerCase() && correct.length === 64)
    return unknown('its signature is written in another letter case');
  if (flipLastBit(correct, rule.encoding) === signature) return wrong(BIT_FLIPPED, 'a signature with one bit flipped');
  for (const { what, alteration } of forgedSignatures(credentials)) {
    if (alteration.signature?.(correct, rule.encoding, text) === signature) return wrong('forged-signatures', what);
  }
  for (const { what, alteration } of spellings(credentials)) {
    const secret = alteration.credentials?.apiSecret;
    if (secret === undefined || signerOf(secret)(text) !== signature) continue;
    return wrong('letter-case', what, secret === swapCase(credentials.apiSecret) ? 'apiSecret' : undefined);
  }
  for (const [part, change] of otherParts(parts, elsewhere)) {
    if (sign(composeSigningString(rule, { ...parts, ...change })) === signature)
      return isOtherSpelling(change.target, parts.target) ||
        (part === 'timestamp' && String(parts.timestampMs).endsWith('000'))
        ? unknown('the recording program may have written it in another way')
        : wrong('signature-of-another-call', `a signature over another ${part}`, part);
  }
  return wrong('wrong-secret', 'a signature that the secret does not make of this call');
}

/** Programs write `-` as `%2D`, or the other way round. */
const isOtherSpelling = (one: string | undefined, other: string): boolean =>
  one !== undefined && one.includes('?') && spell(one) === spell(other);

function spell(target: string): string {
  const [path = '', query] = target.split('?');
  return `${path}?${new URLSearchParams(query).toString()}`;
}

const PATHS: readonly string[] = [...new Set(Object.values(operations).map((row) => row.path))];

/** A signature that was made a little earlier. */
const NEAR_MS = 10;

/** The call with one part of another one. */
function* otherParts(
  { method, target, timestampMs }: PrefixedSigningInput,
  { targets, bodies }: KnownSigning['elsewhere'],
): Generator<readonly [SignedPart, Partial<PrefixedSigningInput>]> {
  for (const body of ['', '{}', ...bodies]) yield ['body', { body }];
  yield ['method', { method: method === 'GET' ? 'POST' : 'GET' }];
  const [path = '', query] = target.split('?');
  const elsewhere = PATHS.map((other) => (query === undefined ? other : `${other}?${query}`));
  for (const other of [`${path}s`, path, ...elsewhere, ...targets].filter((one) => one !== target))
    yield [other.split('?')[0] === path ? 'query' : 'path', { target: other }];
  const now = Number(timestampMs);
  const near = Number.isSafeInteger(now)
    ? Array.from({ length: 2 * NEAR_MS + 1 }, (_, at) => String(now - NEAR_MS + at))
    : [];
  for (const timestamp of near) yield ['timestamp', { timestampMs: timestamp }];
}
