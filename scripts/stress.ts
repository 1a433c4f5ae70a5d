import { spawnSync } from 'node:child_process';
import { endWithUsage, readOptions } from './read-options.js';
import { repeatCommand, runRounds } from './stress/rounds.js';
import { type Stress, STRESSES } from './stress/stresses.js';

const HELP = `npm run stress -- --minutes 10       repeats the heavy tests with a new seed in each round, until the time is over
npm run stress -- --seed 7           begins with that seed
npm run stress -- --only NAME        runs one of them
Tests:
${STRESSES.map(({ name, what }) => `  ${name.padEnd(18)}${what}`).join('\n')}
Exit codes: 0 all held, 1 one did not, 2 the command line is wrong.`;

const values = readOptions(HELP, {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  only: { type: 'string' },
});
const stresses = STRESSES.filter(({ name }) => values.only === undefined || name === values.only);
if (stresses.length === 0) endWithUsage(`There is no stress test ${values.only}.`, HELP);
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes >= 0)) endWithUsage(`--minutes must be a number, got ${values.minutes}.`, HELP);
if (!Number.isInteger(seed) || seed < 0) endWithUsage(`--seed must be a whole number, got ${values.seed}.`, HELP);

/** The output of a test that held is of no interest. */
function run({ files, project = 'code', env }: Stress, seedOfRound: number): boolean {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--retry=0', ...files];
  const seeds = { FUZZ_SEED: String(seedOfRound), FAULT_SEED: String(seedOfRound) };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...env, ...seeds },
  });
  if (status !== 0) process.stderr.write(stdout + stderr);
  return status === 0;
}

const failures = runRounds({ stresses, lastMs: minutes * 60_000, seed, now: Date.now, run, print: console.log });
for (const failure of failures) {
  console.error(`${failure.name} failed with seed ${failure.seed}. Repeat it: ${repeatCommand(failure)}`);
}
if (failures.length > 0) process.exitCode = 1;
