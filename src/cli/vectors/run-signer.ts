import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ArgumentError } from '../../core/errors.js';

const TIMEOUT_MS = 60_000;
const MAX_BYTES = 2 ** 20;
/** What a shell says of a command that it does not find, or may not run. */
const NOT_STARTED: ReadonlySet<unknown> = new Set([126, 127]);

/**
 * Runs a command of the shell, writes the lines to its standard input and returns the lines that it printed.
 *
 * @throws {ArgumentError} When the command does not start, fails, takes longer than a minute or prints more than 1 MiB.
 */
export async function runSigner(command: string, lines: readonly string[]): Promise<readonly string[]> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'], timeout: TIMEOUT_MS });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
    if (printed.length > MAX_BYTES) child.kill();
  });
  // A program that ends before it has read everything is judged by what it printed.
  child.stdin.on('error', () => undefined).end(lines.map((line) => `${line}\n`).join(''));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (code === 0) return printed.split('\n').filter((line) => line.trim() !== '');
  const problem = NOT_STARTED.has(code)
    ? 'did not start. Give a command of your shell, such as --run "python3 signer.py"'
    : `ended with ${signal === null ? `exit code ${code}` : `signal ${signal}: it may take a minute and print 1 MiB`}. Its own messages are above`;
  throw new ArgumentError(`--run: ${command} ${problem}.`, { field: 'run' });
}
