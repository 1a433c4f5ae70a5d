import type { Clause, Finding } from '../model/report-model.js';
import { broken, holds } from '../findings/check.js';
import type { ClaimFinding } from '../judges/claim-finding.js';
import type { Reading } from '../call/answer.js';
import type { TimeSpan } from '../judges/time-span.js';
import type { Calls, ObservedCall } from './recording-model.js';

/** The finding of one check, and the calls that show it; of a failure, the last one decides. */
export interface CheckFinding {
  readonly finding: Finding;
  readonly calls: Calls;
  readonly times: number;
  /** The stronger of two findings stays. */
  readonly weight: number;
  /** Every call that was looked at for it, for the coverage. */
  readonly judged: Set<ObservedCall>;
}

/** Collects what the recorded calls show, by the address of the check. What does not hold once does not hold. */
export class Findings {
  readonly #found = new Map<string, CheckFinding>();
  readonly #suspicions = new Map<string, readonly TimeSpan[]>();

  get(id: string): CheckFinding | undefined {
    return this.#found.get(id);
  }

  isBroken(id: string): boolean {
    return this.#found.get(id)?.finding.outcome === 'broken';
  }

  broken(id: string, problem: string, calls: Calls, clause?: Clause): void {
    this.put(id, broken(problem, undefined, clause), calls);
  }

  /** @param judged Every call in which it holds, where that is more than those to show. */
  holds(id: string, calls: Calls, judged: Calls = calls): void {
    this.put(id, holds(), calls, judged);
  }

  /** The recording has what the check is about, and does not decide it. */
  cannotTell(id: string, reason: string, calls: Calls = []): void {
    this.put(id, { outcome: 'cannot-tell', reason }, calls);
  }

  /** Records that something looks broken, and may be the fault of the recording program: nothing else makes it hold. */
  doubt(id: string, reason: string, calls: Calls): void {
    this.put(id, { outcome: 'cannot-tell', reason }, calls, calls, DOUBT);
  }

  /** A problem that a call which was not recorded would explain is broken when it happens at two separate times. */
  suspect(id: string, problem: string, calls: Calls, span: TimeSpan): void {
    const earlier = this.#suspicions.get(id) ?? [];
    const isSeparate = earlier.every(({ fromMs, toMs }) => toMs <= span.fromMs || fromMs >= span.toMs);
    if (isSeparate) this.#suspicions.set(id, [...earlier, span]);
    if (earlier.length + Number(isSeparate) >= ENOUGH) this.broken(id, problem, calls);
    else this.doubt(id, `${problem}: once, and a call that was not recorded would explain it`, calls);
  }

  /** Takes in the word of a judge of traces. */
  take(found: readonly ClaimFinding[], recorded: Calls): void {
    const byReading = new Map<Reading, ObservedCall>(recorded.map((call) => [call.reading, call]));
    for (const { id, finding, shows, span } of found) {
      const calls = shows.map((reading) => byReading.get(reading)!);
      if (span !== undefined && finding.outcome === 'broken') this.suspect(id, finding.problem, calls, span);
      else this.put(id, finding, calls);
    }
  }

  put(id: string, finding: Finding, calls: Calls, also: Calls = calls, weight = WEIGHT[finding.outcome]): void {
    const before = this.#found.get(id);
    const isStronger = before === undefined || weight > before.weight;
    const judged = before?.judged ?? new Set();
    if (finding.outcome === 'holds' || finding.outcome === 'broken') for (const call of also) judged.add(call);
    if (isStronger) this.#found.set(id, { finding, calls, times: 1, judged, weight });
    else if (before.weight === weight && isAlike(before.finding, finding))
      this.#found.set(id, { ...before, times: before.times + 1 });
  }
}

/** True for the same problem, of other orders or records. */
function isAlike(one: Finding, other: Finding): boolean {
  const textOf = (finding: Finding): string =>
    finding.outcome === 'broken' ? finding.problem.replaceAll(/\d+/g, '') : finding.outcome;
  return textOf(one) === textOf(other);
}

/** Number of times, so that one lost call does not explain them. */
const ENOUGH = 2;

/** More than what holds elsewhere, and less than what is broken. */
const DOUBT = 2.5;

const WEIGHT: Readonly<Record<Finding['outcome'], number>> = {
  broken: 3,
  holds: 2,
  seen: 2,
  'cannot-tell': 1,
  'not-applicable': 1,
  'not-run': 0,
};
