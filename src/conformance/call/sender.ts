import type { Exchange } from '../model/report-model.js';
import type { RawCall } from './raw-call.js';

export type TargetResponse = NonNullable<Exchange['response']>;

export interface Sender {
  /** Sends one call, once; throws when no complete response comes. */
  send(call: RawCall): Promise<TargetResponse>;
  close(): void;
}

export interface SenderOptions {
  readonly baseUrl: URL;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}
