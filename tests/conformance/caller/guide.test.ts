import { execSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { toCallerSummary } from '../../../src/conformance/caller/caller-summary.js';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { readSamples } from '../../examples/samples.js';
import { runVitest } from '../../support/run-vitest.js';
import { folderOfFile, writeProgram } from '../../support/folder.js';
import { isInstalled } from '../../support/installed.js';
import { LANGUAGES } from './languages.js';

/*
 * The samples of docs/test-your-program.md: adapters, each around a program that places nothing and says that it did; a file of tests;
 * and a bot that is repaired step by step.
 */
const samples = readSamples().filter(({ file }) => file === 'docs/test-your-program.md');
const codesOf = (language: string): string[] =>
  samples.filter((sample) => sample.language === language).map(({ code }) => code);
const [adapterInPython, firstBot] = codesOf('python');
const folder = folderOfFile();

const intent = { do: 'createOrder', input: { contractName: 'E-BTC-USDT', price: 60000.1, clientOrderId: 'job-17' } };
const word = { outcome: 'accepted', orderId: '2006628908041292008' };

const GO_AROUND = `package main
import ("bufio"; "encoding/json"; "fmt"; "os")
type Order struct{ ClientOrderId string }
func place(order Order) (string, string) { return "accepted", "2006628908041292008" }
func main() {
`;

for (const [language, code, part, text] of [
  ['python', adapterInPython!, 'bot.py', 'def place(**order):\n    return "accepted", 2006628908041292008\n'],
  ['bash', codesOf('bash')[0]!, 'place-order.sh', `#!/bin/sh\necho '${JSON.stringify(word)}'\n`],
  ['go', `${GO_AROUND}${codesOf('go')[0]}}`, 'none', ''],
] as const)
  test.skipIf(!LANGUAGES[language].needs.every(isInstalled))(
    `the adapter in ${language} hands the intent over and prints the word`,
    async () => {
      writeProgram(folder, part, text);
      const command = await LANGUAGES[language].start(folder, code);
      const printed = execSync(command, { cwd: folder, input: `${JSON.stringify(intent)}\n`, encoding: 'utf8' });
      expect(JSON.parse(printed)).toEqual(word);
    },
  );

test('the adapter in ts says what became of its orders', async () => {
  const run = await LANGUAGES.ts.start(folder, codesOf('ts')[0]!);
  const { judgements } = await judgeProgram(run, { scenes: ['healthy/create-order', 'lost-response/reset-after'] });
  expect(judgements.map(({ verdict }) => verdict)).toEqual(['right', 'right']);
});

test('the file of tests for vitest passes', async () => {
  const { numPassedTests, numFailedTests } = await runVitest(folder, codesOf('ts')[1]!);
  expect([numFailedTests, numPassedTests > 10]).toEqual([0, true]);
});

const scenes = codesOf('sh').flatMap((code) => /--scenes (healthy\S+)/.exec(code)?.[1]?.split(',') ?? []);
/** The scenes of the steps in the middle: all scenes of the page stand at both ends. */
const CONCERNED = ['healthy/create-order', 'lost-response/reset-after', 'rate-limit/429-retry-after'];

test.skipIf(!isInstalled('python3'))(
  'the bot is wrong in five ways, is repaired from the report alone, and ends without a problem',
  async () => {
    const [, ...reports] = codesOf('text');
    const fixes = codesOf('diff');
    expect([scenes.length, reports.length, fixes.length]).toEqual([4, 6, 5]);
    const bots = [firstBot!];
    for (const fix of fixes) {
      const [from = '', to = ''] = [/^\+.*\n|^-/gm, /^-.*\n|^\+/gm].map((rest) =>
        `${fix.trimEnd()}\n`.replaceAll(rest, ''),
      );
      expect(bots.at(-1)!.split(from)).toHaveLength(2);
      bots.push(bots.at(-1)!.replace(from, () => to));
    }
    // Each step waits for the timeouts of its bot, and for few of the other steps: a late machine excuses a bot that does not stop.
    const judge = async (step: number): Promise<void> => {
      const run = `python3 ${writeProgram(folder, `bot-${step}.py`, bots[step]!)}`;
      const isMiddle = step > 0 && step < fixes.length;
      const judged = await judgeProgram(run, { scenes: isMiddle ? CONCERNED : scenes, timeoutMs: 120_000 });
      const text = toCallerSummary(judged);
      for (const line of reports[step]!.trimEnd().split('\n')) expect(text, `step ${step + 1}`).toContain(line);
      expect(judged.report.ok).toBe(step === fixes.length);
    };
    for (const step of [0, 1, 2]) await Promise.all([step, fixes.length - step].map(judge));
  },
);
