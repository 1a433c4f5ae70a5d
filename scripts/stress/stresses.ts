/** A heavy run of test files that the default run keeps short. An area adds a line here. */
export interface Stress {
  readonly name: string;
  readonly what: string;
  readonly files: readonly string[];
  /** The project of vitest.config.ts that has the files. Default `code`. */
  readonly project?: 'code' | 'pure' | 'alone';
  /** What makes the tests of these files heavy. */
  readonly env: Readonly<Record<string, string>>;
}

export const STRESSES: readonly Stress[] = [
  {
    name: 'client-faults',
    what: '20,000 random faults of the service and of the connection',
    files: ['tests/client/random-faults.test.ts'],
    project: 'alone',
    env: { FAULT_RUNS: '20000' },
  },
  {
    name: 'ended-calls',
    what: '10,000 calls that end in every way, over each transport, and what they leave behind',
    files: ['tests/transport/nothing-pending.test.ts'],
    project: 'alone',
    env: { PENDING_CALLS: '10000' },
  },
  {
    name: 'decoder',
    what: '20,000 documents for each claim about reading JSON',
    files: ['tests/core/decode.property.test.ts'],
    project: 'pure',
    env: { FUZZ_RUNS: '20000' },
  },
  {
    name: 'journal-races',
    what: '10,000 races for the lock of a journal, by processes and by threads',
    files: ['tests/journal/file-lock.test.ts'],
    env: { JOURNAL_RACES: '1250' },
  },
  {
    name: 'journal-damage',
    what: '5,000 journals with bytes changed, deleted and inserted',
    files: ['tests/journal/journal-damage.property.test.ts'],
    env: { FUZZ_RUNS: '5000' },
  },
  {
    name: 'journal-size',
    what: 'a journal of a million entries with ten open orders',
    files: ['tests/journal/large-journal.test.ts'],
    project: 'alone',
    env: { JOURNAL_ENTRIES: '1000000' },
  },
  {
    name: 'journal-crowd',
    what: '20,000 orders by 8 processes through one journal, with kill -9 and pauses',
    files: ['tests/journal/crowd.test.ts'],
    env: { CROWD_ORDERS: '20000', CROWD_PROCESSES: '8' },
  },
  {
    name: 'orders',
    what: '3,000 submissions on an exchange where anything fails',
    files: ['tests/orders/any-luck.property.test.ts'],
    env: { FUZZ_RUNS: '3000' },
  },
  {
    name: 'impostors',
    what: '300 servers that answer anything, judged by the conformance kit',
    files: ['tests/conformance/impostors.test.ts'],
    env: { FUZZ_RUNS: '300' },
  },
];
