import { createServer } from 'node:http';
import type { SandboxOptions } from '../../sandbox/index.js';
import { noteEnd } from './last-printed.js';
import { finalWords, readWords } from './intent.js';
import { type JudgedScene, judgeScene } from './judge-scene.js';
import { type ProgramRun, type RunningProgram, runProgram } from './run-program.js';
import type { CallerScene } from './scene.js';
import { createStage, type Stage, TOO_MANY } from './stage.js';

/** A scene with a program in it. */
export interface Played {
  readonly judgement: JudgedScene;
  /** The last run of the program. */
  readonly run: ProgramRun;
  readonly durationMs: number;
}

/** Options of {@link playProgram}. */
export interface PlayOptions {
  /** Milliseconds that one run of the program may take. Default 20000. */
  readonly timeoutMs?: number | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Ends the programs under way. */
  readonly signal?: AbortSignal | undefined;
  /** The ways of a server that was measured (`twinOptions`). Default: those of the sandbox. */
  readonly twin?: SandboxOptions | undefined;
}

/**
 * Starts an exchange on a free port of this machine, and a program that finds it in FUTURES_URL, FUTURES_API_KEY and
 * FUTURES_API_SECRET; then judges what it sent, what stands in the book, and what it said.
 */
export async function playProgram(scene: CallerScene, command: string, options: PlayOptions): Promise<Played> {
  const { timeoutMs = 20_000, env = process.env, signal, twin } = options;
  const startMs = performance.now();
  const other = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    stage.elsewhere({ method, target: url, headers: headers as Readonly<Record<string, string>> });
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  // Another name is another host, and the signed headers must not go there.
  const { port } = other.address() as { port: number };
  const stage = await createStage(scene, `http://localhost:${port}`, twin);
  const server = await stage.sandbox.listen();
  const { apiKey, apiSecret } = stage.sandbox.credentials;
  const account = { FUTURES_URL: server.url, FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret };
  // For names of files, which a program may print, as it may not print its key.
  const name = { FUTURES_SCENE: apiKey.slice(-8) };
  const lines = stage.intents.map((intent) => JSON.stringify(intent));
  const isDone = (stdout: string): boolean => finalWords(stdout, 0).length >= lines.length;
  const around = { timeoutMs, env: { ...env, ...account, ...name }, signal, isDone };
  const start = (): RunningProgram => {
    const run = runProgram(command, lines, around);
    const { onTooMany } = stage;
    stage.onTooMany = () => {
      onTooMany();
      run.kill(TOO_MANY);
    };
    return run;
  };
  try {
    const runs = await play(scene, start, stage);
    const printed = runs.map((run) => (run.stopped === undefined ? run.printed : noteEnd(run.printed, run.stopped)));
    const lastWords = runs.map(({ stdout }) => readWords(stdout).at(-1));
    const words = scene.next === undefined ? lastWords : finalWords(runs[0]!.stdout, lines.length);
    const judgement = judgeScene(scene, stage.trace(printed.join('\n')), words);
    return { judgement, run: runs.at(-1)!, durationMs: Math.round(performance.now() - startMs) };
  } finally {
    await server.close();
    other.close();
    other.closeAllConnections();
  }
}

async function play({ runs }: CallerScene, start: () => RunningProgram, stage: Stage): Promise<readonly ProgramRun[]> {
  if (runs === 'pair') return Promise.all([start().ended, start().ended]);
  if (runs !== 'restart') return [await start().ended];
  const first = start();
  stage.onReached = () => first.kill('was ended in the middle, for the scene');
  const cut = await first.ended;
  stage.onReached = () => undefined;
  return [cut, await start().ended];
}
