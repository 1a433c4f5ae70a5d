import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { manifest, root } from './build/entries.js';
import { checkApiReport } from './check/api-report.js';
import { CheckFailed } from './check/source-files.js';
import { checkPackage, pack } from './check/package.js';
import { runSteps, type CheckStep } from './check/steps.js';
import { faultsOfChangelog, missingOfPublisher } from './release/checks.js';

/*
 * npm run release:check: whether this can be published. Publishes nothing. The tarball and its checksum are in dist/release.
 */
const folder = resolve(root, 'dist/release');
const read = (name: string): Promise<string> => readFile(resolve(root, name), 'utf8');

const steps: readonly CheckStep[] = [
  [
    'a publisher is named',
    async () => refuseAll(missingOfPublisher(JSON.parse(await read('package.json')) as Record<string, unknown>)),
  ],
  [
    'version and CHANGELOG agree',
    async () => refuseAll(faultsOfChangelog(await read('CHANGELOG.md'), manifest.version)),
  ],
  ['the package is reproducible, installs and runs; publint and attw are clean', checkPackage],
  ['the public surface is what api/ says', checkApiReport],
  ['the tarball is packed, with its checksum', packRelease],
];

await runSteps([steps], 'Ready to publish: dist/release.');

async function refuseAll(faults: readonly string[]): Promise<void> {
  if (faults.length > 0) throw new CheckFailed(faults.map((fault) => `  ${fault}`).join('\n'));
}

async function packRelease(): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packed = await pack(folder);
  const digest = createHash('sha256')
    .update(await readFile(resolve(folder, packed.filename)))
    .digest('hex');
  await writeFile(resolve(folder, 'SHA256SUMS'), `${digest}  ${packed.filename}\n`);
  return `${packed.files.length} files, SHA-256 ${digest.slice(0, 16)}…`;
}
