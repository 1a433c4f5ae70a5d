import { expect, test } from 'vitest';
import type { JournalClaim, SharedJournal, UnreadableIntent } from '../../src/journal/journal.js';
import { intentEntry, resultEntry } from './entries.js';

/** An empty journal in a table, and a way to change that table by hand. */
export interface SqlStore {
  /** Opens it once more. */
  readonly again: () => unknown;
  readonly journal: SharedJournal & { deleteFinished(olderThanMs: number): number | Promise<number> };
  /** Runs statements in which the table is called `T`, and a time long ago `PAST`. */
  readonly execute: (sql: string) => void | Promise<unknown>;
}

/** Damage to one row of a table, as the assignments that do it. */
const DAMAGED_ROWS: readonly (readonly [string, string])[] = [
  ['an intent that is cut', "intent = '{'"],
  ['an outcome that is none', "outcome = 'absenT'"],
  ['an outcome without a result', "outcome = 'sent'"],
  ['a result without an outcome', `result = '${JSON.stringify(resultEntry('1', 'sent'))}'`],
  ['a result of another intent', `outcome = 'sent', result = '${JSON.stringify(resultEntry('2', 'sent'))}'`],
  ['another id', "id = '9'"],
  ['another clientOrderId', "client_order_id = 'c-9'"],
  ['another account', "account = 'b'"],
];

/** Defines the tests of a journal in a table, whichever database has it. */
export function describeSqlJournal(create: () => SqlStore | Promise<SqlStore>): void {
  test('what ended long ago is deleted when it is asked for', async () => {
    const { journal } = await create();
    const [open, ended] = [await journal.insert(intentEntry('1')), await journal.insert(intentEntry('2'))];
    await journal.write(ended!, resultEntry('2', 'accepted'));
    await journal.write((await journal.insert(intentEntry('3')))!, resultEntry('3', 'absent'));
    expect(await journal.deleteFinished(60_000)).toBe(0);
    expect(await journal.deleteFinished(-1)).toBe(2);
    expect(await journal.deleteFinished(-1)).toBe(0);
    expect(await journal.renew(open!)).toBe(true);
    // Never sent a second time; what was absent may be.
    expect(await journal.insert(intentEntry('4', 'c-2'))).toBeUndefined();
    expect(await journal.find('c-2')).toEqual([{ why: expect.stringContaining('no longer has') }]);
    expect(await journal.insert(intentEntry('5', 'c-3'))).toBeDefined();
  });

  test.each(DAMAGED_ROWS)(
    'a row with %s is reported as damaged, leased to no process, and the next one claimed',
    async (_what, set) => {
      const { journal, execute } = await create();
      for (const id of ['1', '2']) await journal.insert(intentEntry(id));
      await execute(`update T set lease_until = PAST; update T set ${set} where sequence = 1`);
      const wanted = { except: [], accounts: ['', 'b'] };
      const [first] = [await journal.claim(wanted), await journal.claim(wanted)];
      expect(first).toMatchObject({ damaged: { line: 1, kind: 'damaged', text: expect.stringContaining('') } });
      expect(await journal.claim({ ...wanted, except: [(first as UnreadableIntent).id] })).toMatchObject({ fence: 2 });
      expect(await journal.countOpen(wanted.accounts)).toEqual({ leased: 1, otherAccounts: 0 });
      for (const { intent, why } of (await journal.find('c-1')).concat(await journal.find('c-9'))) {
        expect(intent).toBeUndefined();
        expect(why).toContain('damaged');
      }
    },
  );

  test.each(['1152921504606846976', '9223372036854775807', '-1'])(
    'a row with the fence %s is claimed all the same',
    async (fence) => {
      const { journal, execute } = await create();
      await journal.insert(intentEntry('1'));
      await execute(`update T set lease_until = PAST; update T set fence = ${fence}`);
      const claim = (await journal.claim({ except: [], accounts: [''] })) as JournalClaim;
      expect(claim.intent).toEqual(intentEntry('1'));
      expect(await journal.write(claim, resultEntry('1', 'accepted'))).toBe(true);
    },
  );

  test('a table that is gone is a JournalError that says what it means', async () => {
    const { journal, execute } = await create();
    const claim = await journal.insert(intentEntry('1'));
    await execute('drop table T');
    const message = expect.stringContaining('cannot be read or written');
    const failed = { code: 'JOURNAL', outcome: 'not-sent', message };
    await expect(journal.insert(intentEntry('2'))).rejects.toMatchObject(failed);
    await expect(journal.renew(claim!)).rejects.toMatchObject(failed);
    await expect(journal.countOpen([''])).rejects.toMatchObject(failed);
  });

  test('a table that has taken the place of the one that was opened is no table without orders', async () => {
    const { journal, execute, again } = await create();
    await journal.insert(intentEntry('1'));
    await execute('drop table T');
    await again();
    const failed = { code: 'JOURNAL', outcome: 'not-sent' };
    await expect(journal.insert(intentEntry('2'))).rejects.toMatchObject(failed);
    await expect(journal.claim({ except: [], accounts: [''] })).rejects.toMatchObject(failed);
  });

  test.each(['accepted', 'absent'] as const)(
    'after one that is %s, others delete what ended, and do upkeep',
    async (first) => {
      const { journal, execute } = await create();
      for (const [id, outcome] of Object.entries({ 1: first, 2: 'rejected' } as const))
        await journal.write((await journal.insert(intentEntry(id)))!, resultEntry(id, outcome));
      await execute(`delete from T where outcome <> 'accepted'; create table T_${first} (x integer)`);
      expect(await journal.insert(intentEntry('3'))).toMatchObject({ fence: 1 });
    },
  );

  test('another table, or another index, beside it changes nothing', async () => {
    const { journal, execute } = await create();
    await journal.insert(intentEntry('1'));
    await execute('create index T_more on T (owner); create table T_other (x integer)');
    expect(await journal.insert(intentEntry('2'))).toMatchObject({ fence: 1 });
  });
}
