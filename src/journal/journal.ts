/** The entry that is written before an order is sent. */
export interface JournalIntent {
  /** Version of the entry. */
  readonly v: 1;
  readonly type: 'intent';
  /** Identifier of the intent; its results carry the same. */
  readonly id: string;
  readonly clientOrderId: string;
  /**
   * A digest of the base URL and the API key. An intent without one may be of any account: it is looked up, and never called
   * absent.
   */
  readonly account?: string;
  /** A digest of the headers that were added, which may choose a sub-account; left out: none. */
  readonly headers?: string;
  /** The described fields of the order, each as its exact text. Never a credential. */
  readonly input: Readonly<Record<string, string>>;
  /** The value that X-CH-TS would have had then, milliseconds. */
  readonly timestampMs: number;
  /** Service time minus this machine's then, milliseconds; 0 when it had not been measured. */
  readonly offsetMs: number;
  /** The service's time then was at least this, milliseconds; null when it had not been measured. */
  readonly earliestMs: number | null;
}

/** The end of an intent. `sent` and `unknown` leave it open. */
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
  /** The value that X-CH-TS would have had when this was written, milliseconds; of a further `unknown`, that of the first. */
  readonly timestampMs: number;
  /** Of an order that is not accepted: what the response told of, which proves nothing; `?` is a success without an id. */
  readonly orderId?: string;
  /** The highest X-CH-TS that the request can have carried, milliseconds; known once the call has ended. */
  readonly carriedAtMostMs?: number;
}

export type JournalEntry = JournalIntent | JournalResult;

/** A part of a journal that cannot be read. */
export interface DamagedLine {
  /** Number of the line, or of the row of a table (its `sequence`). */
  readonly line: number;
  /** Its first 1000 characters. */
  readonly text: string;
  /**
   * - `cut`: the last line when the journal was opened, cut off by a crash: nothing was sent after it;
   * - `damaged`: not what was written; an order in it may be at the service;
   * - `missing`: lines are gone before this one.
   *
   * Left out means `damaged`.
   */
  readonly kind?: 'cut' | 'damaged' | 'missing';
}

/** The content of a journal. */
export interface JournalContent {
  readonly entries: readonly JournalEntry[];
  /** The parts that cannot be read. Anything that is not `cut` has to be looked at by a person: it may have been an order. */
  readonly damaged: readonly DamagedLine[];
}

/** An intent without a final result. */
export interface OpenIntent {
  readonly intent: JournalIntent;
  /** The last thing that is known of it. */
  readonly last?: JournalResult | undefined;
  /** True when something behind it is damaged, so that its final result may have been there. */
  readonly isDoubtful: boolean;
}

/** An order that a journal holds under a clientOrderId: open, or accepted. */
export interface KnownOrder {
  /** Undefined when the journal cannot tell what the order was, or whether there was one. */
  readonly intent?: JournalIntent | undefined;
  /** Why it cannot. */
  readonly why?: string;
  /** The last thing that is known of it. */
  readonly last?: JournalResult | undefined;
}

/** The open part of a journal. */
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
  /**
   * The orders under a clientOrderId that are open or were accepted, as {@link SharedJournal.find} has them. Where it is missing,
   * `read` is searched.
   */
  find?(clientOrderId: string, accounts?: readonly string[]): Promise<readonly KnownOrder[]> | readonly KnownOrder[];
  /**
   * Called right before an order is signed, with the id of its intent. A wrapper passes it on; without it, all clients of a program
   * need the same journal object.
   *
   * @throws {JournalError} When another process may use the journal by now, or the intent has a result: another client has begun
   *   to look it up. The order is not sent.
   */
  assertHeld?(id: string): void;
}

/** The right to find out what becomes of one intent, for as long as the lease lasts and no other process has claimed it. */
export interface JournalClaim {
  readonly intent: JournalIntent;
  /** The last thing that is known of it. */
  readonly last?: JournalResult | undefined;
  /** Grows by one with each owner. What an earlier owner writes is refused. */
  readonly fence: number;
}

