import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSamples } from '../examples/samples.js';
import { listen, main, start } from './futures.js';
import { folderOfTest } from '../support/folder.js';

const sessions = readSamples().filter(({ language }) => language === 'console');

/** Values that differ from run to run: identifiers and times. */
const settled = (text: string): string => text.replace(/\b\d{19}\b/g, '<id>').replace(/\b1[7-9]\d{11}\b/g, '<ms>');

/** The commands of a session as one script that writes the session down. */
const scriptOf = (code: string): string =>
  [...code.matchAll(/^\$ (.*)$/gm)]
    .map(
      ([line, command]) =>
        `status=$?; printf '%s\\n' '${line.replaceAll("'", String.raw`'\'` + "'")}'; (exit $status)\n${command} 2>&1`,
    )
    .join('\n');

/** A folder for PATH in which `npx futures-trading-client` is the command line of this checkout. */
function folderOfFutures(): string {
  const folder = folderOfTest();
  writeFileSync(join(folder, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${main}" "$@"\n`, { mode: 0o755 });
  return folder;
}

test('the documents show at least one session', () => expect(sessions.length).toBeGreaterThanOrEqual(1));

test.each(sessions)('the session of $file:$line runs as it is printed', async ({ code }) => {
  const { env } = await listen();
  const folder = folderOfFutures();
  const path = `${folder}${delimiter}${process.env['PATH']}`;
  const { stdout } = await start('bash', ['-c', `cd '${folder}'\n${scriptOf(code)}`], { ...env, PATH: path }).ended;
  expect(settled(stdout)).toBe(settled(code));
});
