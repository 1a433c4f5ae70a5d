import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkComments } from '../../scripts/check/comments.js';
import { checkFreshness } from '../../scripts/check/freshness.js';
import { checkLayers } from '../../scripts/check/layers.js';
import { checkTypeNames } from '../../scripts/check/type-names.js';

const root = resolve(import.meta.dirname, '../..');
const folders: string[] = [];

async function copyOf(...names: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'checks-'));
  folders.push(folder);
  for (const name of names) await cp(join(root, name), join(folder, name), { recursive: true });
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

test('the freshness gate names a generated file that was edited by hand', async () => {
  const folder = await copyOf('generated');
  await expect(checkFreshness(join(folder, 'generated'))).resolves.toBeTruthy();
  const file = join(folder, 'generated/operations.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace("effect: 'money'", "effect: 'read'"));
  await expect(checkFreshness(join(folder, 'generated'))).rejects.toThrow('generated/operations.ts: stale');
});

test('the layer check names an arrow that runs to the left, and a circle', async () => {
  const folder = await copyOf('src', 'generated');
  await expect(checkLayers(folder)).resolves.toBeTruthy();
  const file = join(folder, 'src/core/redact.ts');
  const text = await readFile(file, 'utf8');
  await writeFile(file, `import { createSend } from '../client/send.js';\n${text}`);
  await expect(checkLayers(folder)).rejects.toThrow('src/core/redact.ts (core) imports ../client/send.js (client)');
  await writeFile(file, `import { classifyOutcome } from './outcome.js';\n${text}`);
  const outcome = join(folder, 'src/core/outcome.ts');
  await writeFile(outcome, `import { createRedactor } from './redact.js';\n${await readFile(outcome, 'utf8')}`);
  await expect(checkLayers(folder)).rejects.toThrow('circle: ');
});

test('the check of type names names two files that export a type of one name', async () => {
  const folder = await copyOf('src', 'scripts');
  await expect(checkTypeNames(folder)).resolves.toBeTruthy();
  await writeFile(join(folder, 'src/history/outcome.ts'), 'export interface Outcome {}\n');
  await expect(checkTypeNames(folder)).rejects.toThrow(
    'Outcome is exported by src/core/errors.ts and src/history/outcome.ts',
  );
});

test('the check of comments names one that begins with a question word, and a backslash before a backtick', async () => {
  const folder = await copyOf('src', 'scripts');
  await expect(checkComments(folder)).resolves.toBeTruthy();
  await writeFile(join(folder, 'src/core/outcome.ts'), '/** What became of a call. */\n');
  await writeFile(join(folder, 'scripts/run.ts'), '// The option \\`--all\\`.\nconst text = `\\`--all\\``;\n');
  await expect(checkComments(folder)).rejects.toThrow(
    'scripts/run.ts:1: drop the backslash before the backtick.\nsrc/core/outcome.ts:1: begins with What.',
  );
});
