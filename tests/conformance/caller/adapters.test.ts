import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSamples } from '../../examples/samples.js';
import { buildGo, isInstalled } from '../../support/installed.js';
import { folderOfFile } from '../../support/folder.js';

/*
 * The adapters of docs/test-your-program.md, each around a program that places nothing and says that it did.
 */
const root = resolve(import.meta.dirname, '../../..');
const samples = readSamples().filter(({ file }) => file === 'docs/test-your-program.md');
const codeOf = (language: string): string => samples.find((sample) => sample.language === language)!.code;
const folder = folderOfFile();

const write = (name: string, code: string): string => {
  writeFileSync(join(folder, name), code, { mode: 0o755 });
  return join(folder, name);
};
const intent = { do: 'createOrder', input: { contractName: 'E-BTC-USDT', price: 60000.1, clientOrderId: 'job-17' } };
const word = { outcome: 'accepted', orderId: '2006628908041292008' };

const wordOf = (command: string, args: readonly string[]): unknown =>
  JSON.parse(execFileSync(command, args, { cwd: folder, input: `${JSON.stringify(intent)}\n`, encoding: 'utf8' }));

test.skipIf(!isInstalled('python3'))('the one in Python hands the intent over and prints the word', () => {
  write('bot.py', 'def place(contractName, price, clientOrderId):\n    return "accepted", 2006628908041292008\n');
  expect(wordOf('python3', [write('adapter.py', codeOf('python'))])).toEqual(word);
});

test.skipIf(!isInstalled('bash') || !isInstalled('jq'))('the one in shell does', () => {
  write('place-order.sh', `#!/bin/sh\necho '${JSON.stringify(word)}'\n`);
  expect(wordOf('bash', [write('adapter.sh', codeOf('bash'))])).toEqual(word);
});

test.skipIf(!isInstalled('go'))('the one in Go does', () => {
  const program = `package main
import ("bufio"; "encoding/json"; "fmt"; "os")
type Order struct{ ClientOrderId string }
func place(order Order) (string, string) { return "accepted", "2006628908041292008" }
func main() {
${codeOf('go')}}`;
  expect(wordOf(buildGo(write('adapter.go', program), folder), [])).toEqual(word);
});

test('the file of tests for vitest passes', () => {
  write('caller.test.ts', codeOf('ts'));
  const alias = {
    'futures-trading-client/conformance': resolve(root, 'dist/src/conformance/index.js'),
    'futures-trading-client': resolve(root, 'dist/src/index.js'),
    vitest: resolve(root, 'node_modules/vitest/dist/index.js'),
  };
  write('vitest.config.mjs', `export default ${JSON.stringify({ resolve: { alias } })};`);
  const { VITEST: _, VITEST_MODE: __, NODE_ENV: ___, ...env } = process.env;
  const args = [resolve(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter', 'json'];
  const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 1 << 26 });
  const { numPassedTests, numFailedTests } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect([numFailedTests, numPassedTests > 10]).toEqual([0, true]);
});
