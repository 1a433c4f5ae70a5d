import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createFaultySandbox, type FaultySandboxOptions } from '../../src/faulty-servers/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { environment, start } from '../cli/futures.js';
import { readSamples } from '../examples/samples.js';
import { freePort } from '../support/ports.js';
import { folderOfTest } from '../support/folder.js';
import { runVitest } from '../support/run-vitest.js';

/*
 * The samples of docs/conformance.md, docs/recipes/ci.md and docs/sandbox.md that are not programs: a workflow of CI, scripts, and a file of
 * tests.
 */
const root = resolve(import.meta.dirname, '../..');
const main = resolve(root, 'dist/src/cli/main.js');
const samples = readSamples().filter(({ file }) => file === 'docs/conformance.md' || file === 'docs/recipes/ci.md');

let folder: string;
beforeEach(() => void (folder = folderOfTest()));

async function listen(options: FaultySandboxOptions = {}): Promise<Readonly<Record<string, string>>> {
  const sandbox = createFaultySandbox(options);
  const { url, close } = await sandbox.listen();
  onTestFinished(() => close());
  return environment(url, sandbox.credentials);
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

/** The tarball: by its name alone, npx would fetch what a stranger may publish. */
const NPX = 'npx --yes --package "$PWD/futures-trading-client-0.1.0.tgz" futures';

describe('the workflow of GitHub Actions', () => {
  const [sample, ...more] = samples.filter(({ language, code }) => language === 'yaml' && /runs-on[^]*npx/.test(code));
  const workflow = parse(sample!.code) as { on: unknown; jobs: { conformance: { 'runs-on': string; steps: Step[] } } };
  const { steps } = workflow.jobs.conformance;
  const step = steps.find(({ run }) => run?.includes('futures'))!;

  /** Runs its one line as the runner does, with the command line of this checkout in place of npx. */
  async function runStep(server: Readonly<Record<string, string>>) {
    writeFileSync(join(folder, 'known-failures.txt'), '# none\n');
    const command = step.run!.replace(NPX, `"${process.execPath}" "${main}"`);
    expect(command).not.toContain('npx');
    const runner = { ...server, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    return start('bash', ['-e', '-o', 'pipefail', '-c', `cd "${folder}"\n${command}`], runner).ended;
  }

  test('is the only one, and says what such a workflow has to say', () => {
    expect(more).toEqual([]);
    expect(workflow).toMatchObject({ on: ['push'], jobs: { conformance: { 'runs-on': 'ubuntu-latest' } } });
    expect(
      steps.map(({ uses, run }) => uses?.replace(/@[0-9a-f]{40}$/, '') ?? run?.split(' ').slice(0, 2).join(' ')),
    ).toEqual([
      'actions/checkout',
      'actions/setup-node',
      // No package.json is needed, and nothing but this package is ever run.
      'npx --yes',
      'actions/upload-artifact',
    ]);
    expect(Object.keys(step.env!)).toEqual(Object.keys(environment('')));
    // Reports of a run that failed are the ones that are wanted.
    expect(steps.at(-1)).toMatchObject({ if: 'always()', with: { path: 'report.*' } });
  });

  test('passes on a server that conforms, and writes its reports', async () => {
    const { code, stdout } = await runStep(await listen());
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('Nothing declared failed.');
    for (const name of ['report.xml', 'report.html', 'report.json']) expect(existsSync(join(folder, name))).toBe(true);
  });

  test('fails on a server that does not, and writes its reports all the same', async () => {
    const { code, stdout } = await runStep(await listen({ mutation: 'ping-not-empty' }));
    expect([code, stdout]).toEqual([1, expect.stringContaining('FAIL  shape/ping/exactly-empty-object')]);
    expect(readFileSync(join(folder, 'report.xml'), 'utf8')).toContain('<failure type="fail"');
  });
});

describe('the plain shell', () => {
  const [recipe, ...more] = samples.filter(({ language }) => language === 'bash');

  test('judges a server that it has started, and stops it', async () => {
    expect(more).toEqual([]);
    const port = await freePort();
    const program = `"${process.execPath}" "${main}"`;
    const script = recipe!.code
      .replaceAll('8080', String(port))
      .replace(/^\.\/start-server/m, `${program} sandbox --port ${port} >/dev/null`) // It prints its secret.
      .replace(NPX, program)
      // The whole of mode sandbox takes longer, and is run elsewhere.
      .replace('--mode sandbox --min-coverage 90', '--min-coverage 39');
    expect(script).not.toMatch(/npx|^\.\/start-server|--mode/m);
    const { code, stdout } = await start(
      'bash',
      ['-c', `cd "${folder}"\n${script}`],
      environment('', createSandbox().credentials),
    ).ended;
    expect(code, stdout).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'badge.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      color: 'brightgreen',
    });
    await expect(fetch(`http://127.0.0.1:${port}/fapi/v1/ping`)).rejects.toThrow();
  });
});

