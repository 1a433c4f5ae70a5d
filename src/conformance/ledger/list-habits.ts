/** The reliability of the list of open orders, as a run has seen it. */
export class ListHabits {
  readonly #shown = new Set<string>();
  #isLate = false;
  /** Every order that had been shown was shown in each later list. */
  isSteady = true;
  /** True once a list has shown clientOrderIds. */
  showsNames = false;

  /** Some orders were looked for, and the first list after each of them had it. */
  get isPrompt(): boolean {
    return this.isSteady && !this.#isLate && this.#shown.size > 0;
  }

  hasShown(orderId: string): boolean {
    return this.#shown.has(orderId);
  }

  /** An order that was accepted and not cancelled, and whether a list has it. */
  note(orderId: string, isShown: boolean): void {
    if (isShown) this.#shown.add(orderId);
    else if (this.#shown.has(orderId)) this.isSteady = false;
    else this.#isLate = true;
  }
}
