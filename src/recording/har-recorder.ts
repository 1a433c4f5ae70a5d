import { isoWithMicroseconds } from './wall-clock.js';
import { ROUND_TRIP, type ClientRoundTrip } from './round-trip-channel.js';
import { createHarFile, type HarFileWriter } from './har-file.js';

/** Options of {@link createHarRecorder}. */
export interface HarRecorderOptions {
  /** The HAR file; one that is there already is replaced. Only its owner may read it. */
  readonly file: string;
  /** Keeps X-CH-SIGN, so that signatures can be verified later. Default false. The API key is blanked out either way. */
  readonly keepSignatures?: boolean;
}

/** A recording under way. `using` ends it. */
export interface HarRecorder extends Disposable {
  /** Calls that were written. */
  readonly entries: number;
  /** Ends the recording. The file is whole at any time, so that a program may also just end. */
  close(): void;
}

/**
 * Records every call of the clients in this process to a HAR file, from now on, for `futures conformance observe`. Key and secret
 * never stand in it. A recorder that cannot write any more (a full disk) stops with a warning of the process, and changes no call.
 *
 * @throws {ArgumentError} When the file cannot be written.
 * @example
 * const recorder = createHarRecorder({ file: 'traffic.har', keepSignatures: true });
 * // … trade …
 * recorder.close();
 */
export function createHarRecorder({ file, keepSignatures = false }: HarRecorderOptions): HarRecorder {
  const { subscribe, unsubscribe } = process.getBuiltinModule('node:diagnostics_channel');
  const har = createHarFile(file, { keepSignatures });
  const record = (message: unknown): void => {
    try {
      add(har, message as ClientRoundTrip);
    } catch {
      // Anyone may publish there; what a subscriber throws would end the program.
    }
  };
  subscribe(ROUND_TRIP, record);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    unsubscribe(ROUND_TRIP, record);
    har.close();
  };
  return {
    get entries() {
      return har.entries;
    },
    close,
    [Symbol.dispose]: close,
  };
}

function add(
  har: HarFileWriter,
  { startedAtMs, durationMs, method, url, headers, body, response, failure }: ClientRoundTrip,
): void {
  const startedAt = isoWithMicroseconds(startedAtMs);
  har.add({ startedAt, durationMs, request: { method, url, headers, body }, response, failure });
}
