export { createFileJournal, type FileJournal, type FileJournalOptions } from './file-journal.js';
export type {
  ClaimFilter,
  DamagedLine,
  Journal,
  JournalClaim,
  JournalContent,
  JournalEntry,
  JournalIntent,
  JournalResult,
  KnownOrder,
  OpenContent,
  OpenCount,
  OpenIntent,
  OrderJournal,
  SettleOptions,
  SettlingJournal,
  SharedJournal,
} from './journal.js';
