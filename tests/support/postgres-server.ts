import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';

const VERSIONS = '/usr/lib/postgresql';
const folders = existsSync(VERSIONS) ? readdirSync(VERSIONS).map((version) => join(VERSIONS, version, 'bin')) : [];
const bin = folders.find((folder) => existsSync(join(folder, 'initdb')));

export const hasPostgres = bin !== undefined;
if (!hasPostgres) console.log('No Postgres is installed here: the tests on a real one are skipped.');

export interface PostgresServer {
  /** Folder of its socket, for `host`: no port that another program could take. */
  readonly host: string;
  readonly user: 'postgres';
  /** Connections of the test, which end with the server. */
  readonly pool: Pool;
  stop(): Promise<void>;
}

/** Starts a server of its own in a folder of its own, as another user where this one is root: Postgres refuses root. */
export async function startPostgres(): Promise<PostgresServer> {
  const host = mkdtempSync(join(tmpdir(), 'pg-'));
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  if (isRoot) chownSync(host, 65_534, 65_534);
  const data = join(host, 'data');
  const options = { ...identity, cwd: host, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } } as const;
  execFileSync(join(bin!, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...options,
    stdio: 'ignore',
  });
  const server = spawn(
    join(bin!, 'postgres'),
    ['-D', data, '-k', host, '-c', 'listen_addresses=', '-c', 'max_connections=60'],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await ready(server);
  const user = 'postgres';
  const pool = new Pool({ host, user, database: 'postgres', max: 8 });
  return {
    ...{ host, user, pool },
    async stop() {
      await pool.end();
      server.kill('SIGQUIT');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(host, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess): Promise<void> {
  let text = '';
  for await (const chunk of server.stderr!.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('ready to accept connections')) break;
  }
  if (server.exitCode !== null) throw new Error(`Postgres did not start: ${text}`);
  server.stderr!.resume();
}
