export { createFileJournal, type FileJournal } from './conveniences/file-journal.js';
export type { Journal, JournalContent, JournalEntry, JournalIntent, JournalResult } from './conveniences/journal.js';
