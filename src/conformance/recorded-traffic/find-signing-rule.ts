import { composeSigningString, type SigningRule } from '../../core/signing-rule.js';
import { createTextSigner } from '../../core/signing.js';
import { digestsInstead } from '../checks/forgery/signatures.js';
import type { ConformanceOptions } from '../model/report-model.js';
import { otherRules, WITHOUT_QUERY, withoutBody } from '../session/likely-signing-rules.js';
import type { RecordedCall } from './read-har.js';
import type { AddressedCall, OtherDigest } from './recording-model.js';
import { HEADERS, isRedacted, isRefused } from './request-faults.js';
import { type KnownSigning, masksIn, signedParts } from './signature-state.js';

/** Number of calls that are enough to tell rules apart. */
const SAMPLE = 60;
/** Parts of other calls that a wrong signature is compared with, at most. */
const ELSEWHERE = 10;

/** Calls that have all three headers, none of them blanked out. */
const signedCalls = (calls: readonly AddressedCall[]): readonly AddressedCall[] =>
  calls.filter(({ call }) => {
    const [key, timestamp, signature] = HEADERS.map((name) => call.signing[name]);
    const isWhole = call.isExact && !call.body.missing;
    return key !== undefined && !!timestamp && !!signature && !isRedacted(signature) && isWhole;
  });

/**
 * Finds by what rule the calls of a recording are signed: the given one, or one of those that a live run tries, whichever gives
 * the most of the recorded signatures, and is not the one of calls that were refused alone. Undefined where none gives one.
 */
export function findSigningRule(
  all: readonly AddressedCall[],
  given: SigningRule,
  credentials: NonNullable<ConformanceOptions['credentials']>,
  prefix: string,
): KnownSigning | undefined {
  const usable = signedCalls(all);
  const plain = (one: AddressedCall): boolean => !one.target.includes('?') && one.call.body.text === undefined;
  const taken = usable.filter(({ call }) => !isRefused(call));
  const told = taken.length > 0 ? taken : usable;
  const sample = spread([...told.filter(plain), ...told.filter((one) => !plain(one))]);
  const count = (rule: SigningRule, calls: readonly AddressedCall[]): number => {
    const sign = createTextSigner(credentials.apiSecret, rule.encoding);
    return calls.filter(({ call, target }) => {
      const text = composeSigningString(rule, signedParts(call, target, prefix));
      return sign(text) === call.signing.signature;
    }).length;
  };
  let [best, most] = [given, count(given, sample)];
  const consider = (rule: SigningRule): void => {
    const found = count(rule, sample);
    if (found > most) [best, most] = [rule, found];
  };
  if (most < sample.length) {
    if (most === 0) for (const change of otherRules(prefix !== '')) consider({ ...given, ...change });
    consider({ ...best, ...WITHOUT_QUERY });
    consider({ ...best, ...withoutBody(best) });
  }
  if (most === 0) return undefined;
  const fitting = (wanted: (one: AddressedCall) => boolean): boolean => count(best, sample.filter(wanted)) > 0;
  return {
    credentials,
    rule: best,
    prefix,
    masks: masksIn(all.map(({ call }) => call)),
    fits: {
      body: fitting(({ call }) => call.body.text !== undefined),
      query: fitting(({ target }) => target.includes('?')),
    },
    elsewhere: {
      targets: distinct(usable.map(({ target }) => target)),
      bodies: distinct(usable.flatMap(({ call }) => call.body.text ?? [])),
      contracts: distinct(usable.flatMap(contractsIn)),
    },
  };
}

/** Refusals of rightly signed calls, so that nothing else explains them. */
const ENOUGH = 2;

export function findOtherDigest(
  all: readonly AddressedCall[],
  rule: SigningRule,
  credentials: NonNullable<ConformanceOptions['credentials']>,
  prefix: string,
): OtherDigest | undefined {
  // Others need no signature, as far as is declared.
  const texts = signedCalls(all.filter(({ operation }) => operation?.security === 'signed')).map(
    ({ call, target }) => ({
      call,
      text: composeSigningString(rule, signedParts(call, target, prefix)),
    }),
  );
  const sign = createTextSigner(credentials.apiSecret, rule.encoding);
  const right = texts.filter(({ call, text }) => sign(text) === call.signing.signature);
  if (right.length < ENOUGH || !right.every(({ call }) => isRefused(call))) return undefined;
  const taken = texts.filter(({ call }) => isTaken(call));
  for (const { what, alteration } of digestsInstead(credentials)) {
    const own = taken.find(
      ({ call, text }) => alteration.signature!('', rule.encoding, text) === call.signing.signature,
    );
    if (own !== undefined) return { what, taken: own.call, refused: right[0]!.call };
  }
  return undefined;
}

/** True for a call whose response says nothing of a failure. */
const isTaken = ({ response }: RecordedCall): boolean =>
  response?.status === 200 &&
  !/"code"\s*:\s*"?(?!(?:0|200)\b)|"succ(?:ess)?"\s*:\s*"?false/.test(response.body.text ?? '"code":');

/** Contracts that a call names, in its query or its body. */
const contractsIn = ({ call, target }: AddressedCall): readonly string[] =>
  [...`${target} ${call.body.text ?? ''}`.matchAll(/\bcontractName(?:=|":\s*")([^"&\s]+)/g)].map(([, name]) => name!);

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)].slice(0, ELSEWHERE);

/** From all over the recording: a mistake may be made in its beginning only. */
function spread<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= SAMPLE) return items;
  const step = items.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => items[Math.floor(at * step)]!);
}
