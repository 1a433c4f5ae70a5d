import { counted } from '../model/counted.js';
import {
  ageOf,
  type Calls,
  operationOf,
  type ObservedCall,
  splitPath,
  type AddressedCall,
  type Recording,
} from './recording-model.js';
import type { HarFile, RecordedCall } from './read-har.js';
import { isRedacted, isMilliseconds } from './request-faults.js';
import { headerIn } from '../../recording/header-pairs.js';

interface SortedCalls {
  readonly all: readonly RecordedCall[];
  readonly here: readonly AddressedCall[];
  readonly calls: Calls;
  readonly unreadable: number;
  readonly files: readonly HarFile[];
  /** True when the base URL was given. */
  readonly isChosen: boolean;
}

/** Why calls on the account may be missing or out of order; undefined where nothing says so. */
export function gapIn(sorted: SortedCalls): string | undefined {
  const { unreadable, files, calls } = sorted;
  if (unreadable > 0)
    return `${counted(unreadable, 'entry', 'entries')} cannot be read: calls on the account may be missing`;
  const cut = files.length > 1 ? files.find(({ isCut }) => isCut) : undefined;
  if (cut !== undefined) return `${cut.name} ends in the middle, and other files go on`;
  return severalKeys(calls) ?? apartFromTimestamps(calls) ?? otherAddresses(sorted);
}

/** The recorders of this package write this for a key. */
const KEY_MARK = /^<API_KEY(?:_\d+)?>$/;

const keysOf = (calls: Calls): readonly string[] => {
  const keys = new Set(
    calls.flatMap(({ recorded, reading }) => (reading.kind === 'refused' ? [] : (recorded.signing.apiKey ?? []))),
  );
  const shown = [...keys].filter((key) => key !== '' && !isRedacted(key));
  const marks = [...keys].filter((key) => KEY_MARK.test(key));
  return marks.length > shown.length ? marks : shown;
};

/** Each key may be one of another account. A key that was refused has changed nothing. */
function severalKeys(calls: Calls): string | undefined {
  const count = keysOf(calls).length;
  return count < 2 ? undefined : `calls were made with ${count} API keys, perhaps of several accounts`;
}

/** Longer than a program takes from the timestamp to the call. */
const MOST_APART_MS = 5000;

/** A Date has whole seconds. */
const DATE_MS = 2000;

/**
 * A program takes the time of each call: where the recorded times are not as far apart, they are not those of the calls. Where the Date of
 * a response is as far from its recorded time as in other calls, the program sent another time on purpose.
 */
export function apartFromTimestamps(calls: Calls): string | undefined {
  const ages = calls
    .filter(
      ({ reading, recorded: { signing } }) => reading.kind === 'accepted' && isMilliseconds(signing.timestamp ?? ''),
    )
    .map((call) => ({ age: ageOf(call), late: call.startMs - dateOf(call) }))
    .filter(({ age }) => !Number.isNaN(age))
    .sort((one, other) => one.age - other.age);
  const usual = ages[ages.length >> 1];
  const taken = ages.filter(
    ({ age, late }) => Math.abs(age - usual!.age) <= MOST_APART_MS / 2 || !(Math.abs(late - usual!.late) <= DATE_MS),
  );
  const apartMs = usual === undefined ? 0 : taken.at(-1)!.age - taken[0]!.age;
  return apartMs > MOST_APART_MS
    ? `the recorded times and X-CH-TS are up to ${Math.round(apartMs / 1000)} s apart, so that the order of the calls is not known`
    : undefined;
}

const dateOf = ({ reading }: ObservedCall): number =>
  Date.parse(headerIn(reading.sent.response?.headers ?? [], 'date') ?? '');

/** Histories and identifiers are those of one account: of the key with the most calls, where there are several. */
export function ofOneKey(recording: Recording): Recording {
  const keys = keysOf(recording.calls);
  if (keys.length < 2) return recording;
  const count = (wanted: string): number =>
    recording.calls.filter(({ recorded }) => recorded.signing.apiKey === wanted).length;
  const [first] = keys.map((key) => ({ key, calls: count(key) })).sort((one, other) => other.calls - one.calls);
  const isOwn = ({ recorded }: ObservedCall): boolean => (recorded.signing.apiKey ?? first!.key) === first!.key;
  return { ...recording, calls: recording.calls.filter(isOwn), of: (id) => recording.of(id).filter(isOwn) };
}

/** Calls of described operations at other addresses may be about the same account. */
function otherAddresses({ all, here, calls, isChosen }: SortedCalls): string | undefined {
  const own = new Set(here.map(({ call }) => call));
  const keys = new Set(calls.flatMap(({ recorded }) => recorded.signing.apiKey ?? []));
  const others = all.filter((call) => {
    if (own.has(call)) return false;
    const rest = splitPath(call.target.split('?')[0]!)?.rest;
    if (rest === undefined || operationOf(call.method, rest) === undefined) return false;
    const { apiKey } = call.signing;
    return !isChosen || (apiKey !== undefined && !isRedacted(apiKey) && keys.has(apiKey));
  });
  if (others.length === 0) return undefined;
  const places = [...new Set(others.map(({ origin, target }) => origin + splitPath(target.split('?')[0]!)!.prefix))];
  return `${counted(others.length, 'call')} of described operations went to ${places.slice(0, 3).join(', ')}, perhaps on the same account; --base-url chooses`;
}
