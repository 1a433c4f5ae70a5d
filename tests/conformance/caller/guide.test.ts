import { execSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { judgeProgram } from '../../../src/conformance/caller/judge-program.js';
import { runVitest } from '../../support/run-vitest.js';
import { folderOfFile, writeProgram } from '../../support/folder.js';
import { isInstalled } from '../../support/installed.js';
import { LANGUAGES } from './languages.js';
import { codesOf, walkthrough } from './walkthrough.js';

/*
 * The samples of docs/test-your-program.md: adapters, each around a program that places nothing and says that it did; a file of tests;
 * and a bot that is repaired step by step.
 */
const [adapterInPython] = codesOf('python');
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

/** The scenes that the fixes concern; the register judges the first and the last bot in all scenes of the page. */
const CONCERNED = ['healthy/create-order', 'lost-response/reset-after', 'rate-limit/429-retry-after'];

test.skipIf(!isInstalled('python3'))(
  'the bot is wrong in five ways, is repaired from the report alone, and ends without a problem',
  async () => {
    const { bots, judge } = walkthrough(folder);
    expect(bots).toHaveLength(6);
    // Two at a time: each waits for the timeouts of its bot, and a late machine excuses a bot that does not stop.
    for (const step of [0, 2, 4]) await Promise.all([judge(step, CONCERNED), judge(step + 1, CONCERNED)]);
  },
);
