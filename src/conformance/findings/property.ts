import { asNone, type Broken, decidedBy, decidingCall, holds } from './check.js';
import type { Finding } from '../model/report-model.js';

/** Draws a whole number from 0 up to one that it does not reach. */
export type Random = (below: number) => number;

/** A claim about every input of a kind. */
export interface Property<Case> {
  /** Tells the properties of a check apart: each draws its own inputs. */
  readonly name: string;
  readonly cases: (random: Random) => readonly Case[];
}

export interface Search<Case> {
  readonly properties: readonly Property<Case>[];
  /** Tries one input: `broken` is a counterexample, and any error that is thrown ends the search. */
  readonly test: (input: Case) => Promise<Finding>;
  readonly smaller: (input: Case) => readonly Case[];
  /** The seed of the run, and the address of the check: together they decide what is drawn. */
  readonly seed: number;
  readonly id: string;
  /** Calls beyond the cases, to make a counterexample smaller; one more repeats it. Default 30. */
  readonly shrinks?: number;
  readonly clock?: () => number;
}

/** No further input is tried after this, milliseconds. */
const WALL_MS = 5000;

/**
 * Looks for an input that breaks a claim, the properties in turn, and makes it as small as it can be. Bounded in inputs
 * and in time, also while shrinking. The same seed draws the same inputs. The last input tried is the one that is reported.
 */
export async function search<Case>(what: Search<Case>): Promise<Finding> {
  const { properties, test, smaller, seed, id, shrinks = 30, clock = () => performance.now() } = what;
  const until = clock() + WALL_MS;
  const known = new Set<string>();
  let tried = 0;
  let last: Case | undefined;
  const isBroken = async (input: Case): Promise<Broken | undefined> => {
    tried++;
    last = input;
    const finding = await test(input);
    return finding.outcome === 'broken' ? finding : undefined;
  };

  for (const { name, cases } of properties)
    for (const input of cases(randomOf(`${seed} ${id} ${name}`))) {
      const key = JSON.stringify(input);
      if (known.has(key) || clock() > until) continue;
      known.add(key);
      let finding = await isBroken(input);
      if (finding === undefined) continue;
      let smallest = input;
      let open = smaller(input);
      for (let left = shrinks; left > 0 && open.length > 0 && clock() <= until; left--) {
        const [candidate, ...others] = open as readonly [Case, ...Case[]];
        // One that says nothing is not a counterexample.
        const again = await isBroken(candidate).catch(asNone);
        if (again !== undefined) [smallest, finding] = [candidate, again];
        open = again === undefined ? others : smaller(candidate);
      }
      // The counterexample once more, so that the evidence ends with it; its outcome takes nothing back.
      const repeated = last === smallest ? undefined : await isBroken(smallest).catch(asNone);
      const call = (repeated && decidingCall(repeated)) ?? decidingCall(finding);
      return decidedBy({ ...finding, observed: { smallest, seed, tried } }, { sent: call });
    }
  return holds({ tried, seed });
}

/** FNV-1a: texts that differ give seeds that differ. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash | 0;
}

/** Numbers that follow from a text: the hash of the text and of their place. */
export function randomOf(text: string): Random {
  let place = 0;
  // The last bits of the hash follow the last characters too closely.
  return (below) => (seedOf(`${place++} ${text}`) >>> 8) % below;
}
