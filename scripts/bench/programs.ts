import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Row } from './block.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** Seconds of the self-test for each server that it judges, by its own count. */
export async function selftestRows(): Promise<readonly Row[]> {
  const options = { cwd: root, maxBuffer: 2 ** 26 };
  const args = ['dist/src/cli/main.js', 'conformance', '--mode', 'selftest', '--json'];
  const { stdout } = await run(process.execPath, args, options);
  const { durationMs, servers } = JSON.parse(stdout) as { durationMs: number; servers: readonly unknown[] };
  const value = durationMs / 1000 / servers.length;
  return [{ what: `self-test, for each of ${servers.length} servers`, value, unit: 's', aim: 0.06, atMost: 0.12 }];
}

/** Seconds of `npm run docs` on a build that is fresh. */
export async function docsRows(): Promise<readonly Row[]> {
  const started = performance.now();
  await run('npm', ['run', 'docs'], { cwd: root, maxBuffer: 2 ** 26 });
  const value = (performance.now() - started) / 1000;
  return [{ what: '`npm run docs`', value, unit: 's', aim: 10, atMost: 15 }];
}
