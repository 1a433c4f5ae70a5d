import { addTo } from '../model/groups.js';
import { isRedacted } from './request-faults.js';
import type { HarFile, RecordedCall } from './read-har.js';
import type { RecordedBody } from './recorded-body.js';

/** What one program records a moment later than another, or in whole seconds. */
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
  const byPlace = new Map<string, Merged[]>();
  for (const { call, file } of all) {
    const place = `${call.method} ${call.origin}${call.target.split('?')[0]}`;
    const timestamp = shown(call.signing.timestamp);
    const same = timestamp === undefined ? [] : (dated.get(`${place} ${timestamp}`) ?? []);
    const near = files.length === 1 ? [] : nearTo(call, byPlace.get(place) ?? []);
    const twin = same.find((one) => isOne(one, call, file)) ?? near.find((one) => isOne(one, call, file));
    if (twin !== undefined) {
      twin.files.add(file);
      if (knownOf(call) > knownOf(twin.call)) twin.call = call;
      continue;
    }
    const fresh = { call, files: new Set([file]) };
    merged.push(fresh);
    if (timestamp !== undefined) addTo(dated, `${place} ${timestamp}`, fresh);
    if (files.length > 1) addTo(byPlace, place, fresh);
  }
  return { repeated: all.length - merged.length, calls: merged.sort(inTime).map(({ call }) => call) };
}

const inTime = (one: Pick<Merged, 'call'>, other: Pick<Merged, 'call'>): number =>
  one.call.startMs - other.call.startMs;

/** Those of them that have no timestamp to tell them apart, or where this call has none. */
function nearTo({ startMs, signing }: RecordedCall, earlier: readonly Merged[]): readonly Merged[] {
  const from = earlier.findLastIndex(({ call }) => call.startMs < startMs - NEAR_MS) + 1;
  const isUndated = shown(signing.timestamp) === undefined;
  return earlier.slice(from).filter(({ call }) => isUndated || shown(call.signing.timestamp) === undefined);
}

/** Within one file, only a signature shows that two equal calls are one: without it, the calls can have differed in that. */
function isOne({ call: one, files }: Merged, other: RecordedCall, file: HarFile): boolean {
  if (files.has(file)) return isSigned(other) && !other.response?.body.missing && isEqual(one, other);
  const names = ['timestamp', 'apiKey', 'signature'] as const;
  return (
    names.every((name) => isAlike(shown(one.signing[name]), shown(other.signing[name]))) &&
    isAlike(one.target.split('?')[1], other.target.split('?')[1]) &&
    isAlike(one.response?.status, other.response?.status) &&
    isSameText(one.body, other.body) &&
    isSameText(one.response?.body, other.response?.body)
  );
}

const isEqual = (one: RecordedCall, other: RecordedCall): boolean =>
  one.target === other.target &&
  one.signing.apiKey === other.signing.apiKey &&
  one.signing.signature === other.signing.signature &&
  one.body.text === other.body.text &&
  one.response?.status === other.response?.status &&
  one.response?.body.text === other.response?.body.text;

const isSigned = ({ signing: { timestamp, signature } }: RecordedCall): boolean =>
  timestamp !== undefined && shown(signature) !== undefined;

/** What a recording shows of a value: some programs blank it out. */
const shown = (value: string | undefined): string | undefined =>
  value === undefined || isRedacted(value) ? undefined : value;

const isAlike = (one: string | number | undefined, other: string | number | undefined): boolean =>
  one === undefined || other === undefined || one === other;

/** Programs lay out JSON anew. */
const isSameText = (one: RecordedBody | undefined, other: RecordedBody | undefined): boolean =>
  one === undefined || other === undefined || one.missing || other.missing || compact(one.text) === compact(other.text);

const compact = (text = ''): string => text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');

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
