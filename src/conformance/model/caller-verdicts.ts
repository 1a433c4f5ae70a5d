import type { Result } from './report-model.js';

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

/** Scenes, or their results, by verdict: the gravest first, and none that is empty. */
export const byVerdict = <T>(scenes: readonly T[], verdictOf: (scene: T) => unknown) =>
  GRAVEST_FIRST.flatMap((verdict) => {
    const found = scenes.filter((scene) => verdictOf(scene) === verdict);
    return found.length === 0 ? [] : [{ verdict, found }];
  });

/** True for the result on the signatures of a program, which has no scene. */
export const isOfSignatures = ({ operations }: Result): boolean => operations.length === 0;

/** The verdict on a program that a result of a report holds; that on its signatures is none of these. */
export const callerVerdictOf = ({ observed }: Result): unknown => observed;

/** The results on a program, counted: by verdict, and that on its signatures by itself. */
export const countsOfProgram = (results: readonly Result[]): readonly (readonly [string, number])[] => [
  ...byVerdict(results, callerVerdictOf).map(({ verdict, found }) => [verdict, found.length] as const),
  ...results.filter(isOfSignatures).map(({ id, verdict }) => [`${id}: ${verdict}`, 1] as const),
];
