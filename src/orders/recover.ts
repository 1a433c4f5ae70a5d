import { ownOptions } from '../core/options.js';
import type { CallOptions } from '../client/options.js';
import { JournalError } from '../core/errors.js';
import {
  type DamagedLine,
  isShared,
  isUnreadable,
  type Journal,
  type JournalClaim,
  type OpenIntent,
  type OrderJournal,
  type SharedJournal,
} from '../journal/journal.js';
import { readOpenIntents } from '../journal/open-intents.js';
import { keepUnderWay, underWay } from '../journal/under-way.js';
import { assertNotAborted, inTime } from '../transport/deadline.js';
import { type AccountClient, accountsOf } from './account.js';
import type { LookupClient } from './evidence.js';
import { momentNow } from './lease.js';
import { type OrderRecord, ownedRecord } from './order-record.js';
import type { ResolveLimits } from './resolve.js';
import { readLimits } from './resolve-limits.js';
import { boundEnd, LONGEST_READ_MS, type LookupRun, resolveOpen, takeOver, toIntent } from './resolve-open.js';
import { omitUndefined, type Submitted } from './submitted.js';

/** Orders of a shared journal that are looked up in one go; more would have to wait for them under a lease. */
const MAX_CLAIMS = 100;

/** Options of `recover`; the limits are those of `submitOrder`, for each order on its own. */
export interface RecoverOptions extends CallOptions, Partial<ResolveLimits> {}

/** The result for the orders that a journal had left open. */
export interface Recovery {
  /** One for each open intent, oldest first, with the order as it was meant. */
  readonly orders: readonly (Submitted & {
    readonly input: Readonly<Record<string, string>>;
    /** As the journal names it, for `settle`. */
    readonly account?: string;
  })[];
  /**
   * Parts of the journal that cannot be read. Unless they are `cut`, stop and look at the service by hand before you send
   * anything again: an order in them may be there, and is not among `orders`.
   */
  readonly damaged: readonly DamagedLine[];
  /**
   * Intents of this account that were left alone, because this or another process works on them, or has crashed less than a
   * lease ago.
   */
  readonly leased: number;
  /** Open intents of other accounts, which were left alone: recover them with a client of their account. */
  readonly otherAccounts: number;
  /**
   * Why a shared journal could not be read to its end, after something was found: call recover again. `leased` and
   * `otherAccounts` are NaN then: not known.
   */
  readonly journalError?: unknown;
}

/**
 * Finds out what became of the orders that a journal has left open: sent by a process that ended before it knew, or not
 * proven either way. It only reads from the service, sends no order, and writes what it found to the journal.
 *
 * Call it at any time: what this process works on is left alone, and of a shared journal what another process works on (a
 * live lease). So is what belongs to another account. Nothing says when the other process ended, so an absence takes
 * `acceptanceWindowMs + 2 * settleMs` to prove, about nine seconds; eight orders share that wait.
 *
 * An order behind whose intent the journal is damaged is never `absent`: its result may have been there. Nor is one whose
 * intent does not say which account it belongs to.
 *
 * @throws {ArgumentError} Naming the wrong option; also any error that the journal throws when it is read, before anything was found.
 * @throws {TimeoutError | AbortedError} When reading the journal does not end within `timeoutMs` (10000 when left out), or
 *   the caller aborts before it has.
 * @example
 * const { orders, damaged } = await client.recover({ journal });
 * for (const { outcome, clientOrderId } of orders) console.log(clientOrderId, outcome);
 * if (damaged.some(({ kind }) => kind !== 'cut')) throw new Error('an order may be in a damaged line');
 */
export async function recover(
  client: LookupClient & AccountClient,
  journal: OrderJournal,
  given: RecoverOptions = {},
): Promise<Recovery> {
  const options = ownOptions(given);
  const limits = readLimits('recover', options, []);
  const run: RecoveryRun = { client, limits, options, orders: [], accounts: accountsOf(client) };
  return isShared(journal) ? recoverShared(run, journal) : recoverOwn(run, journal);
}

interface RecoveryRun extends LookupRun {
  readonly orders: Recovery['orders'][number][];
  readonly accounts: readonly string[];
}

