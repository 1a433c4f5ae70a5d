import type { Arbitrary } from 'fast-check';
import { asNone, broken, decidedBy, decidingCall, Found, holds, shown } from './check.js';
import type { Finding } from '../model/report-model.js';

export type FastCheck = typeof import('./fast-check.js');

/** A claim about every input of a kind. */
export interface Property<Case> {
  /** Tells the properties of a check apart: each draws its own inputs. */
  readonly name: string;
  readonly cases: (fc: FastCheck) => Arbitrary<Case>;
  /** Number of inputs to try. */
  readonly runs: number;
}

export interface Search<Case> {
  readonly properties: readonly Property<Case>[];
  /** Tries one input: `broken` is a counterexample, and any error that is thrown ends the search. */
  readonly test: (input: Case) => Promise<Finding>;
  /** The seed of the run, and the address of the check: together they decide what is drawn. */
  readonly seed: number;
  readonly id: string;
  /** Calls beyond the runs, to make a counterexample smaller; one more repeats it. Default 30. */
  readonly shrinks?: number;
  /** Milliseconds that only go forward. */
  readonly clock?: () => number;
}

/** No further input is tried after this, milliseconds. */
const WALL_MS = 5000;

/**
 * Looks for an input that breaks a claim, the properties in turn, and makes it as small as it can be. Bounded in inputs
 * and in time, also while shrinking. The same seed draws the same inputs. The last input tried is the one that is reported.
 */
export async function search<Case>(what: Search<Case>): Promise<Finding> {
  const fc = await import('./fast-check.js');
  const { properties, test, seed, id, shrinks = 30, clock = () => performance.now() } = what;
  const until = clock() + WALL_MS;
  let tried = 0;
  for (const { name, cases, runs } of properties) {
    const drawn = seedOf(`${seed} ${id} ${name}`);
    const known = new Map<string, Finding>();
    let left = runs;
    let last: string | undefined;
    let found: { readonly input: Case; readonly finding: Finding } | undefined;
    let ended: { readonly by: unknown } | undefined;

    const holdsFor = async (input: Case): Promise<boolean> => {
      const key = JSON.stringify(input);
      const before = known.get(key);
      if (before !== undefined) return before.outcome !== 'broken';
      if (left <= 0 || ended !== undefined || clock() > until) return true;
      left--;
      tried++;
      try {
        const finding = await test(input);
        known.set((last = key), finding);
        if (finding.outcome !== 'broken') return true;
        if (found === undefined) left = shrinks;
        found = { input, finding };
        return false;
      } catch (error) {
        // A smaller input that shows nothing is not a counterexample; the one before it still is.
        if (found === undefined || !(error instanceof Found)) ended = { by: error };
        last = undefined;
        return true;
      }
    };

    const { counterexamplePath } = await fc.check(fc.asyncProperty(cases(fc), holdsFor), {
      seed: drawn,
      numRuns: runs,
    });
    if (ended !== undefined) throw (ended as { readonly by: unknown }).by;
    if (found === undefined) continue;
    const { input, finding } = found as { readonly input: Case; readonly finding: Finding };
    // The counterexample once more, so that the evidence ends with it; its outcome takes nothing back.
    const repeated = last === JSON.stringify(input) ? finding : await test(input).catch(asNone);
    const problem = 'problem' in finding ? finding.problem : '';
    const { clause } = { clause: undefined, ...finding };
    const { isShown } = { isShown: undefined, ...finding };
    const whole = broken(
      problem,
      { smallest: input, seed, path: `${name}:${drawn}:${counterexamplePath}`, tried },
      clause,
    );
    const call = decidingCall(repeated ?? finding) ?? decidingCall(finding);
    const decided = call === undefined ? whole : decidedBy(whole, { sent: call });
    return isShown === true ? shown(decided) : decided;
  }
  return holds({ tried, seed });
}

/** FNV-1a: texts that differ give seeds that differ. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}
