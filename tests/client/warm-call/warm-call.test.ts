import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../../../scripts/run.js';

interface EnteredFile {
  readonly file: string;
  readonly functions: readonly string[];
}

/** Who follows a call should not have to open more. The list is in CONTRIBUTING.md. */
const MAX_FILES = 15;

it(`a createOrder on a warm connection enters at most ${MAX_FILES} source files`, async () => {
  const program = resolve(import.meta.dirname, 'entered-files.ts');
  const output = await run(process.execPath, ['--import', 'tsx', program]);
  const entered = JSON.parse(output.trim().split('\n').at(-1)!) as readonly EnteredFile[];
  expect(entered.map(({ file }) => file)).toContain('client/pipeline.ts');
  expect(entered.map(({ file }) => file).slice(MAX_FILES)).toEqual([]);
});
