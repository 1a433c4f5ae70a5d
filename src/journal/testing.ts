import { refuse } from '../core/argument.js';
import {
  type ClaimFilter,
  isUnreadable,
  type JournalClaim,
  type JournalIntent,
  type JournalResult,
  type KnownOrder,
  type SharedJournal,
} from './journal.js';

/** A store of a shared journal that a test has for itself. */
export interface TestedStore {
  /** Opens the journal once more, as another process would. */
  open(options: { readonly leaseMs: number }): Promise<SharedJournal> | SharedJournal;
  /** Called when the test has ended. */
  close?(): Promise<void> | void;
}

/** `describe` and `it` of a test runner: vitest, jest, mocha, `node:test` … */
export interface TestRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** Long enough for the slowest statement, short enough to wait for. */
const LEASE_MS = 400;
const FOREVER_MS = 3_600_000;

/**
 * Proves a store for {@link SharedJournal}: runs tests of what submitOrder and recover rely on, against the real store.
 * `make` makes a new, empty store for each test.
 *
 * @throws {ArgumentError} When the runner has no `describe` or `it`.
 * @example
 * describeJournal('my store', async () => ({ open: ({ leaseMs }) => openMyJournal({ leaseMs }) }), { describe, it });
 */
export function describeJournal(
  name: string,
  make: () => Promise<TestedStore> | TestedStore,
  { describe, it }: TestRunner,
): void {
  if (typeof describe !== 'function' || typeof it !== 'function') refuse('runner', 'must have describe and it');
  const test = (claim: string, body: (store: TestedStore) => Promise<void>): void => {
    it(claim, async () => {
      const store = await make();
      try {
        await body(store);
      } finally {
        await store.close?.();
      }
    });
  };

  describe(name, () => {
    test('gives back an intent and its last result exactly as they were written', async ({ open }) => {
      const first = await open({ leaseMs: LEASE_MS });
      const written = intentOf('1', '订单 😀 \u2028 "\\');
      const claim = await inserted(first, written);
      const last = resultOf(written, 'sent', { carriedAtMostMs: 1_760_000_000_123.5 });
      for (const result of [resultOf(written, 'sent'), last]) equal(await first.write(claim, result), true, 'write');
      const claimed = await claimWhenFree(await open({ leaseMs: LEASE_MS }));
      same(claimed.intent, written, 'the intent');
      same(claimed.last, last, 'the last result');
      equal(claimed.fence > claim.fence, true, 'the fence grows');
    });

    test('inserts one of several orders that come at once with the same clientOrderId', async ({ open }) => {
      const journals = await Promise.all([1, 2, 3, 4].map(() => open({ leaseMs: FOREVER_MS })));
      for (let i = 0; i < 5; i++) {
        const claims = await Promise.all(journals.map((journal, n) => journal.insert(intentOf(`${i}-${n}`, `c-${i}`))));
        equal(claims.filter((claim) => claim !== undefined).length, 1, 'claims of one clientOrderId');
      }
      equal((await journals[0]!.countOpen(OWN)).leased, 5, 'intents under a lease');
    });

    test('inserts no second order with a clientOrderId that is open or accepted, and one after it was absent', async ({
      open,
    }) => {
      const journal = await open({ leaseMs: FOREVER_MS });
      const again = (n: number): JournalIntent => intentOf(`again-${n}`, 'c-1');
      const first = await inserted(journal, intentOf('1'));
      equal(await journal.insert(again(1)), undefined, 'insert while open');
      equal(await journal.write(first, resultOf(first.intent, 'absent')), true, 'write absent');
      const second = await inserted(journal, again(2));
      equal(
        await journal.write(second, resultOf(second.intent, 'accepted', { orderId: '17' })),
        true,
        'write accepted',
      );
      equal(await journal.insert(again(3)), undefined, 'insert after accepted');
    });

    test('finds the order that holds a clientOrderId, with what is known of it, and none after it was absent', async ({
      open,
    }) => {
      const [owner, other] = [await open({ leaseMs: FOREVER_MS }), await open({ leaseMs: FOREVER_MS })];
      same(await other.find('c-1'), [], 'an order that was never inserted');
      const first = await inserted(owner, intentOf('1'));
      for (const alike of ['C-1', 'c-1 ', 'c-_']) same(await other.find(alike), [], 'an order of another name');
      same(await other.find('c-1', OWN), [{ intent: first.intent }], 'an order without a result');
      equal(await owner.write(first, resultOf(first.intent, 'absent')), true, 'write absent');
      same(await other.find('c-1', OWN), [], 'an absent order');
      const { intent, ...claim } = await inserted(owner, intentOf('2', 'c-1'));
      const last = resultOf(intent, 'accepted', { orderId: '17' });
      equal(await owner.write({ intent, ...claim }, last), true, 'write accepted');
      same(await other.find('c-1', OWN), [{ intent, last }], 'an accepted order');
    });

    test('keeps accounts apart: inserting, finding, claiming and counting', async ({ open }) => {
      const journal = await open({ leaseMs: FOREVER_MS });
      for (const account of ['a-1', 'a-2', '']) {
        const claim = await inserted(journal, intentOf(`of ${account}`, 'c-1', account));
        equal(await journal.write(claim, resultOf(claim.intent, 'unknown')), true, 'write');
      }
      const idsOf = (found: readonly KnownOrder[]) => found.map(({ intent }) => intent?.id).sort();
      same(idsOf(await journal.find('c-1')), ['of ', 'of a-1', 'of a-2'], 'the orders of all accounts');
      same(idsOf(await journal.find('c-1', ['a-2', ''])), ['of ', 'of a-2'], 'the orders of two accounts');
      equal((await claimFrom(journal, { ...ANY, clientOrderId: 'c-2' }))?.intent.id, undefined, 'claim of no order');
      const claimed = await claimFrom(journal, { except: [], accounts: ['a-2'], clientOrderId: 'c-1' });
      equal(claimed?.intent.id, 'of a-2', 'the claim of an account');
      same(await journal.countOpen(['a-2', '']), { leased: 1, otherAccounts: 1 }, 'the count for two accounts');
      same(await journal.countOpen(OWN), { leased: 0, otherAccounts: 2 }, 'the count for one account');
      equal((await claimFrom(journal, { except: [], accounts: [''] }))?.intent.id, 'of ', 'the claim of no account');
    });

    test('gives nothing to others while a lease lives, and renewals keep it alive', async ({ open }) => {
      const [owner, other] = [await open({ leaseMs: LEASE_MS }), await open({ leaseMs: LEASE_MS })];
      const claim = await inserted(owner, intentOf('1'));
      const untilMs = performance.now() + 3 * LEASE_MS;
      while (performance.now() < untilMs) {
        const startedMs = performance.now();
        const isRenewed = await owner.renew(claim);
        const found = await claimFrom(other, ANY);
        // A machine that stalls for longer than the lease proves nothing.
        if (performance.now() - startedMs < LEASE_MS / 2) same([isRenewed, found], [true, undefined], 'a live lease');
        if (found !== undefined) return;
        await pause(LEASE_MS / 8);
      }
      equal((await owner.countOpen(OWN)).leased, 1, 'intents under a lease');
    });

    test('gives an orphan to one of many that want it', async ({ open }) => {
      const owner = await open({ leaseMs: LEASE_MS });
      for (let i = 0; i < 20; i++) await inserted(owner, intentOf(String(i)));
      await pause(LEASE_MS * 1.5);
      const others = await Promise.all([1, 2, 3, 4].map(() => open({ leaseMs: FOREVER_MS })));
      const claimed = await Promise.all(others.map((journal) => claimAll(journal)));
      const ids = claimed.flat().map(({ intent }) => intent.id);
      equal(ids.length, 20, 'claims');
      equal(new Set(ids).size, 20, 'different intents');
      equal((await owner.countOpen(OWN)).leased, 20, 'intents under a lease');
    });

    test('refuses results and renewals of an owner whose intent was claimed', async ({ open }) => {
      const [owner, other] = [await open({ leaseMs: LEASE_MS }), await open({ leaseMs: FOREVER_MS })];
      const claim = await inserted(owner, intentOf('1'));
      const taken = await claimWhenFree(other);
      equal(await owner.renew(claim), false, 'renew of the earlier owner');
      equal(
        await owner.write(claim, resultOf(claim.intent, 'accepted', { orderId: '17' })),
        false,
        'write of the earlier owner',
      );
      equal(await other.write(taken, resultOf(claim.intent, 'absent')), true, 'write of the owner');
      equal(
        await owner.write(claim, resultOf(claim.intent, 'accepted', { orderId: '17' })),
        false,
        'write after the end',
      );
      equal(await other.renew(taken), false, 'renew after the end');
    });

    test('keeps a result that came after the lease, when no other process claimed the intent meanwhile', async ({
      open,
    }) => {
      const owner = await open({ leaseMs: LEASE_MS });
      const claim = await inserted(owner, intentOf('1'));
      await pause(LEASE_MS * 1.5);
      equal(await owner.write(claim, resultOf(claim.intent, 'accepted', { orderId: '17' })), true, 'write');
      equal(await claimFrom(owner, ANY), undefined, 'claim of an ended intent');
    });

    for (const outcome of ['accepted', 'rejected', 'not-sent', 'absent'] as const) {
      test(`is done with an intent that is ${outcome}`, async ({ open }) => {
        const journal = await open({ leaseMs: LEASE_MS });
        const claim = await inserted(journal, intentOf('1'));
        equal(await journal.write(claim, resultOf(claim.intent, outcome)), true, 'write');
        equal(await journal.write(claim, resultOf(claim.intent, 'unknown')), false, 'a second result');
        await pause(LEASE_MS * 1.5);
        equal(await claimFrom(journal, ANY), undefined, 'claim');
        equal((await journal.countOpen(OWN)).leased, 0, 'intents under a lease');
      });
    }

    test('lets an intent that stays unknown be claimed at once, but not by those who exclude it', async ({ open }) => {
      const journal = await open({ leaseMs: FOREVER_MS });
      const claim = await inserted(journal, intentOf('1'));
      equal(await journal.write(claim, resultOf(claim.intent, 'unknown', { carriedAtMostMs: 5 })), true, 'write');
      equal(await claimFrom(journal, { ...ANY, except: [claim.intent.id] }), undefined, 'claim of an excluded intent');
      same(
        (await claimFrom(journal, { ...ANY, except: ['other'] }))?.last,
        resultOf(claim.intent, 'unknown', { carriedAtMostMs: 5 }),
        'last result',
      );
    });

    test('gives the oldest orphan first', async ({ open }) => {
      const journal = await open({ leaseMs: LEASE_MS });
      for (const id of ['c', 'a', 'b']) await inserted(journal, intentOf(id));
      await pause(LEASE_MS * 1.5);
      same(
        (await claimAll(await open({ leaseMs: FOREVER_MS }))).map(({ intent }) => intent.id),
        ['c', 'a', 'b'],
        'the order of the claims',
      );
    });
  });
}

