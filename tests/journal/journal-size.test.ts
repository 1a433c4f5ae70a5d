import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import { intentEntry, resultEntry } from './entries.js';
import { folderOfTest } from '../support/folder.js';

let path: string;
beforeEach(() => void (path = join(folderOfTest(), 'orders.journal')));

const openIds = async (journal: { readOpen(): Promise<{ open: readonly { intent: { id: string } }[] }> }) =>
  (await journal.readOpen()).open.map(({ intent }) => intent.id);

describe('the size of a journal', () => {
  test('stays bounded while orders come and go, and what is open is kept with what is known of it', async () => {
    await using journal = await createFileJournal(path, { maxBytes: 4000 });
    await journal.append(intentEntry('open'));
    await journal.append(resultEntry('open', 'unknown'));
    for (let i = 0; i < 100; i++) {
      await journal.append(intentEntry(`i-${i}`));
      await journal.append(resultEntry(`i-${i}`, 'accepted'));
      expect(statSync(path).size).toBeLessThan(5000);
    }
    expect(await journal.readOpen()).toEqual({
      open: [{ intent: intentEntry('open'), last: resultEntry('open', 'unknown'), isDoubtful: false }],
      damaged: [],
    });
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('is cut down when it is opened, or by compact()', async () => {
    const large = await createFileJournal(path, { maxBytes: Infinity });
    for (let i = 0; i < 30; i++) {
      await large.append(intentEntry(`i-${i}`));
      if (i % 10 !== 3) await large.append(resultEntry(`i-${i}`, 'rejected'));
    }
    const { size } = statSync(path);
    expect(await openIds(large)).toEqual(['i-3', 'i-13', 'i-23']);
    await large.close();
    copyFileSync(path, `${path}.copy`);

    const opened = await createFileJournal(path, { maxBytes: 1000 });
    expect(statSync(path).size).toBeLessThan(size / 3);
    await opened.append(resultEntry('i-13', 'absent'));
    expect(await openIds(opened)).toEqual(['i-3', 'i-23']);
    await opened.close();

    await using compacted = await createFileJournal(`${path}.copy`);
    expect(statSync(`${path}.copy`).size).toBe(size);
    await compacted.compact();
    expect(statSync(`${path}.copy`).size).toBeLessThan(size / 3);
    await compacted.append(intentEntry('new'));
    expect(await openIds(compacted)).toEqual(['i-3', 'i-13', 'i-23', 'new']);
  });

  test('is not cut down where another file has its name by now', async () => {
    const [release, link] = [`${path}.old`, `${path}.current`];
    for (const name of [release, `${path}.new`]) mkdirSync(name);
    symlinkSync(release, link);
    const old = await createFileJournal(`${link}/orders.journal`);
    await old.append(intentEntry('of-old'));
    unlinkSync(link);
    symlinkSync(`${path}.new`, link);
    const next = await createFileJournal(`${link}/orders.journal`);
    await next.append(intentEntry('of-new'));
    await expect(old.compact()).rejects.toThrow('the journal file was replaced by another file');
    expect(await openIds(next)).toEqual(['of-new']);
    await expect(next.append(intentEntry('after'))).resolves.toBeUndefined();
    await Promise.allSettled([old.close(), next.close()]);
  });

  test('takes no entry that it could not read back', async () => {
    const journal = await createFileJournal(path);
    const long = { ...intentEntry('1'), input: { contractName: 'x'.repeat(70_000) } };
    await expect(journal.append(long)).rejects.toThrow('takes no entry of');
    await journal.append(intentEntry('2'));
    await journal.close();
    await using again = await createFileJournal(path);
    expect(await again.read()).toMatchObject({ entries: [{ id: '2' }], damaged: [] });
  });

  test('is left as it is when a part is damaged', async () => {
    const journal = await createFileJournal(path);
    for (const id of ['1', '2', '3']) await journal.append(intentEntry(id));
    await journal.append(resultEntry('3', 'accepted'));
    await journal.close();
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('\n') + 40]! ^= 1;
    writeFileSync(path, bytes);
    await using damaged = await createFileJournal(path, { maxBytes: 0 });
    await damaged.append(intentEntry('4'));
    await damaged.append(resultEntry('4', 'accepted'));
    expect(readFileSync(path).subarray(0, bytes.length)).toEqual(bytes);
    await expect(damaged.compact()).rejects.toMatchObject({ code: 'JOURNAL' });
    const { open, damaged: lines } = await damaged.readOpen();
    expect(open).toMatchObject([{ intent: { id: '1' }, isDoubtful: true }]);
    expect(lines).toEqual([{ line: 2, text: bytes.toString('utf8').split('\n')[1], kind: 'damaged' }]);
  });

  test('has no bound for what a file holds: a line of megabytes is one damaged line', async () => {
    const line = JSON.stringify(intentEntry('old'));
    writeFileSync(path, `${line}\n${'x'.repeat(5_000_000)}\n${line.replace('old', 'new')}\n`);
    await using journal = await createFileJournal(path);
    const { open, damaged } = await journal.readOpen();
    expect(open.map(({ intent, isDoubtful }) => [intent.id, isDoubtful])).toEqual([
      ['old', true],
      ['new', false],
    ]);
    expect(damaged).toEqual([{ line: 2, text: 'x'.repeat(1000), kind: 'damaged' }]);
  });
});

describe('a file that is changed under the journal is noticed before the order leaves', () => {
  test.each<[string, () => void]>([
    ['renamed', () => renameSync(path, `${path}.1`)],
    ['deleted', () => rmSync(path)],
    ['replaced', () => (renameSync(path, `${path}.1`), writeFileSync(path, ''))],
    ['cut to nothing', () => truncateSync(path, 0)],
    ['written to by another program', () => writeFileSync(path, 'x', { flag: 'a' })],
  ])('%s', async (_how, change) => {
    await using journal = await createFileJournal(path);
    await journal.append(intentEntry('1'));
    change();
    const refused = { code: 'JOURNAL', outcome: 'not-sent' };
    await expect(journal.append(intentEntry('2'))).rejects.toMatchObject(refused);
    await expect(journal.append(intentEntry('3'))).rejects.toMatchObject(refused);
  });

  test('renamed while an order waits for its turn', async () => {
    await using journal = await createFileJournal(path);
    await journal.append(intentEntry('1'));
    journal.assertHeld!('1');
    renameSync(path, `${path}.1`);
    expect(() => journal.assertHeld!('1')).toThrow('deleted or renamed');
  });
});
