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
   * `sent`: it may have arrived, and the response proves nothing; `unknown`: looking it up did not prove anything either.
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

/** A part of a journal that cannot be read. */
export interface DamagedLine {
  readonly line: number;
  /** Its first 1000 characters. */
  readonly text: string;
  /**
   * - `cut`: the last line when the journal was opened, cut off by a crash: nothing was sent after it;
   * - `damaged`: not what was written; an order in it may be at the service;
   * - `missing`: lines are gone before this one.
   *
   * Left out is as good as `damaged`.
   */
  readonly kind?: 'cut' | 'damaged' | 'missing';
}

/** What a journal holds. */
export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** What cannot be read. Anything that is not `cut` has to be looked at by a person: it may have been an order. */
  readonly damaged: readonly DamagedLine[];
}

/** An intent without a final result. */
export interface OpenIntent {
  readonly intent: JournalIntent;
  /** The last thing that is known of it. */
  readonly last?: JournalResult | undefined;
  /** Whether something behind it is damaged, so that its final result may have been there. */
  readonly isDoubtful: boolean;
}

/** What a journal has left open. */
export interface OpenContent {
  /** In the order in which they were written. */
  readonly open: readonly OpenIntent[];
  readonly damaged: readonly DamagedLine[];
}

/**
 * Where one process keeps intents so that a crash loses none of them. For several processes: {@link SharedJournal}.
 *
 * `append` has to be durable when it ends (a file: fsync), because the order is sent right after. Two orders at a time
 * append at the same time.
 */
export interface Journal {
  append(entry: JournalEntry): Promise<void> | void;
  read(): Promise<JournalContent> | JournalContent;
  /** The open intents, where they can be found without holding everything in memory. `recover` prefers it. */
  readOpen?(): Promise<OpenContent> | OpenContent;
}

/** The right to find out what becomes of one intent, for as long as the lease lasts and no other process has claimed it. */
export interface JournalClaim {
  readonly intent: JournalIntent;
  /** The last thing that is known of it. */
  readonly last?: JournalResult | undefined;
  /** Grows by one with each owner. What an earlier owner writes is refused. */
  readonly fence: number;
}

/**
 * Where several processes keep intents at the same time. Each intent has one owner, whose lease it has to renew; when the
 * lease has run out, one other process may claim it.
 *
 * Every method is one atomic and durable step of the store, judged by the clock of the store. `describeJournal` of
 * `futures-trading-client/journal/testing` proves a store.
 */
export interface SharedJournal {
  /** How long a lease lasts, milliseconds. Other processes wait so long before they look after the orders of a crashed one. */
  readonly leaseMs: number;
  /**
   * Inserts an intent, owned from now on by this journal object. Undefined, and nothing is inserted, when there is one with
   * the same id, or one with the same clientOrderId that is open or was accepted.
   */
  insert(intent: JournalIntent): Promise<JournalClaim | undefined>;
  /** Makes the lease last `leaseMs` from now; false when the claim is not held any more, or the intent has a final result. */
  renew(claim: JournalClaim): Promise<boolean>;
  /**
   * Writes a result; false, and nothing is written, when the claim is not held any more. A final result closes the intent.
   * `unknown` ends the lease: any process may claim the intent next.
   */
  write(claim: JournalClaim, result: JournalResult): Promise<boolean>;
  /** Claims the oldest open intent whose lease has run out, except these ids; undefined when there is none. */
  claim(except: readonly string[]): Promise<JournalClaim | undefined>;
  /** How many intents are open under a lease that has not run out, this process's own included. */
  countLeased(): Promise<number>;
}

/** A journal of one process, or one that several processes share. */
export type OrderJournal = Journal | SharedJournal;

export const isShared = (journal: OrderJournal): journal is SharedJournal =>
  typeof (journal as Partial<SharedJournal>).claim === 'function';
