import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/source-aliases.js';
import { ByProject } from './tests/support/by-project.js';

/** Rooms whose tests only call functions: they need no build. */
const PURE = ['core', 'faulty-servers', 'source'].map((room) => `tests/${room}/**/*.test.ts`);

/** What replaces a module, loads one again, or counts what its process holds: each file has a process of its own. */
const ALONE = [
  'tests/client/random-faults.test.ts',
  'tests/client/signature-hints.test.ts',
  'tests/journal/file-journal.test.ts',
  'tests/journal/large-journal.test.ts',
  'tests/sandbox/wrong-signature.test.ts',
  'tests/transport/content-coding.test.ts',
  'tests/transport/nothing-pending.test.ts',
  'tests/transport/shared-signal.test.ts',
];

export default defineConfig({
  resolve: {
    // Tests run on the sources; package.json maps these names to the build.
    alias: sourceAliases,
  },
  test: {
    setupFiles: ['tests/support/same-everywhere.ts'],
    // Ends what hangs. Tests about time have deadlines of their own, and a shared machine may stall a process for seconds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default leaves one core to a watcher that is not there.
    maxWorkers: '100%',
    sequence: { sequencer: ByProject },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          globalSetup: 'tests/support/build.ts',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/docs/**', ...PURE, ...ALONE],
          // Loading the sources takes longer than most tests: the files of a worker share what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'pure', include: PURE, isolate: false },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE },
      },
      {
        extends: true,
        test: {
          name: 'site',
          globalSetup: 'tests/docs/built-site.ts',
          setupFiles: ['tests/docs/await-site.ts'],
          include: ['tests/docs/**/*.test.ts'],
        },
      },
    ],
  },
});
