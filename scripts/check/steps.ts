import pc from 'picocolors';
import { CommandFailed } from '../run.js';
import { CheckFailed } from './source-files.js';

/** A title and what it stands for; the text that it returns is printed beside the title. */
export type CheckStep = readonly [title: string, run: () => Promise<string | void>];

/**
 * Runs the steps of each list in turn, and the lists side by side; exits with 1 when one failed. Each step prints one line when it
 * ends, or the whole of its failure, and all steps run, so that one run shows everything that is wrong.
 */
export async function runSteps(lists: readonly (readonly CheckStep[])[], success: string): Promise<void> {
  let failed = 0;
  const runInTurn = async (steps: readonly CheckStep[]): Promise<void> => {
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
  };
  await Promise.all(lists.map(runInTurn));
  console.log(failed === 0 ? `\n${success}` : `\n${failed} of ${lists.flat().length} failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
}
