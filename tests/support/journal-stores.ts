import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createFileJournal } from '../../src/journal/file-journal.js';
import type { JournalEntry, JournalIntent, OrderJournal, SettlingJournal } from '../../src/journal/journal.js';
import { isShared } from '../../src/journal/journal.js';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { createSqliteJournal } from '../../src/journal/sqlite-journal.js';
import { folderOfTest } from './folder.js';
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.js';
import { sqlite } from './sqlite.js';

/** Every kind of journal that this machine has, each as a store of its own that can be opened again. */
export type JournalKind = 'file' | 'custom' | 'sqlite' | 'postgres';

export const JOURNAL_KINDS: readonly JournalKind[] = [
  'file',
  'custom',
  ...(sqlite ? (['sqlite'] as const) : []),
  ...(hasPostgres ? (['postgres'] as const) : []),
];

/** Those that have `settle`. */
export const SETTLING_KINDS = JOURNAL_KINDS.filter((kind) => kind !== 'custom');
export const SHARED_KINDS = SETTLING_KINDS.filter((kind) => kind !== 'file');

export interface OpenedJournal {
  readonly journal: OrderJournal & Partial<SettlingJournal>;
  close(): Promise<void>;
}

let server: PostgresServer | undefined;
let tables = 0;

/** For a file that uses stores: the database of those that need one. */
export function useStores(): void {
  if (!hasPostgres) return;
  beforeAll(async () => void (server = await startPostgres()));
  afterAll(() => server!.stop());
}

/** Where `futures settle` finds the database, and a journal in it for a test. */
export const postgresUrl = (): string =>
  `postgres://${server!.user}@/postgres?host=${encodeURIComponent(server!.host)}`;
export const withPool = <T>(work: (pool: Pool) => Promise<T>): Promise<T> => work(server!.pool);

/** An empty store until the test ends; each call of what it returns opens it as another process would. */
export function createStore(kind: JournalKind, leaseMs = 15_000): () => Promise<OpenedJournal> {
  if (kind === 'custom') {
    const entries: JournalEntry[] = [];
    const append = async (entry: JournalEntry): Promise<void> => void entries.push(entry);
    return async () => ({ journal: { append, read: () => ({ entries, damaged: [] }) }, close: async () => {} });
  }
  if (kind === 'postgres') {
    const table = `store_${++tables}`;
    return async () => ({
      journal: await createPostgresJournal(server!.pool, { table, leaseMs }),
      close: async () => {},
    });
  }
  const folder = folderOfTest();
  const opened: OpenedJournal[] = [];
  onTestFinished(async () => {
    for (const { close } of opened) await close();
  });
  return async () => {
    const path = join(folder, `orders.${kind}`);
    const journal = kind === 'file' ? await createFileJournal(path) : createSqliteJournal(path, { leaseMs });
    const store = { journal, close: async () => journal.close() };
    opened.push(store);
    return store;
  };
}

/** Writes an intent as another process would; of a shared journal it is under a lease. */
export async function writeIntent(journal: OrderJournal, intent: JournalIntent): Promise<void> {
  if (isShared(journal)) await journal.insert(intent);
  else await journal.append(intent);
}
