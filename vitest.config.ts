import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { sourceAliases } from './scripts/source-aliases.js';
import { ByProject } from './tests/support/by-project.js';

/** Rooms whose tests only call functions: they need no build. */
const PURE = ['core', 'faulty-servers', 'source'].map((room) => `tests/${room}/**/*.test.ts`);

/** What replaces a module, loads one again, or counts what its process holds: each has a process of its own. */
const ALONE = 'tests/**/*.alone.test.ts';

/** Judges each server and program of a register of the kit, or builds a second site: minutes of work, which `npm run test:register` does. */
const REGISTER = 'tests/**/*.register.test.ts';

export default defineConfig({
  resolve: {
    // Tests run on the sources; package.json maps these names to the build.
    alias: sourceAliases,
  },
  test: {
    setupFiles: ['tests/support/same-everywhere.ts'],
    // Ends what hangs, and nothing else: a busy machine may take ten times as long as a quiet one.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 600_000, interval: 20 } },
    // Tests wait, too: for children, browsers and clocks. One worker more than there are cores keeps all of these busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: ByProject },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          globalSetup: 'tests/support/build.ts',
          include: ['tests/**/*.test.ts', 'examples/*.test.ts'],
          exclude: ['tests/docs/**', 'tests/growth/**', ...PURE, ALONE, REGISTER],
          // Loading the sources takes longer than most tests: the files of a worker share what they import.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'pure', include: PURE, exclude: [ALONE], isolate: false },
      },
      {
        extends: true,
        test: { name: 'alone', include: [ALONE] },
      },
      {
        extends: true,
        test: { name: 'register', globalSetup: 'tests/support/build.ts', include: [REGISTER], isolate: false },
      },
      {
        // Measures time, so `npm run bench` runs it and no test command.
        extends: true,
        test: { name: 'growth', globalSetup: 'tests/support/build.ts', include: ['tests/growth/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'site',
          globalSetup: 'tests/docs/built-site.ts',
          include: ['tests/docs/**/*.test.ts'],
          exclude: [ALONE, REGISTER],
          isolate: false,
        },
      },
    ],
  },
});
