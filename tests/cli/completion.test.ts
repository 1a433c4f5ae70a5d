import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { FAULT_KINDS } from '../../src/sandbox/index.js';
import { futures, start } from './futures.js';

/** What bash offers at the end of a line. */
async function completed(line: string): Promise<string[]> {
  const { stdout: script } = await futures(['completion', 'bash']);
  const words = line.split(' ');
  const program = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _futures; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await start('bash', ['-euc', program]).ended;
  return stdout.split('\n').filter((word) => word !== '');
}

test.each([
  ['futures co', ['conformance', 'codes', 'completion']],
  ['futures call createO', ['createOrder']],
  ['futures call createOrder --si', ['--side']],
  ['futures call createOrder --side ', ['BUY', 'SELL']],
  ['futures call createOrder --side SELL --timeInForce P', ['POST_ONLY']],
  ['futures call createOrder --price ', []],
  ['futures sandbox --allow', ['--allow-origin']],
  ['futures sandbox --ids ', ['number', 'string']],
  ['futures completion --h', ['--help']],
])('bash completes "%s"', async (line, words) => {
  expect(await completed(line)).toEqual(words);
});

test.each(['zsh', 'fish'])('the script of %s is taken by it', async (shell) => {
  const { code, stdout } = await futures(['completion', shell]);
  expect(code).toBe(0);
  expect(stdout).toContain('BUY SELL');
  // Where the shell is not installed, spawning it fails, and only the text is looked at.
  const { error, status, stderr } = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
  if (error === undefined) expect([status, stderr]).toEqual([0, '']);
});

test('another shell is refused', async () => {
  expect((await futures(['completion', 'csh'])).code).toBe(2);
});

test('the help of the sandbox lists its faults', async () => {
  const { stdout } = await futures(['sandbox', '--help']);
  const [, list = ''] = /is lost\):\n([^]*?)\n\S/.exec(stdout) ?? [];
  expect(list.split(/[,\s]+/).filter((word) => word !== '')).toEqual([...FAULT_KINDS]);
});
