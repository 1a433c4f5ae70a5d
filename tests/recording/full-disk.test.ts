import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test, vi } from 'vitest';
import { createHarRecorder } from '../../src/conformance/index.js';
import { createHarFile } from '../../src/recording/har-file.js';
import { start } from '../cli/futures.js';
import { bundleProgram } from '../support/bundle-program.js';
import { folderOfFile } from '../support/folder.js';

const folder = folderOfFile();
let file: string;
beforeEach(() => {
  file = join(folder, 'traffic.har');
  rmSync(file, { force: true });
});

/** Runs the program with files of at most so many kilobytes: the operating system refuses more, as a full disk does. */
async function run(recorder: string, kilobytes: number) {
  const program = await bundleProgram(fileURLToPath(import.meta.resolve('./recording-program.ts')));
  const limited = `ulimit -f ${kilobytes}; exec "$@"`;
  return start('bash', ['-c', limited, 'bash', process.execPath, program, file, recorder]).ended;
}

test.each(['recorder', 'sidecar'])(
  'a %s that has no room left says so once, and changes no call; the file is whole up to the last entry',
  async (recorder) => {
    const { code, stdout, stderr } = await run(recorder, 8);
    expect([code, stdout]).toEqual([0, '1\n'.repeat(30)]);
    const { entries } = JSON.parse(readFileSync(file, 'utf8')).log as { entries: object[] };
    expect(entries.length).toBeGreaterThan(1);
    expect(entries.length).toBeLessThan(30);
    expect(stderr.match(/RecordingWarning/g)).toHaveLength(1);
    expect(stderr).toContain(
      `The recording ${file} stopped after ${entries.length} calls (EFBIG: file too large, write)`,
    );
  },
);

test.each(['recorder', 'sidecar'])('a %s that has no room at all does not start', async (recorder) => {
  const { code, stdout, stderr } = await run(recorder, 0);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/ArgumentError.*cannot be written \(EFBIG: file too large, write\)\. Nothing was recorded/);
});

test('each call is one write, so a program that is killed between two calls of the system leaves a whole file', () => {
  const write = vi.spyOn(process.getBuiltinModule('node:fs'), 'writeSync');
  const har = createHarFile(file);
  const request = { method: 'GET', url: 'http://a.example/', headers: [], body: undefined };
  for (let call = 1; call <= 3; call++)
    har.add({ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, request, response: undefined });
  har.close();
  expect(write).toHaveBeenCalledTimes(4);
  expect(JSON.parse(readFileSync(file, 'utf8')).log.entries).toHaveLength(3);
});

test('a recorder replaces no link: what it leads to may be a device', () => {
  const target = join(folder, 'target');
  writeFileSync(target, 'kept');
  symlinkSync(target, file);
  expect(() => createHarRecorder({ file })).toThrow('it is not a regular file');
  expect(readFileSync(file, 'utf8')).toBe('kept');
});
