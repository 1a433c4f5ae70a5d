import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/source-aliases.js';

export default defineConfig({
  resolve: {
    // Tests run on the sources; package.json maps these names to the build.
    alias: sourceAliases,
  },
  test: {
    setupFiles: 'tests/support/same-everywhere.ts',
    testTimeout: 30_000,
    // The default leaves one core to a watcher that is not there.
    maxWorkers: '100%',
    // A machine that is shared may stall a process for seconds; what fails twice in a row is broken.
    retry: 1,
    // Only who tests the site waits until it is built.
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          globalSetup: 'tests/support/build.ts',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/docs/**'],
        },
      },
      {
        extends: true,
        test: { name: 'site', globalSetup: 'tests/docs/built-site.ts', include: ['tests/docs/**/*.test.ts'] },
      },
    ],
  },
});
