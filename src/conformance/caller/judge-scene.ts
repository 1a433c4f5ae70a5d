import type { Word } from './intent.js';
import { judgeLimits } from './judge-limits.js';
import { judgeMoney } from './judge-money.js';
import { judgeRequests } from './judge-requests.js';
import { judgeSecrets } from './judge-secrets.js';
import { lastPrinted } from './last-printed.js';
import type { CallerProblem, ShownProblem } from './problem.js';
import { type CallerVerdict, GRAVEST_FIRST } from '../model/caller-verdicts.js';
import type { CallerScene } from './scene.js';
import type { CallerTrace } from './trace.js';

/** The verdict on a program in one scene. */
export interface CallerJudgement {
  readonly verdict: CallerVerdict;
  /** Everything that keeps the scene from being right or honest, the gravest first. */
  readonly problems: readonly CallerProblem[];
  /** The last word of the program; undefined where it gave none. */
  readonly word: Word | undefined;
}

/** The same with what it rests on. */
export interface JudgedScene extends CallerJudgement {
  readonly scene: CallerScene;
  readonly problems: readonly ShownProblem[];
  readonly trace: CallerTrace;
}

/**
 * Judges one scene from what was seen alone. Sends nothing and waits for nothing.
 *
 * @param words One word for each run of the program.
 */
export function judgeScene(scene: CallerScene, trace: CallerTrace, words: readonly (Word | undefined)[]): JudgedScene {
  const judged = [
    ...judgeMoney(scene, trace, words),
    ...judgeSecrets(trace),
    ...judgeLimits(scene, trace),
    ...judgeRequests(trace),
  ];
  // A scene that the program never came into says nothing but about its requests.
  const ofRequests = judged.filter(({ verdict }) => OF_REQUESTS.has(verdict));
  const problems = hasCalled({ scene, trace }) ? judged : [...ofRequests, notReached(scene, trace)];
  const sorted = GRAVEST_FIRST.flatMap((verdict) => problems.filter((one) => one.verdict === verdict));
  const word = words.at(-1);
  const verdict = sorted[0]?.verdict ?? (word?.outcome === 'unknown' && scene.isHidden !== true ? 'honest' : 'right');
  return { scene, verdict, problems: sorted, word, trace };
}

/** True when the program called what its scene is about. */
export const hasCalled = ({ scene, trace }: Pick<JudgedScene, 'scene' | 'trace'>): boolean =>
  trace.calls.some(({ operationId }) => operationId === scene.operation);

const OF_REQUESTS: ReadonlySet<string> = new Set(['breaks-the-contract', 'leaks', 'wipes', 'invents']);

function notReached({ operation, intent }: CallerScene, trace: CallerTrace): ShownProblem {
  const isWhole = intent.do === 'cancelContractOrders';
  const text = `the program never called ${operation}${isWhole ? ' without orderId' : ''}, so that nothing was put in its way${lastPrinted(trace)}`;
  return { verdict: 'cannot-tell', text };
}