/** An open intent that cannot be read. It may have been an order. */
export interface UnreadableIntent {
  /** Names it in {@link ClaimFilter.except}; its own id may be damaged. */
  readonly id: string;
  readonly damaged: DamagedLine;
}

/** Names the intents that may be claimed. */
export interface ClaimFilter {
  /** Ids of intents that are not wanted. */
  readonly except: readonly string[];
  /** Accounts whose intents are wanted; the empty text stands for intents without an account. */
  readonly accounts: readonly string[];
  /** Left out: any. */
  readonly clientOrderId?: string | undefined;
}

/** Number of intents of a journal that are open and not for the caller. */
export interface OpenCount {
  /** Under a lease that has not run out, this process's own included, and of these accounts. */
  readonly leased: number;
  /** Orders of any other account, under a lease or not. */
  readonly otherAccounts: number;
}

/**
 * Where several processes keep intents at the same time. Each intent has one owner, whose lease it has to renew; when the
 * lease has run out, one other process may claim it.
 *
 * Every method is one atomic and durable step of the store, judged by the clock of the store. `describeJournal` of
 * `futures-trading-client/journal/testing` proves a store.
 */
export interface SharedJournal {
  /** Length of a lease, milliseconds. Other processes wait this long before they look after the orders of a crashed one. */
  readonly leaseMs: number;
  /**
   * Inserts an intent, owned from now on by this journal object. Undefined, and nothing is inserted, when there is one with
   * the same id, or one of the same account with the same clientOrderId that is open or was accepted.
   */
  insert(intent: JournalIntent): Promise<JournalClaim | undefined>;
  /**
   * The orders under a clientOrderId that are open or were accepted, of these accounts (named as in {@link ClaimFilter}) or, when
   * that is left out, of all: at most one of each.
   */
  find(clientOrderId: string, accounts?: readonly string[]): Promise<readonly KnownOrder[]>;
  /** Makes the lease last `leaseMs` from now; false when the claim is not held any more, or the intent has a final result. */
  renew(claim: JournalClaim): Promise<boolean>;
  /**
   * Writes a result; false, and nothing is written, when the claim is not held any more. A final result closes the intent.
   * `unknown` ends the lease: any process may claim the intent next.
   */
  write(claim: JournalClaim, result: JournalResult): Promise<boolean>;
  /** Claims the oldest of the intents that are wanted and open and whose lease has run out; undefined when there is none. */
  claim(wanted: ClaimFilter): Promise<JournalClaim | UnreadableIntent | undefined>;
  /** Counts what is open and not for a caller that works for these accounts, named as in {@link ClaimFilter}. */
  countOpen(accounts: readonly string[]): Promise<OpenCount>;
  /** Called before each signature. @throws {JournalError} When another process would not find the intent any more. */
  assertInPlace?(): void;
}

/** A clock that was set back by more since a lease was taken ends that lease, for its owner and for all others. */
export const MOST_SET_BACK_MS = 1000;

/** The details that a person may give when settling an open order. */
export interface SettleOptions {
  readonly orderId?: string | undefined;
  /** Needed where several accounts have an open order under the clientOrderId. */
  readonly account?: string | undefined;
}

/** A journal whose open orders can be settled by a person who knows what became of them. */
export interface SettlingJournal {
  /**
   * Writes down what became of an open order, on your word: look at the service first. An order that is there and is settled
   * as `absent` may be sent a second time.
   *
   * @throws {ArgumentError} (by the promise) When no order under the clientOrderId is open, or several accounts have one.
   * @throws {JournalError} (by the promise) With reason `lease` while a process works on the order.
   */
  settle(clientOrderId: string, outcome: 'accepted' | 'absent', options?: SettleOptions): Promise<void>;
}

/** A journal of one process, or one that several processes share. */
export type OrderJournal = Journal | SharedJournal;

export const isUnreadable = (claim: JournalClaim | UnreadableIntent | undefined): claim is UnreadableIntent =>
  claim !== undefined && 'damaged' in claim;

export const isShared = (journal: OrderJournal): journal is SharedJournal =>
  typeof (journal as Partial<SharedJournal>).claim === 'function';
