import { PagingError } from '../core/errors.js';
import type { History, Page } from './page.js';
import type { PagingDirection } from './paging-direction.js';
import { findEnd, type HistoryMark, readAfter } from './read-after.js';

/** The part of a history's state that a token keeps. */
export interface TailState extends HistoryMark {
  readonly direction?: PagingDirection | undefined;
}

/** Two reads far apart may both meet a replica that lags behind. */
const MIN_FAILURES = 3;

/** Records of a history beyond its mark. */
export interface TailRead<T> {
  readonly page: Page<T>;
  /** Why records may be missing before this page, once that is certain. */
  readonly gap?: string;
}

/**
 * The end of one history, read from where it was left. A page that does not show the record at which the last one ended may come
 * from a replica that lags behind; it is a gap when that lasts.
 */
export class HistoryTail<T> {
  readonly #history: History<T>;
  readonly #patienceMs: number;
  /** Reads in a row that did not meet the mark. */
  #failures: { readonly sinceMs: number; count: number } | undefined;
  #isBroken = false;
  /** The record of the mark, once it is certain that the history does not have it any more. */
  #gone: string | undefined;
  state: TailState;

  constructor(history: History<T>, patienceMs: number, state: TailState = {}) {
    this.#history = history;
    this.#patienceMs = patienceMs;
    this.state = state;
  }

  /** Begins at the newest record. */
  async start(): Promise<void> {
    const { direction, mark } = await findEnd(this.#history);
    this.state = { ...mark, direction };
  }

  /** Undefined when nothing can be told yet. What is beyond the mark comes again until the mark is moved. */
  async read(nowMs: number): Promise<TailRead<T> | undefined> {
    let problem: string;
    try {
      const { page, direction, isMet } = await readAfter(this.#history, this.state.direction, this.state);
      this.state = { ...this.state, direction };
      if (isMet) {
        this.#failures = undefined;
        this.#isBroken = false;
        return { page };
      }
      if (this.#gone === this.state.held) return { page };
      if (!this.#isOver(nowMs)) return undefined;
      this.#failures = undefined;
      this.#gone = this.state.held;
      return { page, gap: `the record ${this.#gone}, at which it was left, is not in it any more` };
    } catch (error) {
      if (!(error instanceof PagingError)) throw error;
      problem = error.message;
    }
    if (!this.#isOver(nowMs)) return undefined;
    // The service may page in another way by now.
    this.state = { ...this.state, direction: undefined };
    const isNews = !this.#isBroken;
    this.#isBroken = true;
    return isNews ? { page: [], gap: problem } : { page: [] };
  }

  /** Moves the mark to a record: all before it have been told. */
  moveTo(held: string): void {
    const from = this.state.held;
    this.state = { ...this.state, held, from };
  }

  #isOver(nowMs: number): boolean {
    const failures = (this.#failures ??= { sinceMs: nowMs, count: 0 });
    return ++failures.count >= MIN_FAILURES && nowMs - failures.sinceMs >= this.#patienceMs;
  }
}
