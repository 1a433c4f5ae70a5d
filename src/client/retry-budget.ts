/** Successes that earn one retry. Whole numbers: twenty times 0.1 is not exactly 2. */
const PRICE = 10;
/** Retries that can be made in a row without a success in between. */
const MAX_IN_A_ROW = 10;

/** Keeps retries a small part of the traffic. In an outage every call fails, and retrying each would triple the load. */
export class RetryBudget {
  /** Successes that are still owed for the retries made. */
  spent = 0;

  /** Takes a retry, if there is one left. */
  take(): boolean {
    if (this.spent > (MAX_IN_A_ROW - 1) * PRICE) return false;
    this.spent += PRICE;
    return true;
  }

  /** A call succeeded. */
  refill(): void {
    this.spent = Math.max(0, this.spent - 1);
  }
}
