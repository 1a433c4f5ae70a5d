import { Pool } from 'pg';
import type { SharedJournal } from '../../src/journal/journal.js';
import { createPostgresJournal } from '../../src/journal/postgres-journal.js';
import { createSqliteJournal } from '../../src/journal/sqlite-journal.js';

/** Opens the journal of a crowd: `postgres:<folder of the socket>` or `sqlite:<file>`. */
export async function openCrowdJournal(store: string, leaseMs: number): Promise<SharedJournal> {
  const [kind, place = ''] = store.split(/:(.*)/s);
  if (kind === 'sqlite') return createSqliteJournal(place, { leaseMs });
  const pool = new Pool({ host: place, user: 'postgres', database: 'postgres', max: 4 });
  return createPostgresJournal(pool, { leaseMs });
}

/** The faults that the database itself refuses: a claim under a lease that lives, and a second end of an intent. */
export const POSTGRES_RULES = `
  create or replace function assert_rules() returns trigger language plpgsql as $$ begin
    if new.fence <> old.fence and old.lease_until > clock_timestamp() then
      insert into violations values ('claimed under a live lease'); end if;
    if old.outcome in ('accepted', 'rejected', 'not-sent', 'absent') then
      insert into violations values ('ended twice'); end if;
    return new;
  end $$;
  create table violations (what text);
  create trigger rules before update on futures_journal for each row execute function assert_rules();
`;

export const SQLITE_RULES = `
  create table violations (what text);
  create trigger claimed before update on futures_journal
    when new.fence <> old.fence and old.lease_until > unixepoch('subsec') * 1000
    begin insert into violations values ('claimed under a live lease'); end;
  create trigger ended before update on futures_journal
    when old.outcome in ('accepted', 'rejected', 'not-sent', 'absent')
    begin insert into violations values ('ended twice'); end;
`;
