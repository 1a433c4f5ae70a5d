/** The reliability of the list of open orders, as a run has seen it. */
export interface ListHabits {
  /** Every order that had been shown was shown in each later list. */
  readonly isSteady: boolean;
  /** Some orders were looked for, and the first list after each of them had it. */
  readonly isPrompt: boolean;
  readonly showsNames: boolean;
  hasShown(orderId: string): boolean;
  /** An order that was accepted and not cancelled, and whether a list has it. */
  note(orderId: string, isShown: boolean): void;
  noteNames(): void;
}

export function createListHabits(): ListHabits {
  const shown = new Set<string>();
  let late = false;
  let steady = true;
  let named = false;
  return {
    get isSteady() {
      return steady;
    },
    get isPrompt() {
      return steady && !late && shown.size > 0;
    },
    get showsNames() {
      return named;
    },
    noteNames() {
      named = true;
    },
    hasShown: (orderId) => shown.has(orderId),
    note(orderId, isShown) {
      if (isShown) shown.add(orderId);
      else if (shown.has(orderId)) steady = false;
      else late = true;
    },
  };
}
