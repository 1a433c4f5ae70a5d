import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSite } from '../../scripts/docs/build.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the site is that all tests of this run read. */
    readonly siteFolder: string;
  }
}

/** Builds the site once for all tests that read it, because every sample is executed on the way. */
export default async function build(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  await buildSite(folder);
  project.provide('siteFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
