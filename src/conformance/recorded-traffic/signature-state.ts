import { composeSigningString, type PrefixedSigningInput, type SigningRule } from '../../core/signing-rule.js';
import { flipLastBit } from '../../core/signature-encoding.js';
import { createTextSigner, type Hmac } from '../../core/signing.js';
import type { Alteration, KitCredentials } from '../call/build-call.js';
import type { Forgery } from '../checks/forgery/forgery.js';
import { overOtherCalls } from '../checks/forgery/other-calls.js';
import { forgedSignatures, keysUnlike, spellings, OF_ZEROS } from '../checks/forgery/signatures.js';
import { BIT_FLIPPED } from '../checks/wrong-calls.js';
import { getOrMake } from '../model/groups.js';
import { type Operation, operations } from '../model/operations.js';
import type { RecordedCall } from './read-har.js';
import { isRedacted } from './request-faults.js';

/** The verdict on key and signature of one request. */
export type SignatureState =
  | { readonly kind: 'right' }
  | {
      readonly kind: 'wrong';
      /** The kinds of wrong calls that the checks try: `forged-signatures` …; the nearest one first. */
      readonly names: readonly string[];
      readonly what: string;
      /** Made wrong on purpose: a program that leaves out or writes over does not bring it about. */
      readonly isForged: boolean;
    }
  | { readonly kind: 'unknown'; readonly why: string };

/** Number of different calls with one signature that show that an unknown text replaced it. */
const SAME_MASK = 4;

/** Signatures that several different calls have, each: no rule gives the same one twice. */
export function masksIn(calls: readonly RecordedCall[]): ReadonlySet<string> {
  const signed = new Map<string, Set<string>>();
  for (const call of calls) {
    const signature = call.signing.signature;
    // Calls that are wrong on purpose have no signature, or a part of one.
    if (signature === undefined || signature.length < 2) continue;
    const parts = getOrMake(signed, signature, () => new Set());
    parts.add(`${call.signing.timestamp} ${call.target} ${call.body.text}`);
  }
  return new Set([...signed].flatMap(([signature, parts]) => (parts.size >= SAME_MASK ? [signature] : [])));
}

export const signedParts = (call: RecordedCall, target: string, prefix: string): PrefixedSigningInput => ({
  timestampMs: call.signing.timestamp ?? '',
  method: call.method,
  prefix,
  target,
  body: call.body.text,
});

/** The credentials and the rule that the signatures of a recording were found to follow. */
export interface KnownSigning {
  readonly credentials: KitCredentials;
  readonly rule: SigningRule;
  readonly prefix: string;
  /** True for bodies, and for queries, when a call with one was recorded whose signature fits. */
  readonly fits: { readonly body: boolean; readonly query: boolean };
  /** Texts that stand where signatures were. */
  readonly masks: ReadonlySet<string>;
  /** Targets, bodies and contracts of other recorded calls: a signature may be that of one of them. */
  readonly elsewhere: Readonly<Record<'targets' | 'bodies' | 'contracts', readonly string[]>>;
}

const RIGHT: SignatureState = { kind: 'right' };
const unknown = (why: string): SignatureState => ({ kind: 'unknown', why });

/** More than a test suite has; what comes after is not explained, and not judged. */
const MOST_EXPLAINED = 1500;

/** Reads signatures with the secret: which are right, and what is wrong with the others. */
export function createSignatureReader(known: KnownSigning) {
  const { credentials, rule, prefix, fits, masks } = known;
  const signers = new Map<string, Hmac>();
  const signerOf = (secret: string): Hmac => getOrMake(signers, secret, () => createTextSigner(secret, rule.encoding));
  const sign = signerOf(credentials.apiSecret);
  /** Right signatures of earlier calls, and their timestamps. */
  const earlier = new Map<string, string | undefined>();
  let explained = 0;
  return (call: RecordedCall, target: string, operation: Operation): SignatureState => {
    const { apiKey: key, timestamp, signature } = call.signing;
    if (signature === undefined) return unknown('a call has no signature (recorded without --keep-signatures?)');
    if (isRedacted(signature)) return unknown('a signature was blanked out');
    const parts = signedParts(call, target, prefix);
    const text = composeSigningString(rule, parts);
    const isRight = sign(text) === signature;
    const isOwn = key === undefined || key === credentials.apiKey || isRedacted(key);
    if (isRight && isOwn) {
      earlier.set(signature, timestamp);
      return isText(timestamp) ? forged('text-as-timestamp', `X-CH-TS: ${JSON.stringify(timestamp)}`) : RIGHT;
    }
    if (earlier.has(signature) && earlier.get(signature) !== timestamp)
      return forged('signature-of-another-call', 'the signature of an earlier call');
    // No recording program can sign, or writes the key there: both are the same on every call, too.
    if (masks.has(signature) && ![sign(''), credentials.apiKey].includes(signature))
      return unknown('its signature was blanked out');
    if (isRight) return anotherKey(key!, credentials.apiKey);
    if (call.body.missing) return unknown('its body was not recorded');
    if (!call.isExact)
      return unknown(
        target.includes('?')
          ? 'its query was not recorded as it was sent'
          : 'it does not fit, and a query of it may not have been recorded',
      );
    if (!isOwn) {
      const isBy = (secret: string | undefined): boolean =>
        secret !== undefined && signerOf(secret)(text) === signature;
      const made = keysUnlike(credentials.apiKey)
        .filter(({ alteration }) => alteration.credentials?.apiKey === key)
        .find(({ alteration }) => isBy(alteration.credentials?.apiSecret));
      return made === undefined ? unknown('it was made with another key') : forged('unknown-key', made.what);
    }
    if (key !== credentials.apiKey && key !== undefined)
      return unknown('its key was blanked out and may be another one');
    if (call.body.text !== undefined && !fits.body)
      return unknown('no recorded call with a body has a signature that fits');
    if (target.includes('?') && !fits.query) return unknown('no recorded call with a query has a signature that fits');
    return explained++ < MOST_EXPLAINED
      ? explain(signature, operation, parts, known, signerOf)
      : unknown('there are too many wrong ones');
  };
}

