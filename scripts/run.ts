import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** A command that ended with another exit code than 0; the message is what it printed. */
export class CommandFailed extends Error {}

/** Runs a tool of node_modules/.bin (or any command on the path) and returns what it printed. */
export async function run(command: string, args: readonly string[], cwd = root): Promise<string> {
  const path = `${resolve(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  const child = spawn(command, args, { cwd, env: { ...process.env, PATH: path, REDOCLY_TELEMETRY: 'off' } });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((done, failed) => child.on('error', failed).on('close', done));
  if (code !== 0) throw new CommandFailed(`${command} ${args.join(' ')}\n${output}`);
  return output;
}
