import { execFile } from 'node:child_process';
import type { StartProgram } from '../../../scripts/docs/samples/kits.js';

interface Ended {
  readonly exitCode: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program with nothing of this machine's FUTURES_… variables but what it is given, and no proxy in between. */
export function runProgram(
  [command, ...args]: StartProgram,
  given: Readonly<Record<`FUTURES_${string}`, string>>,
): Promise<Ended> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('FUTURES_')));
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { env: { ...env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...given }, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ exitCode: error === null ? 0 : (error.code ?? String(error.signal)), stdout, stderr }),
    );
  });
}