/** No number of milliseconds, and nothing that a recording program writes over one. */
const isText = (timestamp: string | undefined): boolean =>
  timestamp !== undefined &&
  (timestamp === '' || Number.isNaN(Number(timestamp)) || /^[12]\d{9}$/.test(timestamp)) &&
  !isRedacted(timestamp);

function wrong(name: string, what: string, isForged = false): SignatureState {
  return { kind: 'wrong', names: [name], what, isForged };
}

/** @param nearer Another check of such a call, which is nearer to it. */
function forged(name: string, what: string, ...nearer: readonly string[]): SignatureState {
  return { kind: 'wrong', names: [...nearer, name], what, isForged: true };
}

/** Texts that a recording program may write in place of a key. */
const PLACEHOLDER = /^(?:|\W|null|undefined)$/;

function anotherKey(key: string, own: string): SignatureState {
  if (key.toLowerCase() === own.toLowerCase()) return forged('letter-case', 'apiKey in another letter case');
  const known = keysUnlike(own).find(({ alteration }) => alteration.credentials?.apiKey === key);
  if (known === undefined) return wrong('unknown-key', 'a key that does not belong to the secret');
  return wrong('unknown-key', known.what, !PLACEHOLDER.test(key));
}

function explain(
  signature: string,
  operation: Operation,
  parts: PrefixedSigningInput,
  { credentials, rule, elsewhere }: KnownSigning,
  signerOf: (secret: string) => Hmac,
): SignatureState {
  const { apiSecret } = credentials;
  const signatureBy = ({ signs, rule: other, credentials: own, signature: change }: Alteration): string => {
    const text = composeSigningString({ ...rule, ...other }, { ...parts, ...signs });
    const correct = signerOf(own?.apiSecret ?? apiSecret)(text);
    return change?.(correct, rule.encoding, text) ?? correct;
  };
  const find = (forgeries: readonly Forgery[]): Forgery | undefined =>
    forgeries.find(({ alteration }) => signatureBy(alteration) === signature);
  const correct = signatureBy({});
  if (signature.toLowerCase() === correct.toLowerCase() && correct.length === 64)
    return unknown('its signature is written in another letter case');
  if (flipLastBit(correct, rule.encoding) === signature)
    return forged('forged-signatures', 'a signature with one bit flipped', BIT_FLIPPED);
  const own = find(forgedSignatures(credentials));
  if (own !== undefined) return forged('forged-signatures', own.alteration.spelled ? OF_ZEROS : own.what);
  const spelled = find(
    spellings(credentials).filter(({ alteration }) => alteration.credentials?.apiSecret !== undefined),
  );
  if (spelled !== undefined) return forged('letter-case', spelled.what);
  const [contract = '', ...contracts] = elsewhere.contracts;
  const other = find(
    overOtherCalls(operation, { rule, contract, contracts, apiSecret, nowMs: Number(parts.timestampMs) }),
  );
  if (other !== undefined && !isOtherSpelling(other.alteration.signs?.target, parts.target)) {
    const { rule: by, signs } = other.alteration;
    const isOtherPath = signs?.target !== undefined && pathOf(signs.target) !== pathOf(parts.target);
    const isForged = by !== undefined || signs?.method !== undefined || isOtherPath;
    return wrong('signature-of-another-call', other.what, isForged);
  }
  for (const [part, change] of otherParts(parts, elsewhere)) {
    if (signatureBy({ signs: change }) !== signature) continue;
    const isRewritten = part === 'timestamp' && String(parts.timestampMs).endsWith('000');
    if (isRewritten || isOtherSpelling(change.target, parts.target))
      return unknown('the recording program may have written it in another way');
    return wrong('signature-of-another-call', `a signature over another ${part}`, part === 'path');
  }
  return wrong('wrong-secret', 'a signature that the secret does not make of this call');
}

const pathOf = (target: string): string => target.split('?')[0]!;

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
  { target, timestampMs }: PrefixedSigningInput,
  { targets, bodies }: KnownSigning['elsewhere'],
): Generator<readonly [part: string, Partial<PrefixedSigningInput>]> {
  for (const body of ['', '{}', ...bodies]) yield ['body', { body }];
  const [path = '', query] = target.split('?');
  const elsewhere = PATHS.map((other) => (query === undefined ? other : `${other}?${query}`));
  for (const other of [path, ...elsewhere, ...targets].filter((one) => one !== target))
    yield [pathOf(other) === path ? 'query' : 'path', { target: other }];
  const now = Number(timestampMs);
  const near = Number.isSafeInteger(now)
    ? Array.from({ length: 2 * NEAR_MS + 1 }, (_, at) => String(now - NEAR_MS + at))
    : [];
  for (const timestamp of near) yield ['timestamp', { timestampMs: timestamp }];
}
