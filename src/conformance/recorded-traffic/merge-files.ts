import type { HarFile, RecordedCall } from './read-har.js';

/**
 * The calls of all files in the order of time. Recordings may overlap, and two programs may have recorded one call: what is in two
 * files happened once, and so did what has the timestamp, signature and response of another call.
 */
export function mergeFiles(files: readonly HarFile[]): {
  readonly calls: readonly RecordedCall[];
  readonly repeated: number;
} {
  const calls: RecordedCall[] = [];
  const known = new Map<string, RecordedCall[]>();
  for (const file of files) {
    for (const call of file.calls) {
      const key = keyOf(call);
      const alike = known.get(key) ?? [];
      if (alike.some((other) => isSame(call, other))) continue;
      calls.push(call);
      known.set(key, [...alike, call]);
    }
  }
  const all = files.reduce((sum, file) => sum + file.calls.length, 0);
  return { repeated: all - calls.length, calls: calls.sort((one, other) => one.startMs - other.startMs) };
}

/** Calls without a timestamp that are equal within one file are several calls. */
const keyOf = ({ method, origin, target, signing, body, startMs }: RecordedCall): string =>
  JSON.stringify([method, origin, target, signing, body.text, signing.timestamp ?? startMs]);

const isSame = (one: RecordedCall, other: RecordedCall): boolean =>
  (one.file !== other.file || (one.signing.timestamp !== undefined && one.response?.body.missing === false)) &&
  one.response?.status === other.response?.status &&
  one.response?.body.text === other.response?.body.text;
