import { execFile } from 'node:child_process';
import type { CallLog } from 'futures-trading-client/sandbox';
import type { SampleCall } from './call.js';
import type { SampleExchange } from './exchange.js';
import type { StartProgram } from './kits.js';

export interface Ended {
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

/**
 * Runs one sample on a separate sandbox, over HTTP, and returns what it printed: only after the sandbox has said that
 * it was asked for this operation, once, that signature and input were in order, and that what it keeps has changed
 * exactly where the operation changes something. Undefined when the sandbox does not know the operation yet.
 *
 * @throws {Error} With what the program and the sandbox said.
 */
export async function runSample(
  start: StartProgram,
  call: SampleCall,
  exchange: SampleExchange,
): Promise<string | undefined> {
  const log: CallLog[] = [];
  // A process may take its time on a busy machine.
  const sandbox = exchange.open(call.operation, { window: { behindMs: 60_000 }, onCall: (entry) => log.push(entry) });
  await using listening = await sandbox.listen();
  const before = JSON.stringify(kept(sandbox.snapshot()));
  const { apiKey, apiSecret } = sandbox.credentials;
  const credentials = call.isSigned ? { FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret } : {};
  const ended = await runProgram(start, { FUTURES_URL: listening.url, ...credentials });
  // Our client sends a read that was answered with 501 more than once.
  if (log.length > 0 && log.every(({ refused }) => refused === 'no route')) return undefined;
  const fault = faultOf(call, ended, log, JSON.stringify(kept(sandbox.snapshot())) !== before);
  if (fault === undefined) return ended.stdout.trimEnd();
  throw new Error([fault, ended.stderr.trim(), ended.stdout.trim()].filter((text) => text !== '').join('\n'));
}

function faultOf(
  { operation: { operationId, effect } }: SampleCall,
  { exitCode, stdout, stderr }: Ended,
  log: readonly CallLog[],
  hasChanged: boolean,
): string | undefined {
  const [first] = log;
  if (first?.refused !== undefined) {
    return `the sandbox refused it: ${[first.refused, ...(first.mistakes ?? [])].join(', ')}`;
  }
  const called = log.map((entry) => entry.operationId ?? entry.target).join(', ');
  if (called !== operationId) return `it is to call ${operationId} once, and called: ${called || 'nothing'}`;
  if (exitCode !== 0) return `it ended with exit code ${exitCode}`;
  if (stderr !== '') return 'it complained';
  if (stdout.trim() === '') return 'it printed no response';
  if (hasChanged !== (effect !== 'read')) return `the exchange has ${hasChanged ? '' : 'not '}changed`;
  return undefined;
}

/** All that a sandbox keeps, apart from what passes with time. */
const kept = (snapshot: unknown): unknown => ({ ...(snapshot as object), nowMs: 0 });
