import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { diffDescriptions } from '../../src/cli/describe/diff.js';
import type { DescriptionDocument } from '../../src/cli/describe/document.js';
import { releasesIn, unnamedBreaks } from '../release/breaking-changes.js';
import { run } from '../run.js';
import { CheckFailed } from './failed.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * Compares the description with that of the last release, which is the newest tag `v…` before this commit that the CHANGELOG has
 * a section for, and fails when the CHANGELOG does not name what broke. Says so where nothing was released yet.
 *
 * @throws {CheckFailed} Naming the breaking changes.
 */
export async function checkChangelog(): Promise<string> {
  const changelog = await readFile(resolve(root, 'CHANGELOG.md'), 'utf8');
  const tags = new Set((await run('git', ['tag', '--list', 'v*', '--no-contains', 'HEAD'])).split('\n'));
  const listed = releasesIn(changelog);
  const released = listed.find((version) => tags.has(`v${version}`));
  if (released === undefined) {
    // The newest section may be that of the release under way.
    if (listed.length <= 1) return 'nothing is released yet';
    throw new CheckFailed(`No tag of ${listed.slice(1).join(', ')} is here: git fetch --tags`);
  }
  const text = await run('git', ['show', `v${released}:generated/openapi.json`]);
  const older = JSON.parse(text) as DescriptionDocument;
  const newer = JSON.parse(await readFile(resolve(root, 'generated/openapi.json'), 'utf8')) as DescriptionDocument;
  const { changes } = diffDescriptions(older, newer);
  const unnamed = unnamedBreaks(changes, changelog, released);
  if (unnamed.length > 0) {
    const list = unnamed.map((one) => `  ${one}`).join('\n');
    throw new CheckFailed(`Breaking since ${released}, but not under "### Breaking" in CHANGELOG.md:\n${list}`);
  }
  return `${changes.length} changes since ${released}`;
}
