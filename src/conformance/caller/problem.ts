import type { Clause } from '../model/report-model.js';
import type { CallerCall } from './trace.js';

/** Verdicts on a program in one scene, the gravest first. */
export const CALLER_VERDICTS = {
  doubled: 'places an order twice',
  leaks: 'gives away key, secret or signature',
  wipes: 'cancels orders that it was not asked to cancel',
  denies: 'denies what was done, or what is there',
  lost: 'forgets an order of an earlier run',
  invents: 'says what is not so, or does what it was not asked',
  'ignores-a-limit': 'goes on calling where it has to stop',
  'breaks-the-contract': 'sends a request that the service document does not allow',
  'cannot-tell': 'said nothing that can be judged',
  silent: 'sends nothing wrong, and prints no outcome',
  honest: 'says that it does not know',
  right: 'says what happened',
} as const;

export type CallerVerdict = keyof typeof CALLER_VERDICTS;
export const GRAVEST_FIRST = Object.keys(CALLER_VERDICTS) as readonly CallerVerdict[];

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
