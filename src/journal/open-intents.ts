import { isOpenOutcome, readEntry } from './entry.js';
import type {
  DamagedLine,
  Journal,
  JournalContent,
  JournalIntent,
  JournalResult,
  KnownOrder,
  OpenContent,
} from './journal.js';

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

/** The orders of a journal under a clientOrderId that are open or were accepted, from `find` where it has that. */
export async function findKnown(
  journal: Journal,
  clientOrderId: string,
  accounts?: readonly string[],
): Promise<readonly KnownOrder[]> {
  if (journal.find !== undefined) return journal.find(clientOrderId, accounts);
  const { entries, damaged } = await journal.read();
  const known = new Map<string, KnownOrder>();
  const read = entries.map(readEntry);
  for (const entry of read) {
    if (entry?.clientOrderId !== clientOrderId) continue;
    const intent = entry.type === 'intent' ? entry : known.get(entry.id)?.intent;
    if (entry.type === 'intent' || isOpenOutcome(entry.outcome) || entry.outcome === 'accepted')
      known.set(entry.id, { intent, last: entry.type === 'intent' ? undefined : entry });
    else known.delete(entry.id);
  }
  const isOurs = ({ intent }: KnownOrder): boolean => accounts?.includes(intent?.account ?? '') !== false;
  const isDamaged = read.includes(undefined) || damaged.some(({ kind }) => kind !== 'cut');
  return [...known.values()].filter(isOurs).concat(isDamaged ? [{ why: 'a part of it is damaged' }] : []);
}
