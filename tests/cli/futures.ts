import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, onTestFinished, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runProgram } from '../../src/cli/program.js';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/index.js';
import { limitBuy } from '../support/orders.js';

const OURS = ['FUTURES_URL', 'FUTURES_API_KEY', 'FUTURES_API_SECRET'];

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
  const rest = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.includes(name)));
  const child = spawn(command, args, { env: { ...rest, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += chunk));
  const ended = once(child, 'close').then(([code]) => {
    expectNoSecrets(output, env);
    return { code: code as number | null, ...output };
  });
  return { child, ended };
}

export const startFutures = (args: readonly string[], env?: Environment): Running =>
  start(process.execPath, [main, ...args], env);

/** Starts the command line as it is shipped, and waits until it has printed what is looked for. */
export async function startUntil(printed: RegExp, args: readonly string[], env?: Environment) {
  const { child, ended } = startFutures(args, env);
  let text = '';
  child.stdout!.on('data', (chunk) => (text += chunk));
  while (!printed.test(text)) await once(child.stdout!, 'data');
  return { child, ended, output: () => text, find: (pattern: RegExp): string => pattern.exec(text)![1]! };
}

/** Runs the command line of the sources in this process, without a terminal: a hundred times as fast as one of its own. */
export async function futures(args: readonly string[], env: Environment = {}): Promise<Ended> {
  const { argv, exitCode } = process;
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[name], 'write').mockImplementation((chunk: Uint8Array | string, ...rest: unknown[]) => {
      output[name] += String(chunk);
      const written = rest.at(-1);
      if (typeof written === 'function') process.nextTick(written);
      return true;
    });
  }
  for (const name of OURS) vi.stubEnv(name, env[name]);
  const terminal = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY');
  Object.defineProperty(process.stdin, 'isTTY', { value: false, configurable: true });
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  try {
    await runProgram(args, manifest.version);
    expectNoSecrets(output, env);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    Object.assign(process, { argv, exitCode });
    if (terminal === undefined) Reflect.deleteProperty(process.stdin, 'isTTY');
    else Object.defineProperty(process.stdin, 'isTTY', terminal);
    for (const name of ['stdout', 'stderr'] as const) vi.mocked(process[name].write).mockRestore();
    vi.unstubAllEnvs();
  }
}

function expectNoSecrets({ stdout, stderr }: Omit<Ended, 'code'>, env: Environment): void {
  for (const name of ['FUTURES_API_KEY', 'FUTURES_API_SECRET']) {
    const secret = env[name] ?? '';
    if (secret.length >= 8) expect(stdout + stderr).not.toContain(secret);
  }
}

/** Field by field, as options. */
export function toOptions(input: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(input).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

/** The command line of a limit order that stays open on a sandbox. */
export const ORDER = ['call', 'createOrder', ...toOptions({ ...limitBuy, price: '60000.10', volume: 1 })];

export const CREDENTIALS = { apiKey: 'test-key-0123456789', apiSecret: 'test-secret-0123456789' };

export const environment = (url: string, { apiKey, apiSecret } = CREDENTIALS): Environment => ({
  FUTURES_URL: url,
  FUTURES_API_KEY: apiKey,
  FUTURES_API_SECRET: apiSecret,
});

/** A sandbox that listens until the test ends, the operations it was called for, and the environment to call it in. */
export async function listen(options: SandboxOptions = {}) {
  const calls: string[] = [];
  const sandbox = createSandbox({ ...options, onCall: ({ operationId }) => calls.push(operationId ?? 'none') });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return { sandbox, env: environment(server.url, sandbox.credentials), calls };
}
