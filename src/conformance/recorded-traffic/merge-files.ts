import type { HarFile, RecordedCall } from './read-har.js';

/** The calls of all files in the order of time. Recordings may overlap: what is in two files happened once. */
export function mergeFiles(files: readonly HarFile[]): {
  readonly calls: readonly RecordedCall[];
  readonly repeated: number;
} {
  const calls: RecordedCall[] = [];
  const earlier = new Set<string>();
  let repeated = 0;
  for (const [at, file] of files.entries()) {
    const keys: string[] = [];
    for (const call of file.calls) {
      const key = files.length > 1 ? keyOf(call) : '';
      if (at > 0 && earlier.has(key)) repeated++;
      else calls.push(call);
      keys.push(key);
    }
    // Within one file, equal calls are several calls.
    for (const key of keys) earlier.add(key);
  }
  return { calls: calls.sort((one, other) => one.startMs - other.startMs), repeated };
}

const keyOf = ({ startMs, method, origin, target, signing, body, response }: RecordedCall): string =>
  JSON.stringify([startMs, method, origin, target, signing, body.text, response?.status, response?.body.text]);
