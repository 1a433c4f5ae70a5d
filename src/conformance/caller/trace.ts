import { signingHeaders } from '../../../generated/names.js';
import type { OperationId } from '../model/operations.js';
import type { Intent } from './intent.js';
import type { Spoiled } from './scene.js';

/** One request of the program, with its response: all that a judge sees of the wire. */
export interface CallerCall {
  /** Milliseconds since the epoch, by the program's clock. */
  readonly atMs: number;
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly operationId: OperationId | undefined;
  /** True when the exchange did what was asked. */
  readonly acted: boolean;
  /** Calls that came before this one got its response: they were on their way. */
  readonly overtakenBy?: number;
  /** True when the scene broke this call. */
  readonly isTroubled: boolean;
  /** Code of the exchange's own refusal, and its reason in words. */
  readonly refused?: { readonly code: string; readonly why: string } | undefined;
  /** The response as it was written; the wire may have lost it. */
  readonly response: Pick<Spoiled, 'status' | 'headers' | 'body'>;
}

/** The value of one of the three signing headers. */
export const signingHeader = ({ headers }: Pick<CallerCall, 'headers'>, name: keyof typeof signingHeaders) =>
  headers[signingHeaders[name].toLowerCase()];

/** An order of the program in the book of the exchange. */
export interface BookOrder {
  readonly id: string;
  readonly clientOrderId: string;
  readonly contract: string;
  readonly isOpen: boolean;
  readonly isCancelled: boolean;
  /** The ids of the orders of the program that stood when this one came. */
  readonly beside: readonly string[];
  /** Everything that the program asked for, but its id: two orders with the same terms may be one order sent twice. */
  readonly terms: string;
}

/** Everything that one scene showed. */
export interface CallerTrace {
  /** The input of the intent, as the program was given it. */
  readonly asked: Intent['input'];
  readonly calls: readonly CallerCall[];
  /** Orders that the program placed, in order of arrival. */
  readonly placed: readonly BookOrder[];
  /** Orders that were there before, which the program was not asked to touch. */
  readonly others: readonly BookOrder[];
  /** Ids that a read has to find. */
  readonly known: readonly string[];
  /** Requests to another origin than the one that the program was given. */
  readonly elsewhere: readonly Pick<CallerCall, 'method' | 'target' | 'headers'>[];
  /** Everything that the program printed or threw. */
  readonly printed: string;
  readonly credentials: { readonly apiKey: string; readonly apiSecret: string };
}
