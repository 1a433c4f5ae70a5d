import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'].find(existsSync);

export const hasRedis = program !== undefined;
if (!hasRedis) console.log('No redis-server is installed here: the tests on a real one are skipped.');

export interface RedisServer {
  /** Path of its socket: no port that somebody else could take. */
  readonly path: string;
  /** Holds it without ending it: connections stay open, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a server of its own that keeps nothing, in a folder of its own. */
export async function startRedis(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'));
  const path = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder];
  const server = spawn(program!, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await ready(server);
  return {
    path,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    async stop() {
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function ready(server: ChildProcess): Promise<void> {
  const lines = createInterface({ input: server.stdout! });
  for await (const line of lines) if (line.includes('eady to accept connections')) break;
  // Later output must not fill the pipe.
  server.stdout!.resume();
}
