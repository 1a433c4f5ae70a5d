import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.js';

/** The command line as it is shipped. */
export const main = resolve(import.meta.dirname, '../../dist/src/cli/main.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export type Environment = Readonly<Record<string, string>>;

/** Starts a program with nothing of this machine's settings; whatever it prints is searched for the secrets it was given. */
export function start(command: string, args: readonly string[], env: Environment = {}): Running {
  const { FUTURES_URL: _url, FUTURES_API_KEY: _key, FUTURES_API_SECRET: _secret, ...rest } = process.env;
  const child = spawn(command, args, { env: { ...rest, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += chunk));
  const ended = once(child, 'close').then(([code]) => {
    for (const name of ['FUTURES_API_KEY', 'FUTURES_API_SECRET']) {
      const secret = env[name] ?? '';
      if (secret.length >= 8) expect(output.stdout + output.stderr).not.toContain(secret);
    }
    return { code: code as number | null, ...output };
  });
  return { child, ended };
}

export const startFutures = (args: readonly string[], env?: Environment): Running =>
  start(process.execPath, [main, ...args], env);

/** Runs a command line without a terminal. */
export function futures(args: readonly string[], env?: Environment): Promise<Ended> {
  const { child, ended } = startFutures(args, env);
  child.stdin!.end();
  return ended;
}

/** Field by field, as options. */
export function toOptions(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

export const CREDENTIALS = { apiKey: 'test-key-0123456789', apiSecret: 'test-secret-0123456789' };

/** What the environment of a command line has to hold. */
export const environment = (url: string, { apiKey, apiSecret } = CREDENTIALS): Environment => ({
  FUTURES_URL: url,
  FUTURES_API_KEY: apiKey,
  FUTURES_API_SECRET: apiSecret,
});

/** A sandbox that listens until the test ends, the operations it was called for, and the environment to call it in. */
export async function listen(): Promise<{ sandbox: Sandbox; env: Environment; calls: string[] }> {
  const calls: string[] = [];
  const sandbox = createSandbox({ onCall: ({ operationId }) => calls.push(operationId ?? 'none') });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, env: environment(server.url, sandbox.credentials), calls };
}
