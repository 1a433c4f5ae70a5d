import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const alias = {
  'futures-trading-client/conformance': resolve(root, 'dist/src/conformance/index.js'),
  'futures-trading-client': resolve(root, 'dist/src/index.js'),
  vitest: resolve(root, 'node_modules/vitest/dist/index.js'),
};

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { title: string; status: string; failureMessages: string[] }[];
  }[];
}

/** Runs a file of tests in a project of its own, in an empty folder; the package is the build of this checkout. */
export async function runVitest(folder: string, code: string, more: NodeJS.ProcessEnv = {}): Promise<VitestReport> {
  writeFileSync(join(folder, 'sample.test.ts'), code);
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ resolve: { alias } })};`);
  const args = [resolve(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder, '--reporter', 'json'];
  const { VITEST: _, VITEST_MODE: __, NODE_ENV: ___, ...env } = process.env;
  const options = { env: { ...env, ...more }, maxBuffer: 1 << 26 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
    (error: { stdout: string }) => error,
  );
  return JSON.parse(stdout.slice(stdout.indexOf('{'))) as VitestReport;
}
