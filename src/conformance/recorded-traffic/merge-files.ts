import { addTo } from '../model/groups.js';
import { isRedacted } from './request-faults.js';
import type { HarFile, RecordedCall } from './read-har.js';

/**
 * The calls of all files in the order of time. Recordings may overlap, and two programs may have recorded one call: what is in two
 * files happened once, and so did what has the timestamp, signature and response of another call.
 */
export function mergeFiles(files: readonly HarFile[]) {
  const calls: RecordedCall[] = [];
  const known = new Map<string, RecordedCall[]>();
  const all = files.flatMap((file) => file.calls);
  for (const call of all) {
    const key = `${call.signing.timestamp ?? call.startMs} ${call.target} ${call.body.text}`;
    if (known.get(key)?.some((other) => isSame(call, other)) === true) continue;
    calls.push(call);
    addTo(known, key, call);
  }
  return { repeated: all.length - calls.length, calls: calls.sort((one, other) => one.startMs - other.startMs) };
}

const partsOf = ({ method, origin, target, signing: { apiKey, signature }, body, response }: RecordedCall) =>
  [method, origin, target, apiKey, signature, body.text, response?.status, response?.body.text] as const;

/** Within one file, only a signature shows that two equal calls are one: without it, the calls can have differed in that. */
const isSame = (one: RecordedCall, other: RecordedCall): boolean =>
  partsOf(one).every((part, at) => part === partsOf(other)[at]) &&
  (one.file !== other.file || (isSigned(one) && one.response?.body.missing === false));

const isSigned = ({ signing: { timestamp, signature } }: RecordedCall): boolean =>
  timestamp !== undefined && signature !== undefined && !isRedacted(signature);