async function recoverOwn(run: RecoveryRun, journal: Journal): Promise<Recovery> {
  const read = () => readInTime(run, () => readOpenIntents(journal));
  const isOurs = ({ intent }: OpenIntent): boolean => run.accounts.includes(intent.account ?? '');
  const isFree = (each: OpenIntent): boolean => isOurs(each) && underWay(journal, each.intent) === undefined;
  const { open, damaged } = await read();
  const ours = open.filter(isOurs);
  const free = ours.filter(isFree);
  const left = { damaged, leased: ours.length - free.length, otherAccounts: open.length - ours.length };
  if (free.length === 0) return { orders: [], ...left };
  // One that ended while the journal was read is open in what was read; this is read when all of them are under way here.
  const taking = Promise.resolve().then(async () => {
    const ids = new Set(free.map(({ intent }) => intent.id));
    const taken = (await read()).open.filter(({ intent }) => ids.has(intent.id));
    const records: OrderRecord[] = [];
    // One after another: each write has its own time.
    for (const each of taken) records.push(await takeOver(run, journal, each));
    const end = await boundEnd(run);
    return new Map(taken.map((each, at) => [each.intent.id, () => resolveOpen(run, each, end, records[at]!)]));
  });
  // An order that is submitted once more meanwhile waits for its turn here.
  const lanes = inLanes(free, taking, async ({ intent }) => (await taking).get(intent.id)?.());
  const kept = lanes.map((resolved, at) => keepUnderWay(journal, free[at]!.intent, resolved));
  await collect(run, free, kept);
  return { orders: run.orders, ...left };
}

/** Number of orders that are looked up at a time: to prove an absence is mostly to wait. */
const LANES = 8;

function inLanes<Item, Result>(
  items: readonly Item[],
  begin: Promise<unknown>,
  work: (item: Item) => Promise<Result>,
): readonly Promise<Result>[] {
  const lanes = Array.from({ length: LANES }, () => begin);
  return items.map((item, at) => {
    const found = lanes[at % LANES]!.then(() => work(item));
    lanes[at % LANES] = found;
    return found;
  });
}

/** Tells what was found in the order of the journal, and that of the others where one fails. */
async function collect(
  { orders }: RecoveryRun,
  open: readonly Pick<OpenIntent, 'intent'>[],
  lanes: readonly Promise<Submitted | undefined>[],
): Promise<void> {
  const ended = await Promise.allSettled(lanes);
  for (const [at, one] of ended.entries())
    if (one.status === 'fulfilled' && one.value) {
      const { input, account } = open[at]!.intent;
      orders.push({ ...one.value, input, ...omitUndefined({ account }) });
    }
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function recoverShared(run: RecoveryRun, journal: SharedJournal): Promise<Recovery> {
  const { accounts, orders } = run;
  const damaged: DamagedLine[] = [];
  try {
    await claimAll(run, journal, damaged);
    return { orders, damaged, ...(await readInTime(run, () => journal.countOpen(accounts))) };
  } catch (journalError) {
    if (orders.length + damaged.length === 0) throw journalError;
    // These results are final in the journal, so that no other call tells them.
    return { orders, damaged, leased: Number.NaN, otherAccounts: Number.NaN, journalError };
  }
}

async function claimAll(run: RecoveryRun, journal: SharedJournal, damaged: DamagedLine[]): Promise<void> {
  const { accounts } = run;
  const except: string[] = [];
  for (;;) {
    const held: { readonly claim: JournalClaim; readonly record: OrderRecord }[] = [];
    try {
      while (held.length < MAX_CLAIMS) {
        const since = momentNow();
        const claim = await readInTime(run, () => journal.claim({ except, accounts }));
        if (claim === undefined) break;
        const { id } = isUnreadable(claim) ? claim : claim.intent;
        if (except.includes(id)) throw notAskedFor(`the order ${id} again`, 'except');
        except.push(id);
        if (isUnreadable(claim)) {
          damaged.push(claim.damaged);
          continue;
        }
        assertOurs(claim, accounts);
        held.push({ claim, record: ownedRecord(journal, claim, toIntent(claim.intent), since) });
      }
      if (held.length === 0) return;
      const end = await boundEnd(run);
      const lanes = inLanes(held, Promise.resolve(), ({ claim, record }) =>
        resolveOpen(run, { ...claim, isDoubtful: false }, end, record),
      );
      const claims = held.map(({ claim }) => claim);
      await collect(run, claims, lanes);
    } finally {
      for (const { record } of held) record.release();
    }
  }
}

/** Looked up in this account, an order of another one would be called absent. */
function assertOurs({ intent: { account = '', clientOrderId } }: JournalClaim, accounts: readonly string[]): void {
  if (!accounts.includes(account)) throw notAskedFor(`the order ${clientOrderId} of another account`, 'accounts');
}

const notAskedFor = (what: string, filter: string): JournalError =>
  new JournalError(
    `the journal returned ${what}, which was not asked for: its claim does not heed \`${filter}\`. ` +
      'Nothing was sent. Test the store with describeJournal.',
  );

async function readInTime<T>({ options }: RecoveryRun, read: () => Promise<T>): Promise<T> {
  const { signal, timeoutMs = LONGEST_READ_MS } = options;
  const life = { operationId: 'recover', readOnly: true, timeoutMs, signal: signal ?? undefined };
  assertNotAborted(life);
  return inTime(read(), life);
}
