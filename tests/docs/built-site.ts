import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import buildPackage from '../support/build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is that all tests of this run read. */
    readonly siteFolder: string;
    /** Is written when the site is built; holds what went wrong, or nothing. */
    readonly siteBuilt: string;
  }
}

/**
 * Builds the site once for all tests that read it. It is built in a process
 * of its own while other tests run; `await-site.ts` waits for it.
 */
export default async function build(project: TestProject): Promise<() => Promise<void>> {
  buildPackage();
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  const [site, built] = [join(folder, 'site'), join(folder, 'built')];
  const script = fileURLToPath(new URL('build-site.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, site], { stdio: ['ignore', 'inherit', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ended = once(child, 'close').then(([code]) => {
    writeFileSync(`${built}.next`, code === 0 ? '' : `${code}: ${said}`);
    renameSync(`${built}.next`, built);
  });
  project.provide('siteFolder', site);
  project.provide('siteBuilt', built);
  return async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
