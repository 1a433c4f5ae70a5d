import { expect, test } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { finalWords } from '../../../src/conformance/caller/intent.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';

test.each([
  ['unknown accepted', 'accepted', 1],
  ['unknown accepted accepted', 'accepted accepted', 2],
  ['accepted unknown unknown', 'accepted unknown', 2],
  ['accepted unknown', 'accepted unknown', 2],
  ['accepted unknown accepted unknown', 'accepted accepted', 2],
])('of the words "%s", "%s" are about %i intents', (said, final, count) => {
  const printed = said.split(' ').map((outcome) => JSON.stringify({ outcome }));
  const words = finalWords(printed.join('\n'), count);
  expect(words.map(({ outcome }) => outcome).join(' ')).toBe(final);
});

test('a program that hangs is said to have been ended', async () => {
  const judged = await judgeProgram('sleep 1000', { scenes: ['healthy/create-order'], timeoutMs: 300 });
  expect(toCallerSummary(judged)).toContain('(the program did not end within 0.3 s)');
});

test('the last line of a program is quoted without its key, in either case', async () => {
  const run = 'echo "key $FUTURES_API_KEY" | tr a-z A-Z';
  const judged = await judgeProgram(run, { scenes: ['healthy/create-order'] });
  expect(toCallerSummary(judged)).toContain('It printed: KEY [redacted]');
});
