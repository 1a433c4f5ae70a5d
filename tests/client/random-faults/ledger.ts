import { FuturesError, type Outcome } from '../../../src/core/errors.js';

export type Report = 'accepted' | Outcome;

const OUTCOMES: ReadonlySet<unknown> = new Set<Outcome>(['not-sent', 'rejected', 'unknown']);

interface Held {
  readonly orders: readonly (readonly [id: string, order: { readonly clientOrderId: string }])[];
  readonly conditions: readonly (readonly [
    id: string,
    condition: { readonly order: { readonly clientOrderId?: string } },
  ])[];
}

/** Faults that must never happen, and the claim that each of them breaks. */
export const CLAIMS = {
  'sent twice': 'no order is sent twice',
  untyped: 'no error is untyped',
  unsettled: 'no promise is unsettled after its deadline',
  'listeners left': 'no listener is left on a signal',
  'sockets left': 'no connection is left with an abandoned request',
  'held, and not reported so': 'every order that the sandbox holds was reported as accepted or unknown',
  'reported accepted, and not held': 'every order that was reported as accepted is there',
} as const;
export type Problem = keyof typeof CLAIMS;

/** The reports to callers, compared with the state of the sandbox. */
export class Ledger {
  /** The reports on each order, by clientOrderId. */
  readonly #reports = new Map<string, Report>();
  readonly reports = new Map<Report, number>();
  /** The number of failed calls by class of error. */
  readonly classes = new Map<string, number>();
  readonly problems: [problem: Problem, details: string][] = [];

  accepted(clientOrderId: string | undefined): void {
    this.#note('accepted', clientOrderId);
  }

  failed(error: unknown, clientOrderId: string | undefined): void {
    if (error instanceof FuturesError && OUTCOMES.has(error.outcome)) {
      this.classes.set(error.name, (this.classes.get(error.name) ?? 0) + 1);
      this.#note(error.outcome, clientOrderId);
    } else {
      this.problem('untyped', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  problem(problem: Problem, details: string): void {
    this.problems.push([problem, details]);
  }

  #note(report: Report, clientOrderId: string | undefined): void {
    this.reports.set(report, (this.reports.get(report) ?? 0) + 1);
    if (clientOrderId !== undefined) this.#reports.set(clientOrderId, report);
  }

  /** Compares with the state of the sandbox when nothing is on its way any more; returns how many orders it holds. */
  compare(snapshot: unknown): number {
    const { orders, conditions } = snapshot as Held;
    const held = new Map<string, number>();
    for (const id of [
      ...orders.map(([, { clientOrderId }]) => clientOrderId),
      ...conditions.map(([, { order }]) => order.clientOrderId),
    ]) {
      // The orders of the house have none.
      if (id !== undefined && id !== '') held.set(id, (held.get(id) ?? 0) + 1);
    }
    for (const [id, count] of held) {
      const report = this.#reports.get(id);
      if (count > 1) this.problem('sent twice', `${id}: held ${count} times`);
      if (report !== 'accepted' && report !== 'unknown') {
        this.problem('held, and not reported so', `${id}: reported ${report}`);
      }
    }
    for (const [id, report] of this.#reports) {
      if (report === 'accepted' && !held.has(id)) this.problem('reported accepted, and not held', id);
    }
    return held.size;
  }
}
