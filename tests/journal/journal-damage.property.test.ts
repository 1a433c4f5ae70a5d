import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import { writeEntry } from '../../src/journal/entry.js';
import { sealLine } from '../../src/journal/sealed-line.js';
import type { JournalIntent, JournalResult, OpenContent } from '../../src/journal/journal.js';
import { intentEntry, resultEntry } from './entries.js';
import { folderOfFile } from '../support/folder.js';

const folder = folderOfFile();

const outcomes = ['sent', 'unknown', 'accepted', 'rejected', 'not-sent', 'absent'] as const;

/** One change of the bytes at a place that is a share of the file. */
const changes = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'set', 'delete', 'insert', 'zero', 'break'),
    // Without the bias for small numbers, which would hit the first byte nearly always.
    at: fc.noBias(fc.nat(999_999)),
    length: fc.oneof(
      { weight: 3, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }) },
    ),
    byte: fc.nat(255),
  }),
  { minLength: 1, maxLength: 3 },
);

/** Orders as they may stand in a file: intents in a row, results in any order behind their intents. */
const stories = fc.array(fc.record({ results: fc.array(fc.constantFrom(...outcomes), { maxLength: 2 }) }), {
  minLength: 1,
  maxLength: 12,
});

type Change = typeof changes extends fc.Arbitrary<(infer T)[]> ? T : never;

function damage(bytes: Buffer, { kind, at, length, byte }: Change): Buffer {
  const start = Math.min(bytes.length - 1, Math.floor((at / 1e6) * bytes.length));
  const [before, after] = [bytes.subarray(0, start), bytes.subarray(start)];
  if (kind === 'delete') return Buffer.concat([before, after.subarray(length)]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.alloc(length, byte), after]);
  if (kind === 'break') return Buffer.concat([before, Buffer.from('\n'), after]);
  const changed = Buffer.from(bytes);
  if (kind === 'zero') changed.fill(0, start, Math.min(bytes.length, start + length));
  else if (kind === 'set') changed[start] = byte;
  else changed[start]! ^= 1 << (byte % 8);
  return changed;
}

interface Written {
  readonly intents: readonly JournalIntent[];
  readonly results: readonly JournalResult[];
  readonly lines: readonly string[];
}

/** The file as the journal writes it, without its fsync for each line. */
function write(given: readonly { readonly results: readonly (typeof outcomes)[number][] }[]): Written {
  const intents = given.map((_, i) => intentEntry(`00000000-0000-4000-8000-0000000000${10 + i}`));
  const results: JournalResult[] = [];
  for (const [i, { results: own }] of given.entries())
    for (const outcome of own) results.push(resultEntry(intents[i]!.id, outcome, intents[i]!.clientOrderId));
  const lines = [...intents, ...results].map((entry, i) => sealLine(i + 1, writeEntry(entry)));
  return { intents, results, lines };
}

const isFinal = (result: JournalResult): boolean => result.outcome !== 'sent' && result.outcome !== 'unknown';

/**
 * The results that are gone from the end, line by line to the last byte; the line break before them may be gone with them.
 * They leave no trace: the file is as if they had never been written, whatever else is damaged before.
 */
function goneFromEnd({ intents, results, lines }: Written, bytes: Buffer): ReadonlySet<JournalResult> {
  const text = bytes.toString();
  const kept = lines.findLastIndex((line) => text.endsWith(line) || text.endsWith(line.trimEnd()));
  return new Set(kept < 0 ? [] : results.slice(Math.max(kept + 1 - intents.length, 0)));
}

/** The open orders are those that were written; an order without a final result is open, or something is reported. */
function judge({ intents, results }: Written, { open, damaged }: OpenContent, gone: ReadonlySet<JournalResult>): void {
  for (const { intent, last, isDoubtful } of open) {
    expect(intent).toEqual(intents.find(({ id }) => id === intent.id));
    if (last !== undefined) expect(results).toContainEqual(last);
    // Its final result is gone: nobody may call it absent on the strength of this file.
    const ended = results.some((result) => result.id === intent.id && isFinal(result) && !gone.has(result));
    if (ended) expect(isDoubtful || damaged.some(({ kind }) => kind === 'cut')).toBe(true);
  }
  const openIds = new Set(open.map(({ intent }) => intent.id));
  const lost = intents.filter(
    ({ id }) => !openIds.has(id) && !results.some((result) => result.id === id && isFinal(result)),
  );
  if (lost.length > 0) expect(damaged).not.toEqual([]);
}

const ended = (...orders: (typeof outcomes)[number][][]) => orders.map((results) => ({ results }));

/** The last line is gone whole, and the first one is damaged: an order behind the damage, and one without a trace of its end. */
const TAIL_AND_HEAD: [{ results: (typeof outcomes)[number][] }[], Change[]] = [
  ended(['sent'], [], ['sent'], ['sent', 'sent'], ['not-sent']),
  [
    { kind: 'delete', at: 923_186, length: 186, byte: 0 },
    { kind: 'flip', at: 0, length: 1, byte: 0 },
  ],
];

/** The same, and the line break before the last line is gone with it. */
const TAIL_WITH_BREAK: typeof TAIL_AND_HEAD = [
  ended([], ['sent'], [], ['sent'], ['sent', 'sent'], ['not-sent']),
  [
    { kind: 'delete', at: 941_727, length: 187, byte: 0 },
    { kind: 'flip', at: 0, length: 1, byte: 0 },
  ],
];

test('a damaged byte never turns an order into another one, and never loses one in silence', async () => {
  let seen = 0;
  let cutFiles = 0;
  await fc.assert(
    fc.asyncProperty(stories, changes, async (given, made) => {
      const path = join(folder, `${seen++}.journal`);
      const written = write(given);
      const whole = Buffer.from(written.lines.join(''));
      let bytes: Buffer = whole;
      for (const change of made) if (bytes.length > 0) bytes = damage(bytes, change);
      // Bytes that are cut from the end to the very end of a line are as if they had never been written.
      const isPrefix = whole.subarray(0, bytes.length).equals(bytes) && bytes.at(-1) === 0x0a;
      if (isPrefix || bytes.length === 0) return;
      const gone = goneFromEnd(written, bytes);
      if (gone.size > 0) cutFiles++;
      writeFileSync(path, bytes);
      const journal = await createFileJournal(path);
      judge(written, await journal.readOpen(), gone);
      for (const entry of (await journal.read()).entries)
        expect([...written.intents, ...written.results]).toContainEqual(entry);
      await journal.close();
      // And when it is opened the next time.
      const again = await createFileJournal(path);
      judge(written, await again.readOpen(), gone);
      await again.close();
      rmSync(path);
    }),
    { numRuns: Number(process.env['FUZZ_RUNS'] ?? 100), examples: [TAIL_AND_HEAD, TAIL_WITH_BREAK] },
  );
  expect(cutFiles).toBeLessThan(seen / 10);
});
