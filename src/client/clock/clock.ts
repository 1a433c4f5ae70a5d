/** Options of {@link ServiceClock.sync}: how long this caller waits. */
export interface SyncOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. Default: as long as the calls may take. */
  readonly timeoutMs?: number | undefined;
}

/** The clock of the service as far as this client knows it. */
export interface ServiceClock {
  /** Service time minus this machine's, in milliseconds: the middle of what is possible. 0 before the first measurement. */
  readonly offsetMs: number;
  /** Half the width of what is possible, in milliseconds; Infinity before the first measurement. */
  readonly uncertaintyMs: number;
  /** The source of the offset. */
  readonly source: 'none' | 'date-header' | 'time';
  /** Number of jumps of the local clock that were noticed. */
  readonly jumps: number;
  /** The value that X-CH-TS would have now. */
  timestampMs(): number;
  /** Bounds of the service's time now; minus and plus Infinity before the first measurement. */
  bounds(): { readonly earliestMs: number; readonly latestMs: number };
  /**
   * Measures the offset now, by one to three getServerTime calls; concurrent callers share one measurement.
   *
   * @throws {FuturesError} (by a promise) When getServerTime fails, or the signal is aborted.
   */
  sync(options?: SyncOptions): Promise<void>;
}
