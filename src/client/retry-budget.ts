/** Keeps retries a small part of the traffic: in an outage every call fails, and trying each again would triple the load. */
export interface RetryBudget {
  /** Takes a retry, if there is one left. */
  take(): boolean;
  /** A call succeeded. */
  refill(): void;
}

/** Retries that can be made in a row without any success in between. */
const MOST = 10;
/** Part of a retry that each success earns. */
const EARNED = 0.1;

export function createRetryBudget(): RetryBudget {
  let left = MOST;
  return {
    take() {
      if (left < 1) return false;
      left--;
      return true;
    },
    refill() {
      if (left < MOST) left = Math.min(MOST, left + EARNED);
    },
  };
}
