import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/source-aliases.js';

export default defineConfig({
  resolve: {
    // Tests run on the sources; package.json maps these names to the build.
    alias: sourceAliases,
  },
  test: {
    globalSetup: 'tests/support/build.ts',
    setupFiles: 'tests/support/same-everywhere.ts',
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    // A machine that is shared may stall a process for seconds; what fails twice in a row is broken.
    retry: 1,
  },
});
