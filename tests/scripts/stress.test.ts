import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repeatCommand, runRounds, type RunStress } from '../../scripts/stress/rounds.js';
import { STRESSES } from '../../scripts/stress/stresses.js';

const stresses = STRESSES.slice(0, 2);
const [one, two] = stresses.map(({ name }) => name);

/** Rounds of which each stress test takes 30 seconds. */
function play(minutes: number, holds: (name: string, seed: number) => boolean) {
  let ms = 0;
  const lines: string[] = [];
  const run: RunStress = ({ name }, seed) => {
    ms += 30_000;
    return holds(name, seed);
  };
  const print = (line: string): unknown => lines.push(line);
  const failures = runRounds({ stresses, lastMs: minutes * 60_000, seed: 7, now: () => ms, run, print });
  return { failures, lines };
}

it('each round has a seed of its own and one line, until the time is over', () => {
  const { failures, lines } = play(3, () => true);
  expect(lines).toEqual([
    'round 1  seed 7  2 held  60 s',
    'round 2  seed 8  2 held  60 s',
    'round 3  seed 9  2 held  60 s',
  ]);
  expect(failures).toEqual([]);
});

it('the first round is always run, to its end', () => {
  expect(play(0, () => true).lines).toEqual(['round 1  seed 7  2 held  60 s']);
});

it('what failed is named with its seed and the command that repeats it, and the rounds go on', () => {
  const { failures, lines } = play(2, (name, seed) => !(name === two && seed === 7));
  expect(lines).toEqual([`round 1  seed 7  FAILED: ${two}  60 s`, 'round 2  seed 8  2 held  60 s']);
  expect(failures.map(repeatCommand)).toEqual([`npm run stress -- --only ${two} --seed 7 --minutes 0`]);
  expect(one).not.toBe(two);
});

it.each(STRESSES)('the test files of $name exist', ({ files }) => {
  expect(files.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});
