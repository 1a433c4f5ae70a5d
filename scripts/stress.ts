import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { STRESSES } from './stress/stresses.js';

/*
 * `npm run stress -- --minutes 10`: repeats the heavy tests, one area after the other with a new seed each time, until the
 * time is over. `--only journal-races` runs one of them; `--list` names them.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, only: { type: 'string' }, list: { type: 'boolean' } },
});
if (values.list === true) {
  for (const { name, what } of STRESSES) console.log(`${name.padEnd(18)}${what}`);
  process.exit(0);
}
const chosen = STRESSES.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0) throw new Error(`There is no stress test ${values.only}. See --list.`);

const endMs = Date.now() + Number(values.minutes) * 60_000;
const failed: string[] = [];
for (let round = 0; round === 0 || Date.now() < endMs; round++) {
  for (const { name, files, env } of chosen) {
    if (round > 0 && Date.now() > endMs) break;
    const seed = String(Math.floor(Math.random() * 2 ** 31));
    const startedMs = Date.now();
    const { status } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'code', '--retry=0', ...files],
      { stdio: 'inherit', env: { ...process.env, ...env, FUZZ_SEED: seed } },
    );
    const result = { name, ...env, seed, seconds: Math.round((Date.now() - startedMs) / 1000), held: status === 0 };
    console.log(JSON.stringify(result));
    if (status !== 0) failed.push(`${name} (FUZZ_SEED=${seed})`);
  }
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
