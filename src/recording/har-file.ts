import { ArgumentError } from '../core/errors.js';
import { type HarRoundTrip, harEntry } from './har-entry.js';
import { apiKeyOf, type RecordingRedaction, redactRoundTrip } from './redact-round-trip.js';

/**
 * A HAR file that grows. It is whole after each entry, so that a program that is killed loses at most the last one. A disk that
 * is full ends the recording, with a warning of the process; it throws nothing, and the file stays whole.
 */
export interface HarFileWriter {
  /** Entries that were written. */
  readonly entries: number;
  /** Writes one round trip, redacted, before it returns. Never throws. */
  add(roundTrip: HarRoundTrip): void;
  /** Never throws. */
  close(): void;
}

const END = '\n]}}\n';

/** Keys that are hidden in each entry, whichever call they stand in. */
const MOST_KEYS = 20;

/**
 * Starts a HAR file that only its owner may read (mode 0600). A file that is there already is replaced.
 *
 * @throws {ArgumentError} When the file cannot be written, or is a device, a folder or a link.
 */
export function createHarFile(file: string, redaction: RecordingRedaction = {}): HarFileWriter {
  const fs = process.getBuiltinModule('node:fs');
  const creator = { name: 'futures-trading-client', version: '1' };
  const begin = `${JSON.stringify({ log: { version: '1.2', creator } }).slice(0, -2)},"entries":[`;
  const { secrets = [] } = redaction;
  let keys = redaction.apiKeys ?? [];
  let descriptor: number | undefined;
  let position = 0;
  let entries = 0;
  const writeAll = (bytes: Buffer, at: number): void => {
    // A disk that is nearly full takes a part.
    for (let done = 0; done < bytes.length;)
      done += fs.writeSync(descriptor!, bytes, done, bytes.length - done, at + done);
  };
  /** One write: a program that is killed between two would leave a file without an end. */
  const write = (text: string): void => {
    const bytes = Buffer.from(text + END);
    writeAll(bytes, position);
    position += bytes.length - END.length;
  };
  const close = (): void => {
    const open = descriptor;
    descriptor = undefined;
    if (open !== undefined) fs.closeSync(open);
  };
  const stop = (cause: unknown): void => {
    try {
      if (descriptor !== undefined) {
        // The end is put where it was, in place that the file has already, before the rest goes.
        writeAll(Buffer.from(END), position);
        fs.ftruncateSync(descriptor, position + END.length);
      }
      close();
    } catch {
      // The file is as whole as it can be.
    }
    warn(file, entries, cause);
  };
  try {
    if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) throw new Error('it is not a regular file');
    // Removed first: the mode of a file that is there would stay as it is.
    fs.rmSync(file, { force: true });
    descriptor = fs.openSync(file, 'wx', 0o600);
    write(begin);
  } catch (cause) {
    const reason = (cause as Error).message;
    const message = `The recording ${file} cannot be written (${reason}). Nothing was recorded. Choose another file.`;
    throw new ArgumentError(message, { field: 'file', cause });
  }
  return {
    get entries() {
      return entries;
    },
    add(roundTrip) {
      if (descriptor === undefined) return;
      try {
        const key = apiKeyOf(roundTrip);
        const apiKeys = key === '' || [...keys, ...secrets].includes(key) ? keys : [...keys, key];
        if (apiKeys.length <= MOST_KEYS) keys = apiKeys;
        const entry = harEntry(redactRoundTrip(roundTrip, { ...redaction, apiKeys }));
        write(`${entries === 0 ? '\n' : ',\n'}${JSON.stringify(entry)}`);
        entries++;
      } catch (cause) {
        stop(cause);
      }
    },
    close() {
      try {
        close();
      } catch (cause) {
        stop(cause);
      }
    },
  };
}

function warn(file: string, entries: number, cause: unknown): void {
  const count = entries === 1 ? '1 call' : `${entries} calls`;
  process.emitWarning(
    `The recording ${file} stopped after ${count} (${(cause as Error).message}). Calls go on and are not recorded. ` +
      'Make room on the disk, and start a new recording.',
    'RecordingWarning',
  );
}
