import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseReportFiles, writeReports } from '../../src/conformance/reports/write.js';
import { ArgumentError } from '../../src/index.js';
import { writeEach } from './fixtures/each-format.js';
import { everyVerdict } from './fixtures/report.js';
import { folderOfTest } from '../support/folder.js';

let folder: string;
beforeEach(() => void (folder = folderOfTest()));
afterEach(() => {
  chmodSync(folder, 0o700);
});

describe('writeReports', () => {
  test('writes every format that is asked for, and leaves nothing else behind', async () => {
    await writeEach(everyVerdict, folder);
    expect(JSON.parse(readFileSync(join(folder, 'json'), 'utf8'))).toEqual(everyVerdict);
  });

  test('replaces a file that is there, and takes an equals sign in its name', async () => {
    const file = join(folder, 'a=b.json');
    writeFileSync(file, 'old');
    await writeReports(everyVerdict, [`json=${file}`]);
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(1);
  });

  test('writes the other files when one cannot be written, and then says so', async () => {
    // A folder appears between the look and the write.
    const blocked = join(folder, 'blocked');
    const other = join(folder, 'other.xml');
    const report = {
      ...everyVerdict,
      get seed() {
        mkdirSync(join(blocked, 'x'), { recursive: true });
        return 1;
      },
    };
    await expect(writeReports(report, [`json=${blocked}`, `junit=${other}`])).rejects.toThrow(
      /EISDIR|ENOTEMPTY|EEXIST/,
    );
    expect(existsSync(other)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['blocked', 'other.xml']);
  });

  test('writes nothing when one specification is wrong', async () => {
    await expect(writeReports(everyVerdict, [`json=${join(folder, 'a')}`, 'nonsense=b'])).rejects.toThrow(
      ArgumentError,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('parseReportFiles', () => {
  test.each([
    ['pdf=a', 'knows the formats json, junit, html, markdown, har, observations, badge, got pdf'],
    ['toString=a', 'knows the formats'],
    ['report.xml', 'is format=file, such as junit=report.xml, got report.xml'],
    ['json=', 'is format=file'],
    ['json=FOLDER', 'is a folder'],
    ['json=FOLDER/none/a.json', 'its folder does not exist or cannot be written to'],
    ['json=FOLDER/file/a.json', 'its folder does not exist or cannot be written to'],
  ])('refuses %s, and says what is wrong with it', (spec, problem) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => parseReportFiles([spec.replace('FOLDER', folder)])).toThrow(problem);
  });

  test('refuses two reports in one file', () => {
    expect(() => parseReportFiles([`json=${folder}/a`, `html=${folder}/b/../a`])).toThrow('twice');
  });

  test.skipIf(process.getuid?.() === 0)('refuses a folder that cannot be written to', () => {
    chmodSync(folder, 0o500);
    expect(() => parseReportFiles([`json=${join(folder, 'a')}`])).toThrow('cannot be written to');
  });

  test.skipIf(process.platform === 'win32').each(['/dev/null', '/dev/stdout'])(
    'refuses %s, which a report would replace',
    (file) => {
      // The output of a test runner may be a file.
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() !== false;
      if (!isFile) expect(() => parseReportFiles([`json=${file}`])).toThrow('needs a regular file');
    },
  );

  test('replaces what a link points to, and keeps the link', async () => {
    const [target, link] = ['of-today.json', 'latest.json'].map((name) => join(folder, name)) as [string, string];
    writeFileSync(target, 'of yesterday');
    symlinkSync(target, link);
    await writeReports(everyVerdict, [`json=${link}`]);
    expect([lstatSync(link).isSymbolicLink(), readFileSync(target, 'utf8').startsWith('{')]).toEqual([true, true]);
  });

  test('takes a link to a folder for a folder', () => {
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(parseReportFiles([`json=${folder}/link/a.json`])).toEqual([
      { format: 'json', file: `${folder}/link/a.json` },
    ]);
  });
});
