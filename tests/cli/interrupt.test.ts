import { closeSync, openSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { onInterrupt, startedWithNohup } from '../../src/cli/interrupt.js';

test.each([
  ['/usr/bin/node', 1],
  ['/usr/bin/nohup', 0],
])('SIGHUP stops a program that %s started %i times; SIGTERM stops each', (command, times) => {
  vi.stubEnv('_', command);
  const stop = vi.fn();
  const detach = onInterrupt(stop);
  try {
    process.emit('SIGHUP');
    expect(stop).toHaveBeenCalledTimes(times);
    process.emit('SIGTERM');
    expect(stop).toHaveBeenCalledTimes(times + 1);
  } finally {
    detach();
  }
  expect(process.listeners('SIGHUP')).toEqual([]);
});

test.skipIf(process.platform === 'win32')('knows the stdin of nohup, where the shell does not name the command', () => {
  for (const [flags, expected] of [
    ['w', true],
    ['r', false],
  ] as const) {
    const file = openSync('/dev/null', flags);
    expect(startedWithNohup({}, file)).toBe(expected);
    closeSync(file);
  }
  const other = openSync('package.json', 'r');
  expect(startedWithNohup({ _: '/bin/sh' }, other)).toBe(false);
  closeSync(other);
});
