import { refuse } from '../../core/argument.js';
import { knownNames } from '../../core/nearest.js';
import type { Clause, Exchange, Progress, Report, Result } from '../model/report-model.js';
import { clauses } from '../model/clauses.js';
import { operations } from '../model/operations.js';
import { withoutSecrets } from '../reports/without-secrets.js';
import { reportOf } from '../run/run-report.js';
import { isDoubledUnasked, isWipedUnasked } from './judge-money.js';
import { hasCalled, type JudgedScene } from './judge-scene.js';
import { lastLine } from './last-printed.js';
import { type Played, playProgram, type PlayOptions } from './play-program.js';
import { type CallerProblem, problem, type ShownProblem } from './problem.js';
import { NOT_STARTED, type ProgramRun } from './run-program.js';
import type { CallerScene } from './scene.js';
import { PROGRAM_SCENES } from './scenes.js';
import { differenceText, type JudgedSigner, judgeSigner } from './signing/judge-signer.js';
import type { CallerCall } from './trace.js';

/** Options of {@link judgeProgram}. */
export interface JudgeProgramOptions extends PlayOptions {
  /** Groups or names of scenes; default all but signing. */
  readonly scenes?: readonly string[] | undefined;
  readonly knownFailures?: readonly string[] | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** The report on a program, and the judgement of each scene. */
export interface JudgedProgram {
  readonly report: Report;
  readonly judgements: readonly JudgedScene[];
  /** The last line of a shell that could not start it; undefined when it ran. */
  readonly notStarted?: string;
}

/** Scenes that are under way at the same time. */
const LANES = 6;
const HEALTHY = 'healthy/create-order';
/** Signs the requests of the vector file; it needs no exchange. */
const SIGNER = { name: 'signing/vectors', title: 'signs each request of the vector file' };
const SIGNER_MS = 60_000;
/** Nothing listens there: a program that reads these at its start goes on. */
const NO_ACCOUNT = { FUTURES_URL: 'http://127.0.0.1:9', FUTURES_API_KEY: 'none', FUTURES_API_SECRET: 'none' };

/** Every scene by name, with its claim. */
export const listScenes = (): readonly Pick<CallerScene, 'name' | 'title'>[] => [SIGNER, ...PROGRAM_SCENES];

const isWanted = (name: string, wanted: readonly string[] = []): boolean =>
  wanted.length === 0 || wanted.some((one) => name === one || name.startsWith(`${one}/`));

/** The scenes whose name or group is among these; all when none is named. */
function selectScenes(wanted: readonly string[] = []): readonly CallerScene[] {
  const stray = wanted.find((one) => !listScenes().some(({ name }) => isWanted(name, [one])));
  if (stray !== undefined) {
    const groups = knownNames(stray, 'groups', [...new Set(listScenes().map(({ name }) => name.split('/')[0]!))]);
    refuse('scenes', `has no scene or group called ${stray} ${groups}; --list has the scenes`);
  }
  return PROGRAM_SCENES.filter(({ name }) => isWanted(name, wanted));
}

/**
 * Puts a program into one scene after the other, each with an exchange of its own, and judges it. A program that prints no word in
 * the healthy scene is judged by wire and book alone.
 */
export async function judgeProgram(command: string, options: JudgeProgramOptions = {}): Promise<JudgedProgram> {
  const { env = process.env, signal, knownFailures = [] } = options;
  const startedMs = Date.now();
  const scenes = selectScenes(options.scenes);
  const results: Result[] = [];
  const finish = (judgements: readonly JudgedScene[], run?: ProgramRun): JudgedProgram => {
    const about = {
      target: { baseUrl: 'sandbox', label: command },
      startedAt: new Date(startedMs).toISOString(),
      durationMs: Date.now() - startedMs,
      calls: judgements.reduce((sum, { trace }) => sum + trace.calls.length, 0),
      ...({ mode: 'caller', seed: 1, clockOffsetMs: null } as const),
    };
    const isWhole = results.some(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    const report = reportOf(about, { results, knownFailures, undecided: [], isWhole, covered: undefined });
    const secrets = judgements.flatMap(({ trace }) => Object.values(trace.credentials));
    const notStarted = run && { notStarted: lastLine(run.printed) };
    return { report: withoutSecrets(report, [...new Set(secrets)]), judgements, ...notStarted };
  };
  // A program that does not sign may not end on these lines.
  if (options.scenes?.some((wanted) => isWanted(SIGNER.name, [wanted]))) {
    const signer = await judgeSigner(command, { timeoutMs: SIGNER_MS, env: { ...NO_ACCOUNT, ...env }, signal });
    if (NOT_STARTED.has(signer.run.end)) return finish([], signer.run);
    results.push(signingResult(signer, Date.now() - startedMs));
  }
  if (scenes.length === 0) return finish([]);
  const play = (scene: CallerScene): Promise<Played> => playProgram(scene, command, options);
  const [healthy] = selectScenes([HEALTHY]);
  // The program when nothing goes wrong is the control of all other scenes.
  const control = await play(healthy!);
  if (NOT_STARTED.has(control.run.end)) return finish([], control.run);
  const judged = new Map<CallerScene, Played>();
  const queue = [...scenes];
  const isStopped = (): boolean => signal?.aborted === true;
  const lane = async (): Promise<void> => {
    for (let scene = queue.shift(); scene !== undefined && !isStopped(); scene = queue.shift()) {
      options.onProgress?.({ done: judged.size, total: scenes.length, current: scene.name });
      const before = [...judged.values()].filter(({ judgement }) => judgement.scene.intent.do === scene.intent.do);
      const isIdle = before.length > 1 && before.every(({ run, judgement }) => run.isLate && !hasCalled(judgement));
      let played = isIdle ? notPlayed(scene, before[0]!) : scene === healthy ? control : await play(scene);
      // On a busy machine the timeout of a program may end before it can read the response. What is ignored is ignored each time.
      for (let more = 0; more < 2 && played.judgement.verdict === 'ignores-a-limit' && !isStopped(); more++)
        played = await play(scene);
      if (isStopped()) return;
      const isMute = [control, played].every((one) => one.judgement.word === undefined);
      const judgement = isMute ? withoutWord(played.judgement, control.judgement) : played.judgement;
      judged.set(scene, { ...played, judgement });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const whole = scenes.flatMap((scene) => judged.get(scene) ?? []);
  results.push(...whole.map(sceneResult));
  return finish(whole.map(({ judgement }) => judgement));
}

/** The scene of a program that does not end, and called nothing in two others of the same intent. */
function notPlayed(scene: CallerScene, { run, judgement }: Played): Played {
  const what = `in ${judgement.scene.name}, the program never called ${scene.operation} and ${run.stopped}`;
  const problems = problem('cannot-tell', `${what}, so that this scene was not played`);
  const trace = { ...judgement.trace, calls: [], printed: '' };
  return { run, durationMs: 0, judgement: { scene, trace, problems, verdict: 'cannot-tell', word: undefined } };
}

/**
 * True when an order has the name that only the intent had, which ends like the key: the program was asked, even if it printed
 * nothing of use.
 */
const hasReadIntent = ({ trace: { calls, asked } }: JudgedScene): boolean =>
  calls.some(({ body }) => body.includes(String(asked['clientOrderId'])));

/** Verdicts on what a program was asked for: one that says nothing was not asked. */
const OF_INTENTS = ['lost', 'wipes', 'invents', 'denies'];

/**
 * A program that says nothing is judged by its requests and by the book: only an order beyond those of the healthy scene is one too
 * many. Where it came into the scene and nothing is wrong with that, it is silent.
 */
function withoutWord(judgement: JudgedScene, control: JudgedScene): JudgedScene {
  const { scene, trace } = judgement;
  const isDoubled = isDoubledUnasked(scene, trace, control.trace);
  const ofOwnOrders = [
    ...OF_INTENTS,
    ...(isDoubled ? [] : ['doubled']),
    ...(hasCalled(judgement) ? ['cannot-tell'] : []),
  ];
  const isOut = new Set(hasReadIntent(control) ? ['lost'] : ofOwnOrders);
  // It may mean all orders each time.
  const isWiped = isWipedUnasked(trace, control.trace);
  const problems = judgement.problems.flatMap((one): readonly ShownProblem[] => {
    if (!isOut.has(one.verdict) || one.always === true) return [one];
    return isWiped && one.verdict === 'wipes' && one.assumes !== undefined ? [{ ...one, verdict: 'cannot-tell' }] : [];
  });
  return { ...judgement, problems, verdict: problems[0]?.verdict ?? 'silent' };
}

const ONE_INTENT: Clause = {
  kind: 'caller',
  quote: 'A program does what it was asked once, and says what became of it.',
};

/** The address of a scene in reports. */
export const idOf = ({ name }: Pick<CallerScene, 'name'>): string => `caller/${name}`;

type About = Pick<Result, 'verdict' | 'clause' | 'durationMs'> & Partial<Result>;

function resultOf(scene: Pick<CallerScene, 'name' | 'title'>, about: About): Result {
  const [operationId] = about.operations ?? [];
  const effect = operationId === undefined ? 'read' : operations[operationId].effect;
  const own = { id: idOf(scene), title: scene.title, family: 'CALLER', effect } as const;
  return { ...own, operations: [], premises: [], exchanges: [], ...about };
}

function signingResult({ silent, differences }: JudgedSigner, durationMs: number): Result {
  const about = { clause: clauses.signature, premises: ['signing.composition'], durationMs } as const;
  if (silent !== undefined)
    return resultOf(SIGNER, { ...about, verdict: 'cannot-tell', reason: `as a signer: ${silent}` });
  const [first, ...others] = differences;
  if (first === undefined) return resultOf(SIGNER, { ...about, verdict: 'pass' });
  const reason = differenceText(first, others);
  return resultOf(SIGNER, { ...about, verdict: 'fail', reason, observed: differences });
}

function sceneResult({ judgement, durationMs }: Played): Result {
  const { scene, verdict, problems, trace } = judgement;
  const [first] = problems;
  const about = { clause: first?.clause ?? ONE_INTENT, operations: [scene.operation], durationMs, observed: verdict };
  if (first === undefined) return resultOf(scene, { ...about, verdict: 'pass' });
  const reason = problems.map(problemText).join(' ');
  const exchanges = trace.calls.map((call) => exchangeOf(call, first.call));
  return resultOf(scene, { ...about, verdict: verdict === 'cannot-tell' ? verdict : 'fail', reason, exchanges });
}

/** A problem in full sentences. */
const problemText = ({ verdict, text, advice = '', assumes }: CallerProblem): string =>
  [`${verdict}: ${text}.`, advice, assumes && `Assumed: ${assumes}`].filter(Boolean).join(' ');

function exchangeOf(call: CallerCall, deciding: CallerCall | undefined): Exchange {
  const { atMs, method, target, headers, body, operationId, response } = call;
  const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  return {
    ...{ operationId, startedAt: new Date(atMs).toISOString(), durationMs: 0 },
    request: { method, url: target, headers: sent, body: body === '' ? undefined : body, signingString: undefined },
    response: { status: response.status, headers: Object.entries(response.headers), body: response.body },
    ...(call === deciding && { deciding: true as const }),
  };
}
