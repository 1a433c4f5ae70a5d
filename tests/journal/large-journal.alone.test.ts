import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeEntry } from '../../src/journal/entry.js';
import { createFileJournal } from '../../src/journal/file-journal.js';
import { scanFileSync } from '../../src/journal/line-scanner.js';
import { sealLine } from '../../src/journal/sealed-line.js';
import { intentEntry, resultEntry } from './entries.js';
import { folderOfFile } from '../support/folder.js';

const ENTRIES = Number(process.env['JOURNAL_ENTRIES'] ?? 20_000);
const OPEN = 10;

const folder = folderOfFile();

/** Orders with a result each, except ten of them that are spread over the file. */
function writeLarge(path: string): void {
  const orders = (ENTRIES + OPEN) / 2;
  const fd = openSync(path, 'w');
  let number = 0;
  for (let i = 0, lines = ''; i < orders; i++) {
    const id = crypto.randomUUID();
    const clientOrderId = 'fc-abcdefghijklmnopqrstuvwxyz';
    lines += sealLine(++number, writeEntry(intentEntry(id, clientOrderId)));
    if (i % Math.ceil(orders / OPEN) !== 7)
      lines += sealLine(++number, writeEntry(resultEntry(id, 'accepted', clientOrderId)));
    if (lines.length < 1_000_000 && i < orders - 1) continue;
    writeSync(fd, lines);
    lines = '';
  }
  closeSync(fd);
}

test('a large journal is read in bounded memory, and is small after it was opened', async () => {
  const path = join(folder, 'orders.journal');
  writeLarge(path);
  const { size } = statSync(path);
  const timed = async (work: () => unknown): Promise<number> => {
    const startedMs = performance.now();
    await work();
    return Math.round(performance.now() - startedMs);
  };
  let lines = 0;
  const bareMs = await timed(() => scanFileSync(path, () => lines++));
  const rssBefore = process.memoryUsage().rss;
  const keeping = await createFileJournal(path, { maxBytes: Infinity });
  const readMs = await timed(async () => expect((await keeping.readOpen()).open).toHaveLength(OPEN));
  await keeping.close();
  let journal = keeping;
  const openMs = await timed(async () => (journal = await createFileJournal(path, { maxBytes: 1_000_000 })));
  const grownMb = Math.round((process.memoryUsage().rss - rssBefore) / 1e6);
  const recoverMs = await timed(async () => expect((await journal.readOpen()).open).toHaveLength(OPEN));
  await journal.close();
  console.log(JSON.stringify({ lines, bytes: size, bareMs, readMs, openMs, recoverMs, grownMb }));
  expect(lines).toBe(ENTRIES);
  expect(grownMb).toBeLessThan(100);
  expect(statSync(path).size).toBeLessThan(10_000);
});
