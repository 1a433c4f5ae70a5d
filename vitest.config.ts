import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/source-aliases.js';
import { SiteLast } from './tests/support/site-last.js';

/** Rooms whose tests only call functions: no mocks, no faked timers, nothing global that is changed. */
const PURE = ['core', 'faulty-servers', 'source'].map((room) => `tests/${room}/**/*.test.ts`);

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
    sequence: { sequencer: SiteLast },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          globalSetup: 'tests/support/build.ts',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/docs/**', ...PURE],
        },
      },
      {
        extends: true,
        // Loading the sources takes longer than most of these tests: the files of a worker share what they import.
        test: { name: 'pure', include: PURE, isolate: false },
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
