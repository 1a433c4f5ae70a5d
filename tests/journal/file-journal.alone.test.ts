import { spawnSync } from 'node:child_process';
import fs, { appendFileSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ownIdentity } from '../../src/journal/process-identity.js';
import { createFileJournal } from '../../src/journal/file-journal.js';
import type { JournalEntry } from '../../src/journal/journal.js';
import { sealLine } from '../../src/journal/sealed-line.js';
import { folderOfTest } from '../support/folder.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = folderOfTest();
  path = join(folder, 'orders.jsonl');
});

const entry = (id: string): JournalEntry => ({
  ...{ v: 1, type: 'result', id, clientOrderId: `c-${id}`, outcome: 'accepted', timestampMs: 5, orderId: '订单' },
});

describe('a journal in a file', () => {
  test.skipIf(process.platform === 'win32')('is for its owner only', async () => {
    await using _ = await createFileJournal(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('an append has been synced when it ends, and the folder of a new file, too', async () => {
    const syncs = vi.spyOn(fs, 'fsyncSync');
    const sync = vi.spyOn(fs, 'fsync');
    await using journal = await createFileJournal(path);
    // The token of the lock, and the folder.
    expect(syncs).toHaveBeenCalledTimes(2);
    await journal.append(entry('1'));
    expect(sync).toHaveBeenCalledTimes(1);
  });

  test.each(['sqlite:orders.sqlite', 'postgres://u:pass@h/db', 'file:x', 'orders.journal\r'])(
    '%j is the name of another journal',
    async (name) => {
      const error = await createFileJournal(name).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'ARGUMENT', field: 'path', message: expect.not.stringContaining('pass@') });
    },
  );

  test('appends at the same time do not mix', async () => {
    await using journal = await createFileJournal(path);
    const entries = Array.from({ length: 50 }, (_, i) => entry(String(i)));
    await Promise.all(entries.map((one) => journal.append(one)));
    expect((await journal.read()).entries).toEqual(entries);
  });

  test('a last line cut off anywhere is reported, and neither the lines before nor those after are lost', async () => {
    const first = await createFileJournal(path);
    await first.append(entry('1'));
    const start = statSync(path).size;
    await first.append(entry('2'));
    await first.close();
    const lines = readFileSync(path);
    for (let end = start + 1; end < lines.length; end += 7) {
      writeFileSync(path, lines.subarray(0, end));
      await using journal = await createFileJournal(path);
      expect((await journal.read()).entries.slice(0, 1)).toEqual([entry('1')]);
      await journal.append(entry('3'));
      await journal.append(entry('4'));
      const { entries, damaged } = await journal.read();
      expect(entries.filter(({ id }) => id !== '2')).toEqual([entry('1'), entry('3'), entry('4')]);
      expect(damaged).toEqual(
        end === lines.length - 1 ? [] : [{ line: 2, text: lines.toString('utf8', start, end), kind: 'cut' }],
      );
    }
  });

  test('a write that failed half-way is taken back', async () => {
    await using journal = await createFileJournal(path);
    vi.spyOn(fs, 'write').mockImplementationOnce(((_fd: number, _data: Buffer, ...rest: unknown[]) => {
      appendFileSync(path, '{"v":1,"type":"res');
      (rest.at(-1) as (error: Error) => void)(new Error('ENOSPC'));
    }) as never);
    await expect(journal.append(entry('1'))).rejects.toMatchObject({ code: 'JOURNAL', cause: { message: 'ENOSPC' } });
    await journal.append(entry('2'));
    expect(await journal.read()).toEqual({ entries: [entry('2')], damaged: [] });
  });

  test('after a failed fsync nothing is taken any more, until it is opened again', async () => {
    const journal = await createFileJournal(path);
    vi.spyOn(fs, 'fsync').mockImplementationOnce(((_fd: number, done: (error: Error) => void) =>
      done(new Error('EIO'))) as never);
    await expect(journal.append(entry('1'))).rejects.toMatchObject({ cause: { message: 'EIO' } });
    await expect(journal.append(entry('2'))).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
    await journal.close();
    await using again = await createFileJournal(path);
    await again.append(entry('3'));
  });

  test('takes no entry that it could not give back', async () => {
    await using journal = await createFileJournal(path);
    for (const change of [{ timestampMs: Number.NaN }, { outcome: 'absenT' }, { id: '' }, { v: 2 }, { type: 'cut' }])
      await expect(journal.append({ ...entry('1'), ...change } as never)).rejects.toMatchObject({ code: 'JOURNAL' });
    expect(await journal.read()).toEqual({ entries: [], damaged: [] });
  });

  test.each([
    '{"v":2,"type":"intent"}',
    '[]',
    'null',
    JSON.stringify({ ...entry('1'), outcome: 'absenu' }),
    '{"v":1,"type":"intent","id":"x"}',
    '{"v":1}',
  ])('a line that is not an entry is reported: %s', async (line) => {
    writeFileSync(path, `${line}\n${JSON.stringify(entry('1'))}\n`);
    await using journal = await createFileJournal(path);
    expect(await journal.read()).toEqual({
      entries: [entry('1')],
      damaged: [{ line: 1, text: line, kind: 'damaged' }],
    });
  });
});

test.each([
  ['accepted', 2],
  ['pending', 2],
  ['accepted', 10],
])(
  'a file with an order that a later version left %s (version %d) is refused, and not one byte of it is changed',
  async (outcome, v) => {
    const lines = [
      { v, type: 'intent', id: 'a' },
      { v, type: 'result', id: 'a', outcome, clientOrderId: 'job-17' },
    ];
    const text = lines.map((line, i) => sealLine(i + 1, JSON.stringify(line))).join('');
    writeFileSync(path, text);
    await expect(createFileJournal(path)).rejects.toMatchObject({
      code: 'JOURNAL',
      message: expect.stringContaining('a later version of this package wrote it'),
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

test.each([
  Buffer.from('SQLite format 3\0\n\0\x03'),
  Buffer.from('notes\n'),
  Buffer.from('{"key":"x"}'),
  Buffer.alloc(9),
])('a file that is not a journal is refused, and not one byte of it is changed: %j', async (bytes) => {
  writeFileSync(path, bytes);
  const message = expect.stringContaining('not a file journal');
  await expect(createFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent', message });
  expect(readFileSync(path)).toEqual(bytes);
});

test('a disk that cannot be read is a failure of the journal', async () => {
  await using journal = await createFileJournal(path);
  await journal.append(entry('1'));
  vi.spyOn(fs, 'read').mockImplementationOnce(((...given: unknown[]) =>
    (given.at(-1) as (error: Error) => void)(new Error('EIO'))) as never);
  await expect(journal.readOpen()).rejects.toMatchObject({ code: 'JOURNAL', message: `${path}: cannot be read: EIO.` });
});

test('a closed journal neither reads nor writes, and says why', async () => {
  const journal = await createFileJournal(path);
  await journal.close();
  for (const work of ['read', 'readOpen', 'compact'] as const)
    await expect(journal[work]()).rejects.toMatchObject({
      code: 'JOURNAL',
      message: `${path}: the journal is closed.`,
    });
});

describe('a second writer', () => {
  test('is refused until the block ends that the first one belongs to', async () => {
    {
      await using journal = await createFileJournal(path);
      await expect(createFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
      expect((await journal.read()).entries).toEqual([]);
    }
    await (await createFileJournal(path)).close();
  });

  test('is refused while another process is alive, and not any more when that one has died', async () => {
    const lockOf = (pid: number): string => JSON.stringify({ ...ownIdentity(path), start: undefined, pid });
    writeFileSync(`${path}.lock`, lockOf(process.ppid));
    await expect(createFileJournal(path)).rejects.toThrow(`process ${process.ppid} has it open`);
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(`${path}.lock`, lockOf(pid));
    await (await createFileJournal(path)).close();
  });

  test.skipIf(process.platform === 'win32')('a pipe is refused: opening it would hold the program', async () => {
    spawnSync('mkfifo', [path]);
    await expect(createFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL', outcome: 'not-sent' });
    await expect(createFileJournal(path)).rejects.toThrow('this is a pipe');
  });

  test('a journal that cannot be opened says why, and leaves no lock', async () => {
    const nowhere = join(folder, 'nowhere', 'orders.jsonl');
    await expect(createFileJournal(nowhere)).rejects.toMatchObject({ code: 'JOURNAL', cause: { code: 'ENOENT' } });
    await expect(createFileJournal(folder)).rejects.toMatchObject({ code: 'JOURNAL', cause: { code: 'EISDIR' } });
    expect(() => readFileSync(`${folder}.lock`)).toThrow('ENOENT');
  });
});

describe('a second writer in disguise is refused', () => {
  test.skipIf(process.platform === 'win32')('through links, also to a file that was not there', async () => {
    const link = join(folder, 'link.jsonl');
    symlinkSync(path, link);
    const journal = await createFileJournal(link);
    await expect(createFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL' });
    await expect(createFileJournal(link)).rejects.toMatchObject({ code: 'JOURNAL' });
    await journal.close();
    await (await createFileJournal(path)).close();
  });

  test('in another thread, which has the same process id', async () => {
    await using _ = await createFileJournal(path);
    // Another copy of the module knows as little of this one as a thread does.
    vi.resetModules();
    const thread = await import('../../src/journal/file-journal.js');
    expect(thread.createFileJournal).not.toBe(createFileJournal);
    await expect(thread.createFileJournal(path)).rejects.toThrow('this process already has it open');
  });

  test('after the journal before was closed twice', async () => {
    const first = await createFileJournal(path);
    await first.close();
    await using _ = await createFileJournal(path);
    await first.close();
    await expect(createFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL' });
  });

  test.skipIf(process.platform !== 'linux')('but not a process of before that had the same id', async () => {
    writeFileSync(`${path}.lock`, JSON.stringify({ ...ownIdentity(path), start: '1' }));
    await (await createFileJournal(path)).close();
  });
});
