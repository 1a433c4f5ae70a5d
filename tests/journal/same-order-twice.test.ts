import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_ACCEPTED } from '../../src/journal/accepted-orders.js';
import { writeEntry } from '../../src/journal/entry.js';
import { createFileJournal, type FileJournal } from '../../src/journal/file-journal.js';
import type { JournalEntry } from '../../src/journal/journal.js';
import { sealLine } from '../../src/journal/sealed-line.js';
import { intentEntry, resultEntry } from './entries.js';
import { folderOfTest } from '../support/folder.js';

let path: string;
beforeEach(() => void (path = join(folderOfTest(), 'orders.jsonl')));

const TAKEN = {
  code: 'JOURNAL',
  reason: 'conflict',
  message: expect.stringContaining('already has an open or accepted order'),
};

describe.each(['job-42', 'Auftrag "ü"'])('a file journal with an order under %s', (clientOrderId) => {
  test.each([
    ['open', undefined],
    ['sent', 'sent'],
    ['unknown', 'unknown'],
    ['accepted', 'accepted'],
  ] as const)('takes no second one while it is %s, after it was opened again, too', async (_state, outcome) => {
    const first = await createFileJournal(path);
    await first.append(intentEntry('a', clientOrderId));
    if (outcome !== undefined) await first.append(resultEntry('a', outcome, clientOrderId));
    await expect(first.append(intentEntry('b', clientOrderId))).rejects.toMatchObject(TAKEN);
    await first.close();
    await using second = await createFileJournal(path);
    await expect(second.append(intentEntry('c', clientOrderId))).rejects.toMatchObject(TAKEN);
    await second.append(intentEntry('d', 'another'));
    expect((await second.read()).entries.map(({ id }) => id)).toEqual(
      outcome === undefined ? ['a', 'd'] : ['a', 'a', 'd'],
    );
  });

  test.each(['rejected', 'not-sent', 'absent'] as const)('takes it again once it is %s', async (outcome) => {
    await using journal = await createFileJournal(path);
    await journal.append(intentEntry('a', clientOrderId));
    await journal.append(resultEntry('a', outcome, clientOrderId));
    await journal.append(intentEntry('b', clientOrderId));
  });
});

describe('an accepted order of a file journal is not taken again', () => {
  const accept = async (journal: FileJournal, id: string, clientOrderId: string): Promise<void> => {
    await journal.append(intentEntry(id, clientOrderId));
    await journal.append(resultEntry(id, 'accepted', clientOrderId));
  };

  test('where its result alone was written, after it was opened again, too', async () => {
    const journal = await createFileJournal(path);
    await journal.append(resultEntry('a', 'accepted', 'job-42'));
    const [first, second] = [intentEntry('b', 'job-42'), intentEntry('c', 'job-42')];
    await expect(journal.append(first)).rejects.toMatchObject({ reason: 'cannot-tell' });
    await journal.close();
    await using reopened = await createFileJournal(path);
    await expect(reopened.append(second)).rejects.toMatchObject({ reason: 'cannot-tell' });
  });

  test('after finished orders were dropped from the file, and after it was opened again', async () => {
    const journal = await createFileJournal(path);
    await accept(journal, 'a', 'job-42');
    await journal.compact();
    await expect(journal.append(intentEntry('b', 'job-42'))).rejects.toMatchObject(TAKEN);
    await journal.close();
    await using reopened = await createFileJournal(path);
    await expect(reopened.append(intentEntry('b', 'job-42'))).rejects.toMatchObject(TAKEN);
    const known = [{ intent: intentEntry('a', 'job-42'), last: resultEntry('a', 'accepted', 'job-42') }];
    expect(await reopened.find('job-42')).toEqual(known);
  });

  test('when so many came after it that only its fingerprint is left: the journal cannot tell', async () => {
    const FORGOTTEN = { code: 'JOURNAL', reason: 'cannot-tell', outcome: 'not-sent' };
    const journal = await createFileJournal(path, { maxBytes: 8000 });
    for (let i = 0; i < 60; i++) await accept(journal, `i-${i}`, i === 0 ? 'Auftrag "ü"' : `job-${i}`);
    expect(statSync(path).size).toBeLessThan(9000);
    await expect(journal.append(intentEntry('b', 'Auftrag "ü"'))).rejects.toMatchObject(FORGOTTEN);
    await journal.close();
    await using reopened = await createFileJournal(path, { maxBytes: 8000 });
    for (let i = 1; i < 60; i++) {
      const reason = (await reopened.find(`job-${i}`)).some(({ intent }) => intent) ? 'conflict' : 'cannot-tell';
      await expect(reopened.append(intentEntry('b', `job-${i}`))).rejects.toMatchObject({ reason });
    }
    expect(await reopened.find('job-59')).toMatchObject([{ last: { outcome: 'accepted' } }]);
    expect(await reopened.find('job-1')).toEqual([{ why: expect.stringContaining('no longer has') }]);
    await reopened.append(intentEntry('c', 'job-60'));
    expect((await reopened.readOpen()).damaged).toEqual([]);
  });

  test('when it is one of more than are kept whole, however large the file may be', async () => {
    const lines: string[] = [];
    const add = (entry: JournalEntry) => lines.push(sealLine(lines.length + 1, writeEntry(entry)));
    for (let i = 0; i <= MAX_ACCEPTED; i++) {
      add(intentEntry(`i-${i}`, `job-${i}`));
      add(resultEntry(`i-${i}`, 'accepted', `job-${i}`));
    }
    writeFileSync(path, lines.join(''));
    await using journal = await createFileJournal(path, { maxBytes: Infinity });
    expect(await journal.find('job-0')).toEqual([{ why: expect.any(String) }]);
    expect(await journal.find('job-1')).toMatchObject([{ intent: { id: 'i-1' } }]);
  });

  test('while a part of the file is damaged, which may have been it: the journal cannot tell', async () => {
    const journal = await createFileJournal(path);
    await accept(journal, 'a', 'job-42');
    await accept(journal, 'b', 'job-43');
    await journal.close();
    const bytes = readFileSync(path);
    for (const at of [40, bytes.indexOf('\n') + 40]) bytes[at]! ^= 1;
    writeFileSync(path, bytes);
    await using damaged = await createFileJournal(path);
    expect(await damaged.find('job-42')).toEqual([{ why: expect.stringContaining('damaged') }]);
    expect(await damaged.find('job-43')).toMatchObject([{ last: { outcome: 'accepted' } }, {}]);
  });
});
