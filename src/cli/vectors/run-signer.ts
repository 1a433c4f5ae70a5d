import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ArgumentError } from '../../core/errors.js';

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 2 ** 20;
/** Exit codes of a shell for a command that it does not find, or may not run. */
const NOT_STARTED: ReadonlySet<unknown> = new Set([126, 127]);

/**
 * Runs a command of the shell, writes the lines to its standard input and returns the lines that it printed.
 *
 * @throws {ArgumentError} When the command does not start, fails, takes longer than `timeoutMs` (default a minute) or prints more
 * than 1 MiB.
 */
export async function runSigner(
  command: string,
  lines: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<readonly string[]> {
  // A separate process group: a pipe or a script starts more programs, which would live on and hold the output open.
  const detached = process.platform !== 'win32';
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'], detached });
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    endGroup(child, detached);
  };
  const end = (): void => endGroup(child, detached);
  process.once('exit', end);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    if (printed.length > MAX_BYTES) stop('printed more than 1 MiB');
  });
  const timer = setTimeout(() => {
    const got = linesOf(printed).length;
    stop(
      `did not end within ${timeoutMs / 1000} s, after ${got} of ${lines.length} results. It has to end when its input ends`,
    );
  }, timeoutMs);
  // A program that ends before it has read everything is judged by what it printed.
  child.stdin.on('error', () => undefined).end(lines.map((line) => `${line}\n`).join(''));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(timer);
  process.off('exit', end);
  if (code === 0 && stopped === undefined) return linesOf(printed);
  const problem =
    stopped ??
    (NOT_STARTED.has(code)
      ? 'did not start. Give a command of your shell, such as --run "python3 signer.py"'
      : `ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}. Its own messages are above`);
  throw new ArgumentError(`--run: ${command} ${problem}.`, { field: 'run' });
}

const linesOf = (printed: string): readonly string[] => printed.split('\n').filter((line) => line.trim() !== '');

/** Ends a program and what it started. */
function endGroup(child: ChildProcess, isGroup: boolean): void {
  try {
    if (isGroup && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // It has ended already.
  }
}
