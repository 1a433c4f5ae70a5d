import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { cannotTell, COLUMNS, type Column, type Findings } from './finding.js';
import type { Peer } from './peer.js';

/** More than all probes of the slowest peer together. */
const BOUND_MS = 90_000;

/**
 * Runs all probes of one peer in a child process. A crash or a hang there costs the columns that were not answered yet,
 * and nothing else.
 */
export async function measure(peer: Peer, certificates: string, loader: string | undefined): Promise<Findings> {
  const child = fork(resolve(import.meta.dirname, 'child.ts'), [peer.name, ...(loader ? [loader] : [])], {
    cwd: resolve(import.meta.dirname, '../..'),
    execArgv: ['--import', 'tsx'],
    // Nothing else of this environment: several peers read keys, base addresses and proxies from it.
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: join(certificates, 'cert.pem'),
      PROBE_KEY: join(certificates, 'key.pem'),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const findings: Findings = {};
  let complaints = '';
  child.on('message', (found: Findings) => Object.assign(findings, found));
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (complaints = (complaints + text).slice(-4_000)));
  const bound = setTimeout(() => child.kill('SIGKILL'), BOUND_MS);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  clearTimeout(bound);
  const thrown = /^\w*Error.*$/m.exec(complaints)?.[0] ?? '';
  const ended = signal === null ? `exit code ${code}` : `killed after ${BOUND_MS / 1000} s`;
  for (const column of Object.keys(COLUMNS) as Column[]) {
    findings[column] ??= cannotTell(`its process ended before this probe (${ended}) ${thrown}`.trim());
  }
  return findings;
}
