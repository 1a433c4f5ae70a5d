import { isOpenOutcome, readEntry } from './entry.js';
import type { DamagedLine, Journal, JournalContent, JournalIntent, JournalResult, OpenContent } from './journal.js';

/** Reads what a journal has left open, from `readOpen` where it has that. */
export async function readOpenIntents(journal: Journal): Promise<OpenContent> {
  if (journal.readOpen !== undefined) return journal.readOpen();
  return findOpenIntents(await journal.read());
}

/**
 * Finds the intents without a final result. An entry that is not one, or that contradicts its intent, is reported as
 * damaged, because nothing says which of the two is right.
 */
export function findOpenIntents({ entries, damaged }: JournalContent): OpenContent {
  const open = new Map<string, { readonly intent: JournalIntent; last?: JournalResult }>();
  const wrong: DamagedLine[] = [];
  for (const [index, given] of entries.entries()) {
    const entry = readEntry(given);
    const known = entry && open.get(entry.id);
    if (entry === undefined || (known !== undefined && known.intent.clientOrderId !== entry.clientOrderId)) {
      wrong.push({ line: index + 1, text: JSON.stringify(given)?.slice(0, 1000) ?? '', kind: 'damaged' });
    } else if (entry.type === 'intent') {
      open.set(entry.id, { intent: entry });
    } else if (!isOpenOutcome(entry.outcome)) {
      open.delete(entry.id);
    } else if (known !== undefined) {
      known.last = entry;
    }
  }
  const all = [...damaged, ...wrong];
  const isDoubtful = all.some(({ kind }) => kind !== 'cut');
  return { open: [...open.values()].map((each) => ({ ...each, isDoubtful })), damaged: all };
}