test('the script of docs/sandbox.md trades on a sandbox in the background, and ends it', async () => {
  const [script, ...more] = readSamples().filter(({ file, code }) => file === 'docs/sandbox.md' && code.includes('$!'));
  expect(more).toEqual([]);
  const code = script!.code.replaceAll(/npx futures-\S+|node_modules\/\.bin\/\S+/g, `"${process.execPath}" "${main}"`);
  const { stdout } = await start('bash', ['-euc', `cd "${folder}"\n${code}`], environment('')).ended;
  expect(stdout).toBe('getOpenOrders: none.\n');
  const [, url] = /FUTURES_URL=(.*)/.exec(readFileSync(join(folder, 'sandbox.txt'), 'utf8'))!;
  await expect(fetch(`${url}/fapi/v1/ping`)).rejects.toThrow();
});

test('the Dockerfile starts nothing but commands and options that there are', async () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const listOf = (name: string): string[][] =>
    [...text.matchAll(new RegExp(`^${name} (\\[.*\\])$`, 'gm'))].map(([, list]) => JSON.parse(list!) as string[]);
  expect(listOf('ENTRYPOINT')).toEqual([
    ['node', expect.stringMatching(/\/futures-trading-client\/dist\/src\/cli\/main\.js$/)],
  ]);
  expect(text.match(/^FROM .* AS (\w+)$/gm)).toHaveLength(4);
  expect(text.match(/^FROM node:/gm)).toEqual(
    text.match(/^FROM node:\$\{NODE_TAG\}@\$\{NODE_DIGEST\}/gm)?.map(() => 'FROM node:'),
  );
  expect(text.indexOf('USER node')).toBeLessThan(text.indexOf('ENTRYPOINT'));
  for (const command of listOf('CMD')) {
    const { code, stdout } = await start(process.execPath, [main, ...command.slice(0, 1), '--help']).ended;
    expect(code).toBe(0);
    for (const option of command.filter((word) => word.startsWith('--'))) expect(stdout).toContain(option);
  }
});

test('the action hands its inputs to a command that takes them', async () => {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const judge = action.runs.steps.find(({ run }: Step) => run !== undefined) as Required<Step>;
  const server = await listen();
  const script = judge.run.replace(
    'npx --yes --package "$PACKAGE" futures-trading-client',
    `"${process.execPath}" "${main}"`,
  );
  const runner = { RUNNER_TEMP: folder, GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), PACKAGE: '' };
  const run = (env: object) =>
    start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      ...server,
      ...runner,
      MODE: 'read',
      KNOWN_FAILURES: '',
      ...env,
    }).ended;
  expect(await run({ MIN_COVERAGE: '39' })).toMatchObject({ code: 0 });
  expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Coverage of the description');
  for (const name of ['report.json', 'report.html', 'report.xml', 'badge.json'])
    expect(existsSync(join(folder, 'conformance', name))).toBe(true);
  const withoutKey = await run({ MODE: 'sandbox', MIN_COVERAGE: '90', FUTURES_API_KEY: '', FUTURES_API_SECRET: '' });
  expect(withoutKey).toMatchObject({ code: 0, stdout: expect.stringContaining('::warning::There is no api-key') });
  const some = await run({ MIN_COVERAGE: '0', OPERATIONS: 'ping,getServerTime' });
  expect(some).toMatchObject({ code: 0, stdout: expect.stringContaining('operations 2 of 16') });
  expect(await run({ MIN_COVERAGE: '99' })).toMatchObject({ code: 8 });
});

describe('the file of tests for vitest', () => {
  const [sample, ...more] = samples.filter(({ code }) => code.includes("from 'vitest'"));

  /** The whole of mode sandbox takes longer, and is run elsewhere. */
  const runFile = (server: Readonly<Record<string, string>>) => {
    expect(sample!.code).toContain("'sandbox'");
    return runVitest(folder, sample!.code.replace("'sandbox'", "'read'"), server);
  };

  test('passes on a server that conforms, and skips what is not specified', async () => {
    expect(more).toEqual([]);
    const { testResults, numPassedTests, numPendingTests } = await runFile(await listen());
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(tests.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(numPassedTests).toBeGreaterThan(30);
    expect(numPendingTests).toBeGreaterThan(100);
  });

  test('fails the test of what is wrong, with the clause', async () => {
    const { testResults } = await runFile(await listen({ mutation: 'ping-not-empty' }));
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed');
    expect(failed.map(({ title }) => title.split(':')[0])).toEqual(['shape/ping/exactly-empty-object']);
    expect(failed[0]!.failureMessages[0]).toContain('empty JSON object');
  });
});
