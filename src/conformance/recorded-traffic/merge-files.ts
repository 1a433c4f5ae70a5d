import { addTo, getOrMake } from '../model/groups.js';
import { isRedacted } from './request-faults.js';
import type { HarFile, RecordedCall } from './read-har.js';
import type { RecordedBody } from './recorded-body.js';

/** The starts of one call in two recordings are less apart: a program may be slower, or write whole seconds. */
const NEAR_MS = 1000;

interface Merged {
  call: RecordedCall;
  readonly files: Set<HarFile>;
}

/**
 * The calls of all files in the order of time. Recordings may overlap, and two programs may have recorded one call, each as it writes:
 * what is in two files happened once, and so did what has the timestamp, signature and response of another call.
 */
export function mergeFiles(files: readonly HarFile[]) {
  const all = files.flatMap((file) => file.calls.map((call) => ({ call, file }))).sort(inTime);
  const merged: Merged[] = [];
  const dated = new Map<string, Merged[]>();
  const whole = new Map<string, Merged[]>();
  const textOf = createTexts();
  for (const { call, file } of all) {
    const place = `${call.method} ${call.origin}${call.target.split('?')[0]}`;
    const timestamp = shown(call.signing.timestamp);
    const atOnce = `${place} ${timestamp}`;
    const content = files.length === 1 ? undefined : contentOf(call, textOf);
    const twin =
      (timestamp === undefined ? undefined : dated.get(atOnce)?.find((one) => isOne(one, call, file, textOf))) ??
      (content === undefined ? undefined : nearest(whole.get(content), call, file));
    if (twin !== undefined) {
      twin.files.add(file);
      if (knownOf(call) > knownOf(twin.call)) twin.call = call;
      continue;
    }
    const fresh = { call, files: new Set([file]) };
    merged.push(fresh);
    if (timestamp !== undefined) addTo(dated, atOnce, fresh);
    if (content !== undefined) addTo(whole, content, fresh);
  }
  return { repeated: all.length - merged.length, calls: merged.sort(inTime).map(({ call }) => call) };
}

const inTime = (one: Pick<Merged, 'call'>, other: Pick<Merged, 'call'>): number =>
  one.call.startMs - other.call.startMs;

/**
 * True when two calls with one timestamp are one. Within one file, only a signature shows that: without it, the calls can have differed in
 * that. Of two programs, each may have left out what the other has.
 */
function isOne({ call: one, files }: Merged, other: RecordedCall, file: HarFile, textOf: Texts): boolean {
  const isSigned = shown(other.signing.signature) !== undefined;
  if (files.has(file)) return isSigned && other.response?.body.missing === false && isEqual(one, other);
  const [first, second] = [one.signing.signature, other.signing.signature].map(shown);
  const isSameRequest =
    first !== undefined && second !== undefined
      ? first === second
      : one.target === other.target &&
        !one.body.missing &&
        !other.body.missing &&
        isSameText(one.body, other.body, textOf);
  const [apiKey, ownKey] = [one.signing.apiKey, other.signing.apiKey].map(shown);
  const isSameKey = apiKey === undefined || ownKey === undefined || apiKey === ownKey;
  return isSameRequest && isSameKey && isSameText(one.response?.body, other.response?.body, textOf);
}

/** The one nearest in time with the same content, where one of the two has no timestamp to tell them apart. */
function nearest(alike: readonly Merged[] = [], { startMs, signing }: RecordedCall, file: HarFile): Merged | undefined {
  const isUndated = shown(signing.timestamp) === undefined;
  for (let at = alike.length - 1; at >= 0 && alike[at]!.call.startMs >= startMs - NEAR_MS; at--) {
    const one = alike[at]!;
    if (!one.files.has(file) && (isUndated || shown(one.call.signing.timestamp) === undefined)) return one;
  }
  return undefined;
}

/** Request and response; undefined where a part of them was not recorded. Of two orders, the responses of both may be lost. */
function contentOf({ method, origin, target, body, response }: RecordedCall, textOf: Texts): string | undefined {
  if (body.missing || (response === undefined ? method !== 'GET' : response.body.missing)) return undefined;
  return `${method} ${origin}${target} ${textOf(body.text)} ${response?.status} ${textOf(response?.body.text)}`;
}

const isEqual = (one: RecordedCall, other: RecordedCall): boolean =>
  one.target === other.target &&
  one.signing.apiKey === other.signing.apiKey &&
  one.signing.signature === other.signing.signature &&
  one.body.text === other.body.text &&
  one.response?.status === other.response?.status &&
  one.response?.body.text === other.response?.body.text;

/** The value, unless the program that recorded it blanked it out. */
const shown = (value: string | undefined): string | undefined =>
  value === undefined || isRedacted(value) ? undefined : value;

type Texts = (text: string | undefined) => number;

/** A number for each text; the same for JSON in another layout. Looks at each text once. */
function createTexts(): Texts {
  const known = new Map<string, number>();
  const byContent = new Map<string, number>();
  return (text = '') =>
    getOrMake(known, text, () =>
      getOrMake(byContent, text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1'), () => byContent.size),
    );
}

const isSameText = (one: RecordedBody | undefined, other: RecordedBody | undefined, textOf: Texts): boolean =>
  one === undefined || other === undefined || one.missing || other.missing || textOf(one.text) === textOf(other.text);

/** The number of its parts that a recording holds. */
const knownOf = ({ signing, body, response, isExact }: RecordedCall): number =>
  [
    shown(signing.timestamp) !== undefined,
    shown(signing.apiKey) !== undefined,
    shown(signing.signature) !== undefined,
    isExact,
    !body.missing,
    response?.body.missing === false,
  ].filter(Boolean).length;
