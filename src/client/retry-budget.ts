/** Retries that can be made in a row without a success in between. */
const MAX_IN_A_ROW = 10;
/** Part of a retry that each success earns. */
const EARNED = 0.1;

/** Keeps retries a small part of the traffic. In an outage every call fails, and retrying each would triple the load. */
export class RetryBudget {
  /** Retries that no success has earned back yet. */
  spent = 0;

  /** Takes a retry, if there is one left. */
  take(): boolean {
    if (this.spent > MAX_IN_A_ROW - 1) return false;
    this.spent++;
    return true;
  }

  /** A call succeeded. */
  refill(): void {
    this.spent = Math.max(0, this.spent - EARNED);
  }
}
