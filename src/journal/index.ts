export { createFileJournal, type FileJournal } from './file-journal.js';
export type { Journal, JournalContent, JournalEntry, JournalIntent, JournalResult } from './journal.js';
