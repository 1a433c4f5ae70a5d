import { ArgumentError } from '../core/errors.js';
import { type HarExchange, harEntry } from './har-entry.js';
import { type RecordingRedaction, redactExchange } from './redact-exchange.js';

/** A HAR file that grows. It is whole after each entry, so that a program that is killed loses at most the last one. */
export interface HarFileWriter {
  /** Entries that were written. */
  readonly entries: number;
  /** Writes one exchange, redacted, before it returns. */
  add(exchange: HarExchange): void;
  close(): void;
}

const END = '\n]}}\n';

/**
 * Starts a HAR file that only its owner may read (mode 0600). A file that is there already is replaced.
 *
 * @throws {ArgumentError} When the file cannot be written.
 */
export function createHarFile(file: string, redaction: RecordingRedaction = {}): HarFileWriter {
  const fs = process.getBuiltinModule('node:fs');
  const creator = { name: 'futures-trading-client', version: '1' };
  const begin = `${JSON.stringify({ log: { version: '1.2', creator } }).slice(0, -2)},"entries":[`;
  let descriptor: number;
  try {
    // Removed first: the mode of a file that is there would stay as it is.
    fs.rmSync(file, { force: true });
    descriptor = fs.openSync(file, 'wx', 0o600);
  } catch (cause) {
    throw new ArgumentError(`The recording ${file} cannot be written. Nothing was recorded.`, { field: 'file', cause });
  }
  let position = 0;
  let entries = 0;
  let isClosed = false;
  const write = (text: string): void => {
    const bytes = Buffer.from(text + END);
    fs.writeSync(descriptor, bytes, 0, bytes.length, position);
    position += bytes.length - END.length;
  };
  write(begin);
  return {
    get entries() {
      return entries;
    },
    add(exchange) {
      if (isClosed) return;
      write(`${entries === 0 ? '\n' : ',\n'}${JSON.stringify(harEntry(redactExchange(exchange, redaction)))}`);
      entries++;
    },
    close() {
      if (!isClosed) fs.closeSync(descriptor);
      isClosed = true;
    },
  };
}
