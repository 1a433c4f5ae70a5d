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
}

/** A program under way. */
export interface RunningProgram {
  readonly ended: Promise<ProgramRun>;
  /** Ends it, and everything that it started, at once. */
  kill(why: string): void;
}

const MAX_BYTES = 2 ** 20;
/** Exit codes of a shell for a command that it does not find, or may not run. */
export const NOT_STARTED: ReadonlySet<unknown> = new Set([126, 127]);

/**
 * Runs a command of the shell, writes the lines to its standard input, and ends that. The command is ended with its children after
 * `timeoutMs`, after it has printed 1 MiB, and together with this process.
 */
export function runProgram(
  command: string,
  lines: readonly string[],
  { timeoutMs, env }: { readonly timeoutMs: number; readonly env?: NodeJS.ProcessEnv },
): RunningProgram {
  // A group of its own: a pipe or a script starts more programs, which would live on and hold the output open.
  const detached = process.platform !== 'win32';
  const child = spawn(command, { shell: true, stdio: 'pipe', detached, ...(env && { env }) });
  let stopped: string | undefined;
  let stdout = '';
  let printed = '';
  const kill = (why: string): void => {
    stopped ??= why;
    endGroup(child, detached);
  };
  const onExit = (): void => endGroup(child, detached);
  process.once('exit', onExit);
  const timer = setTimeout(() => kill(`did not end within ${timeoutMs / 1000} s`), timeoutMs);
  const take = (chunk: string): void => {
    printed += chunk;
    if (printed.length > MAX_BYTES) kill('printed more than 1 MiB');
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    take(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', take);
  // A program that ends before it has read everything is judged by what it printed.
  child.stdin.on('error', () => undefined).end(lines.map((line) => `${line}\n`).join(''));
  const ended = once(child, 'close').then(([code, signal]: (number | string | null)[]): ProgramRun => {
    clearTimeout(timer);
    process.off('exit', onExit);
    return { stdout, printed, end: code ?? signal ?? 'ended', stopped };
  });
  return { ended, kill };
}

/** Ends a program and what it started. */
function endGroup(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}
