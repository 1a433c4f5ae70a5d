import type { FaultKind } from '../../sandbox/index.js';
import type { OperationId } from '../model/operations.js';
import type { Intent } from './intent.js';

/** A response as the exchange would write it, and as the scene writes it. */
export interface Spoiled {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly written?: 'silent' | 'twice';
}

/** The way in which the first calls of one operation go wrong. */
export interface Trouble {
  readonly on: OperationId;
  /** Calls that pass before. Default 0. */
  readonly after?: number;
  /** Calls that it strikes. Default 1. */
  readonly times?: number;
  /** A fault of the sandbox … */
  readonly fault?: FaultKind;
  /** … or another response, after the effect or instead of it. `elsewhere` is an origin that is not the service. */
  readonly spoil?: { readonly acts: boolean; response(own: Spoiled, elsewhere: string): Spoiled };
}

/** One situation that a program is put in, and what it is asked to do there. */
export interface CallerScene {
  /** `lost-response/reset-after`: group and name. */
  readonly name: string;
  /** A claim about the program. */
  readonly title: string;
  readonly intent: Intent;
  /** Intents that follow in the same run. */
  readonly next?: readonly Intent[];
  /** The operation that the intent is about. */
  readonly operation: OperationId;
  readonly trouble?: Trouble;
  /** The response to the first lookup after the order. */
  readonly lookup?: (own: Spoiled) => Spoiled;
  /** The responses to all others, too: what became of the order cannot be known. */
  readonly isHidden?: true;
  /** Milliseconds for which lookups do not show an order that is new. */
  readonly lagMs?: number;
  /** The operation whose list never shows a new order. */
  readonly lacks?: OperationId;
  /** Milliseconds by which the service's clock is ahead of the program's; `jump`: from the second call on. */
  readonly clock?: { readonly aheadMs: number; readonly jump?: true };
  /** The order that is to be cancelled is filled when the cancel comes. */
  readonly fills?: true;
  /** Every page of a history is the first one. */
  readonly repeatsPages?: true;
  /** Records on a page of a history, however many are asked for. */
  readonly pageSize?: string;
  /** Orders on the book beforehand: one to cancel, others to leave alone. */
  readonly hasOrders?: true;
  /** `restart`: ended at the first call of the operation, and started again. `pair`: two programs at once. */
  readonly runs?: 'restart' | 'pair';
}
