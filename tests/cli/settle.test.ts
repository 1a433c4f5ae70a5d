import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { createSqliteJournal } from '../../src/journal/sqlite-journal.js';
import { intentEntry, resultEntry } from '../journal/entries.js';
import { postgresUrl, SETTLING_KINDS, useStores, withPool } from '../support/journal-stores.js';
import { futures } from './futures.js';
import { folderOfFile } from '../support/folder.js';

useStores();
const folder = folderOfFile();

const path = (kind: string) => join(folder, `orders.${kind}`);
const PLACES = { file: () => path('file'), sqlite: () => `sqlite:${path('sqlite')}`, postgres: () => postgresUrl() };

/** Leaves an order open in the journal, and says what is known of it afterwards. */
async function leaveOpen(kind: keyof typeof PLACES): Promise<void> {
  const [intent, unknown] = [intentEntry('1', 'job-42'), resultEntry('1', 'unknown', 'job-42')];
  if (kind === 'file') {
    await using journal = await createFileJournal(path(kind));
    await journal.append(intent);
    await journal.append(unknown);
    return;
  }
  const journal = await openShared(kind);
  await journal.write((await journal.insert(intent))!, unknown);
}

const openShared = async (kind: 'sqlite' | 'postgres') =>
  kind === 'sqlite' ? createSqliteJournal(path(kind)) : withPool((pool) => createPostgresJournal(pool));

async function known(kind: keyof typeof PLACES) {
  if (kind !== 'file') return (await openShared(kind)).find('job-42');
  await using journal = await createFileJournal(path(kind));
  return journal.find('job-42');
}

test.each(SETTLING_KINDS as (keyof typeof PLACES)[])(
  'futures settle on a journal of kind %s: it asks first, and writes what became of the order',
  async (kind) => {
    await leaveOpen(kind);
    const command = ['settle', 'job-42', 'accepted', '--order-id', '17', '--journal', PLACES[kind]()];
    const refused = await futures(command);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was written') });
    expect(await known(kind)).toMatchObject([{ last: { outcome: 'unknown' } }]);
    expect(await futures([...command, '--yes'])).toEqual({
      code: 0,
      stdout: 'job-42: settled as accepted.\n',
      stderr: '',
    });
    expect(await known(kind)).toMatchObject([{ last: { outcome: 'accepted', orderId: '17' } }]);
    const settled = await futures([...command, '--yes', '--json']);
    expect(settled).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was written') });
  },
);

test.each((SETTLING_KINDS as (keyof typeof PLACES)[]).filter((kind) => kind !== 'file'))(
  'futures settle makes no table where a database of kind %s has none of that name',
  async (kind) => {
    await openShared(kind as 'sqlite' | 'postgres');
    const command = ['settle', 'job-42', 'absent', '--yes', '--table', 'futures_jurnal', '--journal', PLACES[kind]()];
    const refused = { code: 2, stderr: expect.stringMatching(/a table futures_jurnal in .*, which does not exist/) };
    expect(await futures(command)).toMatchObject(refused);
    expect(await futures(command)).toMatchObject(refused);
  },
);

test.each(['', 'sqlite:'])('futures settle makes no journal where there is none: %s<file>', async (scheme) => {
  const nowhere = join(folder, 'nowhere');
  const { code, stderr } = await futures(['settle', 'x', 'absent', '--yes', '--journal', `${scheme}${nowhere}`]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('which does not exist')]);
  expect(existsSync(nowhere)).toBe(false);
});

test('futures settle takes only outcomes that a person can know', async () => {
  const { code, stderr } = await futures(['settle', 'x', 'rejected', '--journal', 'x']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('accepted, absent')]);
});

test('futures settle takes one journal, one id and one account: of two, nothing says which is meant', async () => {
  const command = ['settle', 'job-42', 'accepted', '--yes', '--journal', path('none')];
  for (const option of ['--journal', '--order-id', '--account', '--table']) {
    const twice = await futures([...command, option, '1', option, '2']);
    expect(twice).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('given twice') });
  }
});
