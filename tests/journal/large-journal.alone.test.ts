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
  let lines = 0;
  scanFileSync(path, () => lines++);
  expect(lines).toBe(ENTRIES);
  const rssBefore = process.memoryUsage().rss;
  for (const maxBytes of [Infinity, 1_000_000]) {
    await using journal = await createFileJournal(path, { maxBytes });
    expect((await journal.readOpen()).open).toHaveLength(OPEN);
  }
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(100_000_000);
  expect(statSync(path).size).toBeLessThan(10_000);
});
