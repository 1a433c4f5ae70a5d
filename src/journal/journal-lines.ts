import type { JournalContent, JournalEntry } from './journal.js';

/** Reads the lines of a journal. A line that is no entry is reported and takes no other with it. */
export function readLines(text: string): JournalContent {
  const entries: JournalEntry[] = [];
  const damaged: { line: number; text: string }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const entry = readEntry(line);
    if (entry === undefined) damaged.push({ line: index + 1, text: line });
    else entries.push(entry);
  }
  return { entries, damaged };
}

function readEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An entry of a later version may mean anything: it is reported, too. */
function isEntry(value: unknown): value is JournalEntry {
  if (value === null || typeof value !== 'object') return false;
  const has = (type: 'string' | 'number', names: readonly string[]): boolean =>
    names.every((name) => typeof (value as Record<string, unknown>)[name] === type);
  const { v, type, input } = value as { v?: unknown; type?: unknown; input?: unknown };
  if (v !== 1 || !has('string', ['id', 'clientOrderId']) || !has('number', ['timestampMs'])) return false;
  if (type === 'result') return has('string', ['outcome']);
  return type === 'intent' && has('number', ['offsetMs']) && typeof input === 'object' && input !== null;
}
