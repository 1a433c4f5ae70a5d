import type { IncomingMessage } from 'node:http';
import { decodeBody, MAX_BODY_BYTES } from './decode-body.js';
import type { HarRoundTrip } from './har-entry.js';
import { toPairs } from './header-pairs.js';
import { onPassed } from './passing-body.js';
import { isoWithMicroseconds, wallClockMs } from './wall-clock.js';

/** A request as it was handed to `node:http`. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** Names and values by turns. */
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Takes what comes back. What it is told after the end of the response, or of the failure, changes nothing. */
export interface RoundTripRecorder {
  received(incoming: IncomingMessage): void;
  failed(failure: string): void;
}

/** Starts to look on, as a request goes out. Changes nothing on the way, and tells what it saw. */
export function recordRoundTrip(request: OutgoingRequest, tell: (roundTrip: HarRoundTrip) => void): RoundTripRecorder {
  const startedAt = isoWithMicroseconds(wallClockMs());
  const begun = performance.now();
  let isTold = false;
  const end = (response: HarRoundTrip['response'], failure?: string): void => {
    if (isTold) return;
    isTold = true;
    const { method, url, headers, body } = request;
    const text = body.length === 0 ? undefined : body.toString('utf8');
    const times = { startedAt, durationMs: Math.round((performance.now() - begun) * 1000) / 1000 };
    try {
      tell({ ...times, request: { method, url, headers: toPairs(headers), body: text }, response, failure });
    } catch {
      // A subscriber must not break a call that costs money.
    }
  };
  return {
    received(incoming) {
      // Longer ones are kept as far as this: a download has no end.
      onPassed(incoming, MAX_BODY_BYTES, (bytes) => {
        const headers = toPairs(incoming.rawHeaders);
        const body = unpack(bytes, incoming.headers['content-encoding']);
        end({ status: incoming.statusCode ?? 0, headers, body });
      });
    },
    failed: (failure) => end(undefined, failure),
  };
}

/** The text of a body without its content coding; what cannot be unpacked stays as it is. */
export function unpack(bytes: Buffer, encoding: string | undefined): string {
  try {
    return decodeBody(bytes, encoding);
  } catch {
    return bytes.toString('latin1');
  }
}
