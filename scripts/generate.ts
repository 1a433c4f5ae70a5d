import { resolve } from 'node:path';
import { generateInto } from './generate/generate.js';
import { CheckFailed } from './run.js';

/** `npm run generate`, or for other folders: `tsx scripts/generate.ts <description> <output>`. */
const root = resolve(import.meta.dirname, '..');
const [description = resolve(root, 'openapi'), output = resolve(root, 'generated')] = process.argv.slice(2);
await generateInto(description, output).catch((error: Error) => {
  if (!(error instanceof CheckFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
});
