export { createFileJournal, type FileJournal, type FileJournalOptions } from './file-journal.js';
export type {
  DamagedLine,
  Journal,
  JournalClaim,
  JournalContent,
  JournalEntry,
  JournalIntent,
  JournalResult,
  KnownOrder,
  OrderJournal,
  SettlingJournal,
  SharedJournal,
} from './journal.js';
