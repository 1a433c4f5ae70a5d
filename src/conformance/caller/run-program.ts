import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program that has ended. */
export interface ProgramRun {
  readonly stdout: string;
  /** Both outputs, in the order in which they came. */
  readonly printed: string;
  /** Its exit code, or the signal that ended it. */
  readonly end: number | string;
  /** Why it was ended; undefined when it ended by itself. */
  readonly stopped: string | undefined;
  /** True when it was ended because its time was over. */
  readonly isLate: boolean;
}

/** Options of {@link runProgram}. */
export interface RunOptions {
  readonly timeoutMs: number;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
  /** True once the output says everything: a program that stays is then ended. */
  readonly isDone?: (stdout: string) => boolean;
}

/** Why a program was ended that took longer than it may. */
export const lateAfter = (timeoutMs: number): string => `did not end within ${timeoutMs / 1000} s`;

/** Milliseconds that a program may take to end after it has said everything, and its output to be read after it was ended. */
const GRACE_MS = 1000;

/** A program under way. */
export type RunningProgram = ReturnType<typeof runProgram>;

/** A group for each: a pipe or a script starts more programs, which would live on and hold the output open. */
const HAS_GROUPS = process.platform !== 'win32';
/** Programs under way, which end with this process. */
const underWay = new Set<ChildProcess>();
const endAll = (): void => underWay.forEach(endGroup);

/** Characters of an output that are kept, half of them from its beginning: the outcome stands at the end. */
const KEPT = 2 ** 20;

/** Cut once it is twice as long: to cut costs as much as what is kept. */
const withoutMiddle = (text: string): string =>
  text.length < 2 * KEPT ? text : `${text.slice(0, KEPT / 2)}\n${text.slice(-KEPT / 2)}`;

/** Exit codes of a shell for a command that it does not find, or may not run. */
export const NOT_STARTED: ReadonlySet<unknown> = new Set([126, 127]);

/**
 * Runs a command of the shell, writes the lines to its standard input, and ends that. The command is ended with its children after
 * `timeoutMs`, and together with this process. Of an output above 2 MiB the middle is dropped.
 */
export function runProgram(command: string, lines: readonly string[], { timeoutMs, env, signal, isDone }: RunOptions) {
  const child = spawn(command, { shell: true, stdio: 'pipe', detached: HAS_GROUPS, env });
  let stopped: string | undefined;
  let stdout = '';
  let printed = '';
  let grace: NodeJS.Timeout | undefined;
  let drain: NodeJS.Timeout | undefined;
  /** Ends it, and everything that it started, at once. */
  const kill = (why: string): void => {
    stopped ??= why;
    endGroup(child);
    // Its output is read to the end. A program that it started in another group may hold that open.
    drain ??= setTimeout(() => [child.stdout, child.stderr].forEach((output) => output.destroy()), GRACE_MS);
  };
  const stop = (): void => kill('was interrupted');
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  if (underWay.size === 0) process.once('exit', endAll);
  underWay.add(child);
  const timer = setTimeout(() => kill(lateAfter(timeoutMs)), timeoutMs);
  const take = (chunk: string): void => {
    printed = withoutMiddle(printed + chunk);
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout = withoutMiddle(stdout + chunk);
    take(chunk);
    // A word ends so; to look at all of a long output again and again takes long.
    if (chunk.includes('}') && isDone?.(stdout) === true)
      grace ??= setTimeout(() => kill('had printed its outcome'), GRACE_MS);
  });
  child.stderr.setEncoding('utf8').on('data', take);
  // A program that ends before it has read everything is judged by what it printed.
  child.stdin.on('error', () => undefined).end(lines.map((line) => `${line}\n`).join(''));
  const ended = once(child, 'close').then(([code, endedBy]: (number | string | null)[]): ProgramRun => {
    clearTimeout(timer);
    clearTimeout(grace);
    clearTimeout(drain);
    signal?.removeEventListener('abort', stop);
    // It may have left others in its group.
    endGroup(child);
    underWay.delete(child);
    if (underWay.size === 0) process.off('exit', endAll);
    return { stdout, printed, end: code ?? endedBy ?? 'ended', stopped, isLate: stopped === lateAfter(timeoutMs) };
  });
  return { ended, kill };
}

/** Ends a program and what it started. */
function endGroup(child: ChildProcess): void {
  try {
    if (HAS_GROUPS && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}
