import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { sourceAliases } from '../../../scripts/source-aliases.js';

// Used in a copy of the project whose description has more operations. Runs the tests that loop over the table.
const LOOPS =
  /Object\.(?:keys|values|entries)\(operations\)|operationExamples|scripts\/described|core\/inputs|conformanceChecks|loadBundle/;

/** Too slow for a part of one test, or in need of what a copy does not have. */
const LEFT_OUT = [
  // The built command line or the built site.
  'tests/cli/**',
  'tests/docs/**',
  'tests/scripts/run-tour.test.ts',
  // Whole runs of the kit, Redis and Prism.
  'tests/**/*.register.test.ts',
  'tests/conformance/{sandbox,vitest-helper,observations,reports-json,lone-checks}.test.ts',
  'tests/faulty-servers/{careless-input,compliant-variants,methods,mutations}.test.ts',
  'tests/limits/shared-redis.test.ts',
  'tests/contract/prism.test.ts',
];

export default defineConfig({
  resolve: { alias: sourceAliases },
  test: {
    setupFiles: 'tests/support/same-everywhere.ts',
    testTimeout: 600_000,
    include: readdirSync('tests', { recursive: true, encoding: 'utf8' })
      .map((path) => `tests/${path}`)
      .filter((path) => path.endsWith('.test.ts') && LOOPS.test(readFileSync(path, 'utf8'))),
    exclude: LEFT_OUT,
    maxWorkers: 1,
    isolate: false,
  },
});
