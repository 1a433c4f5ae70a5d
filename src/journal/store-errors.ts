import { ArgumentError, JournalError } from '../core/errors.js';

/** The methods of a shared journal that ask its store. */
const METHODS = ['insert', 'find', 'renew', 'write', 'claim', 'countOpen', 'settle', 'deleteFinished'] as const;

/**
 * The same journal, whose errors say what they mean for the order: an error of the store becomes a {@link JournalError}. Its
 * outcome is `not-sent`, because a journal sends nothing; who has sent says so.
 */
export function withJournalErrors<J extends { readonly [Name in (typeof METHODS)[number]]: unknown }>(
  store: string,
  journal: J,
): J {
  const wrapped = METHODS.map((name) => {
    const method = journal[name] as (...given: unknown[]) => Promise<unknown>;
    return [name, (...given: unknown[]) => method(...given).catch((cause: unknown) => fail(store, cause))];
  });
  return { ...journal, ...Object.fromEntries(wrapped) };
}

function fail(store: string, cause: unknown): never {
  if (cause instanceof JournalError || cause instanceof ArgumentError) throw cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  throw new JournalError(`${store}: the journal cannot be read or written: ${reason}.`, { cause });
}

/** Why a table is not used as a journal. */
export const unfit = (store: string, table: string, problem: string): JournalError =>
  new JournalError(
    `${store}: the table ${table} ${problem}. An order could be doubled or lost there. Nothing was sent. Use another table, or let ` +
      'the journal create it.',
  );
