import type { CallerVerdict } from '../model/caller-verdicts.js';
import type { Clause } from '../model/report-model.js';
import type { CallerCall } from './trace.js';

/** One thing that a program does wrong in one scene. */
export interface CallerProblem {
  readonly verdict: CallerVerdict;
  /** The facts, with the lines of wire and book that show them. */
  readonly text: string;
  /** The next step for the owner of the program. */
  readonly advice?: string | undefined;
  /** The assumption that this rests on, where the service document is silent. */
  readonly assumes?: string | undefined;
  /** The row or sentence of the service document that a request breaks. */
  readonly clause?: Clause | undefined;
}

/** The same with the call that shows it. */
export interface ShownProblem extends CallerProblem {
  readonly call?: CallerCall | undefined;
  /** True where it is also wrong of a program that was asked for nothing. */
  readonly always?: true;
}

/** One problem, for the list of a judge. */
export const problem = (
  verdict: CallerVerdict,
  text: string,
  advice?: string,
  more: Omit<ShownProblem, 'verdict' | 'text' | 'advice'> = {},
): readonly ShownProblem[] => [{ verdict, text, advice, ...more }];
