/** What is written before an order is sent. */
export interface JournalIntent {
  /** Version of the entry. */
  readonly v: 1;
  readonly type: 'intent';
  /** Identifier of the intent; its results carry the same. */
  readonly id: string;
  readonly clientOrderId: string;
  /** The described fields of the order, each as its exact text. Never a header, never a credential. */
  readonly input: Readonly<Record<string, string>>;
  /** What X-CH-TS would have been then, milliseconds. */
  readonly timestampMs: number;
  /** Service time minus this machine's then, milliseconds; 0 when it had not been measured. */
  readonly offsetMs: number;
  /** The service's time then was at least this, milliseconds; null when it had not been measured. */
  readonly earliestMs: number | null;
}

/** What became of an intent. `sent` and `unknown` leave it open. */
export interface JournalResult {
  readonly v: 1;
  readonly type: 'result';
  readonly id: string;
  readonly clientOrderId: string;
  /**
   * `sent`: it may have arrived, and the answer proves nothing; `unknown`: looking it up did not prove anything either.
   * The other four are final.
   */
  readonly outcome: 'sent' | 'accepted' | 'rejected' | 'not-sent' | 'absent' | 'unknown';
  /** What X-CH-TS would have been when this was written, milliseconds. */
  readonly timestampMs: number;
  readonly orderId?: string;
  /** The highest X-CH-TS that the request can have carried, milliseconds; known once the call has ended. */
  readonly carriedAtMostMs?: number;
}

export type JournalEntry = JournalIntent | JournalResult;

/** What a journal holds. */
export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** Lines that are no entries: mostly the one that a crash cut off. An intent among them was never sent. */
  readonly damaged: readonly { readonly line: number; readonly text: string }[];
}

/**
 * Where intents are kept so that a crash loses none of them.
 *
 * `append` has to be durable when it ends (a file: fsync), because the order is sent right after. Two orders at a time
 * append at the same time.
 */
export interface Journal {
  append(entry: JournalEntry): Promise<void> | void;
  read(): Promise<JournalContent> | JournalContent;
}