const OWN = ['a-1'];
const ANY = { except: [], accounts: OWN };

const intentOf = (id: string, clientOrderId = `c-${id}`, account: string | undefined = 'a-1'): JournalIntent => ({
  ...{ v: 1, type: 'intent', id, clientOrderId, ...(account === '' ? {} : { account }) },
  input: { contractName: 'E-BTC-USDT', price: '60000.1000', volume: '0.30', clientOrderId },
  ...{ timestampMs: 1_760_000_000_000, offsetMs: -12.5, earliestMs: null },
});

const resultOf = (
  { id, clientOrderId }: JournalIntent,
  outcome: JournalResult['outcome'],
  more: Pick<JournalResult, 'orderId' | 'carriedAtMostMs'> = {},
): JournalResult => ({ v: 1, type: 'result', id, clientOrderId, outcome, timestampMs: 1_760_000_000_500, ...more });

async function claimFrom(journal: SharedJournal, wanted: ClaimFilter): Promise<JournalClaim | undefined> {
  const claim = await journal.claim(wanted);
  if (isUnreadable(claim)) throw new Error(`an intent came back that cannot be read: ${claim.damaged.text}`);
  return claim;
}

async function inserted(journal: SharedJournal, intent: JournalIntent): Promise<JournalClaim> {
  const claim = await journal.insert(intent);
  if (claim === undefined) throw new Error(`insert of a new intent (${intent.id}) found another one`);
  same(claim.intent, intent, 'the intent of the claim');
  return claim;
}

async function claimWhenFree(journal: SharedJournal): Promise<JournalClaim> {
  const untilMs = performance.now() + 20 * LEASE_MS;
  while (performance.now() < untilMs) {
    const claim = await claimFrom(journal, ANY);
    if (claim !== undefined) return claim;
    await pause(LEASE_MS / 8);
  }
  throw new Error(`no claim although the lease of ${LEASE_MS} ms has run out long ago`);
}

async function claimAll(journal: SharedJournal): Promise<JournalClaim[]> {
  const claims: JournalClaim[] = [];
  for (let claim = await claimFrom(journal, ANY); claim !== undefined; claim = await claimFrom(journal, ANY))
    claims.push(claim);
  return claims;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function equal(found: unknown, expected: unknown, what: string): void {
  if (!Object.is(found, expected)) throw new Error(`${what}: expected ${String(expected)}, got ${String(found)}`);
}

/** Compares as JSON with the members in one order. */
function same(found: unknown, expected: unknown, what: string): void {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_name, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? 'undefined';
  equal(text(found), text(expected), what);
}
