import type { Operation } from '../../generated/operations.js';
import type { Life } from '../transport/transport.js';
import type { ServiceClock } from './clock/clock.js';
import type { Dialect } from './dialect.js';
import type { RequestSignature } from './signing/request-signature.js';

/** One call under way: the input, the request built for it, and the state of its attempt. */
export interface Call extends Life {
  readonly operation: Operation;
  /** Path and query as sent, gateway prefix included. */
  readonly target: string;
  /** The part of the target that is signed. */
  readonly signedTarget: string;
  readonly body: string | undefined;
  readonly signs: boolean;
  /** Milliseconds that must be left of its time when it is sent; 0 where nothing costs money. */
  readonly returnMs: number;
  /** Most JSON values of the body of its response. */
  readonly maxValues: number;
  readonly withoutCode: Dialect['refusalWithoutCode'];
  /** Texts that no error and no log may show, besides those that the signature hides. */
  readonly secrets: readonly string[];
  /** Headers without those of the signature. */
  readonly unsignedHeaders: Readonly<Record<string, string>>;
  /** See SignedRequest. */
  readonly beforeSigning: ((timestampMs: number) => void) | undefined;

  /** 1 for the first attempt. */
  attempt: number;
  /** Number of attempts that followed a failure that may pass. */
  retries: number;
  /** Milliseconds for which the limiter pauses because of the response; 0 when it does not. */
  pauseMs: number;
  /** True when an attempt followed a new measurement of the clock. */
  remeasured: boolean;
  /** `clock.measurements` when the attempt started. */
  measurements: number;
  /** The clock that made X-CH-TS. */
  timeSource: ServiceClock['source'];
  signature: RequestSignature | undefined;
  /** Monotonic times of the attempt: its start, and around the HTTP round trip. */
  startedAtMs: number;
  /** Its start by the other clock. */
  startedWallMs: number;
  sentAtMs: number;
  receivedAtMs: number;
}
