import type { HeaderPairs } from './header-pairs.js';

/**
 * Name of the channel of `node:diagnostics_channel` on which the client publishes whole round trips, body and headers included. It
 * costs nothing while there is no subscriber.
 */
export const ROUND_TRIP = 'futures-trading-client:round-trip';

/** One round trip of the client: what went out, and what came back. The headers hold key and signature. */
export interface ClientRoundTrip {
  readonly operationId: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body: string | undefined;
  /** Undefined when no complete response came; `failure` says why. Key, secret and signature are blanked out in it. */
  readonly response: { readonly status: number; readonly headers: HeaderPairs; readonly body: string } | undefined;
  readonly failure: string | undefined;
}
