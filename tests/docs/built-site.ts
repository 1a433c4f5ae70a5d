import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import buildPackage from '../support/build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is that all tests of this run read. */
    readonly siteFolder: string;
  }
}

export default async function build(project: TestProject): Promise<() => Promise<void>> {
  buildPackage();
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/docs.ts', folder], { stdio: 'inherit' });
  project.provide('siteFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
