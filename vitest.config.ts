import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests run on the sources; package.json maps these names to the build.
    alias: {
      'futures-trading-client/limits/shared': source('src/limits/shared.ts'),
      'futures-trading-client/limits': source('src/limits/index.ts'),
      'futures-trading-client/conformance': source('src/conformance/index.ts'),
      'futures-trading-client/sandbox': source('src/sandbox/index.ts'),
      'futures-trading-client/sidecar': source('src/sidecar/index.ts'),
      'futures-trading-client/journal': source('src/journal.ts'),
      'futures-trading-client/signing': source('src/signing.ts'),
      'futures-trading-client': source('src/index.ts'),
      '#hmac': source('src/core/hmac-node.ts'),
      '#default-transport': source('src/transport/node-http.ts'),
    },
  },
  test: {
    setupFiles: 'tests/support/same-everywhere.ts',
    testTimeout: 30_000,
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
