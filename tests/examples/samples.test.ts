import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/index.js';
import { SpanStatusCode } from './opentelemetry-api.js';
import { startSidecar } from '../../src/sidecar/index.js';
import { startDescribed } from '../support/described-server.js';
import { bundleSamples, openTelemetry, readSamples } from './samples.js';
import { diagnose } from '../support/diagnose.js';
import { folderOfFile } from '../support/folder.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const env = { ...process.env, FUTURES_API_KEY: 'sample-key', FUTURES_API_SECRET: 'sample-secret' };
const samples = readSamples();
/** A command through a sidecar, and not the one that starts it. */
const SIDECAR = /\$FUTURES_SIDECAR/;
const everyProgram = samples.filter(({ language }) => language === 'ts');
/**
 * Files of tests are run by vitest (tests/conformance/docs-samples.test.ts), and programs that read standard input by
 * tests/conformance/caller/.
 */
const programs = everyProgram.filter(({ code }) => !/from 'vitest'|process\.stdin/.test(code));

const folder = folderOfFile();

const nameOf = ({ file, line }: (typeof programs)[number]): string => `${file.replaceAll('/', '-')}-${line}`;
const onServer = (code: string): string => code.replaceAll("'https://futures.example'", 'process.env.FUTURES_URL!');

beforeAll(() => bundleSamples(folder, new Map(programs.map((program) => [nameOf(program), onServer(program.code)]))));

describe.each(programs)('$file:$line', (program) => {
  const { code } = program;
  test('runs to its end and calls what it says', async () => {
    const { origin, requests } = await startDescribed();
    const here = { env: { ...env, FUTURES_URL: origin, HOME: folder }, cwd: folder };
    const { stdout, stderr } = await run(process.execPath, [`${nameOf(program)}.mjs`], here);
    expect(stderr).toBe('');
    for (const [, comment] of code.matchAll(/console\.log\(.*\); \/\/ (\S{20,})$/gm)) expect(stdout).toContain(comment);
    const made = /client\s*\.(?!raw)(?:clock\.)?\w+\(/.test(code.replaceAll(/\s+\./g, '.'));
    const judged = code.includes('runConformance(');
    expect(requests.length > 0).toBe(judged || (made && !code.includes('createSandbox')));
  });
});

test('no program of the documents leaves its journal locked after a mistake in the configuration', async () => {
  const withJournal = programs.filter(({ code }) => code.includes('createFileJournal('));
  expect(withJournal.length).toBeGreaterThanOrEqual(2);
  const here = {
    env: { ...env, TMPDIR: folder, HOME: folder, FUTURES_URL: 'http://127.0.0.1:9', FUTURES_API_SECRET: '' },
    cwd: folder,
  };
  for (const program of withJournal) await run(process.execPath, [`${nameOf(program)}.mjs`], here).catch(() => {});
  expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

test('the bridge to OpenTelemetry makes one span of each attempt, and gives a failed one the status of an error', async () => {
  const bridges = programs.filter(({ code }) => code.includes('@opentelemetry/api'));
  expect(bridges).toHaveLength(1);
  // One read that is tried again: once it fails for a moment, then for good.
  const failing = `
    import { createServer } from 'node:http';
    let asked = 0;
    const refusing = createServer((_, response) => response.end(JSON.stringify({ code: asked++ === 0 ? -1001 : -1121 })));
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const baseUrl = 'http://127.0.0.1:' + (refusing.address() as { port: number }).port;
    const refused = createFuturesClient({ baseUrl, credentials: credentialsFromEnv(), retry: { baseDelayMs: 0 } });
    await refused.getOpenOrders().catch(() => {});
    refusing.close().closeAllConnections();`;
  await bundleSamples(folder, new Map([['bridge', onServer(bridges[0]!.code) + failing]]));
  const { origin } = await startDescribed();
  const { stdout } = await run(process.execPath, ['bridge.mjs'], { env: { ...env, FUTURES_URL: origin }, cwd: folder });
  const span = (attempt: number, code: SpanStatusCode, message: string) => ({
    name: 'getOpenOrders',
    attributes: { 'url.full': expect.stringMatching('^http://127.0.0.1:\\d+/fapi/v1/openOrders$'), attempt },
    status: { code, message: expect.stringContaining(message) },
  });
  expect(JSON.parse(stdout)).toEqual([
    span(1, SpanStatusCode.OK, ''),
    span(1, SpanStatusCode.ERROR, 'code -1001'),
    span(2, SpanStatusCode.ERROR, 'code -1121'),
  ]);
});

test('every program of the documents compiles under strict settings', async () => {
  const modules = resolve(root, 'node_modules');
  const paths = {
    undici: [`${modules}/undici/index.d.ts`],
    '@opentelemetry/api': [openTelemetry],
    vitest: [`${modules}/vitest/dist/index.d.ts`],
    ioredis: [`${modules}/ioredis/built/index.d.ts`],
    pg: [`${modules}/@types/pg/index.d.ts`],
    'openapi-fetch': [`${modules}/openapi-fetch/dist/index.d.mts`],
    axios: [`${modules}/axios/index.d.ts`],
    ky: [`${modules}/ky/distribution/index.d.ts`],
  };
  for (const [i, { code }] of everyProgram.entries()) await writeFile(join(folder, `program${i}.mts`), code);
  expect(await diagnose(folder, '*.mts', paths)).toBe('');
});

test('every signing command of the documents prints the signature that stands beside it', async () => {
  const commands = samples.filter(
    ({ language, code }) =>
      language === 'sh' && /openssl|futures(?:-trading-client)? sign/.test(code) && !/curl/.test(code),
  );
  expect(commands.length).toBeGreaterThanOrEqual(3);
  for (const { code } of commands) {
    const command = code.replace(
      /npx futures-trading-client/,
      `${process.execPath} ${resolve(root, 'dist/src/cli/main.js')}`,
    );
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command]);
    const [, target = ''] = /--target '?([^\s']+)/.exec(code) ?? [];
    const ofItsTime = code.includes('--timestamp') ? `signed text  1700000000000GET${target}` : `GET${target}`;
    expect(stdout).toContain(
      code.includes('--explain') ? ofItsTime : 'c92f513e0b0a0befe51dc274ce068dd1657b3e9ef4276fdef378363180f8d7c6',
    );
  }
});

test('every curl command of the documents trades on the sandbox, without any code of ours on that side', async () => {
  const commands = samples.filter(
    ({ language, code }) => language === 'sh' && /^curl/m.test(code) && !SIDECAR.test(code),
  );
  expect(commands.length).toBeGreaterThanOrEqual(1);
  for (const { code } of commands) {
    const sandbox = createSandbox();
    await using listening = await sandbox.listen();
    const { apiKey, apiSecret } = sandbox.credentials;
    const given = { FUTURES_URL: listening.url, FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code], { env: { ...process.env, ...given } });
    expect(stdout).toMatch(/^\{"orderId":\d{19}\}$/);
    expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
  }
});

test('every command of the documents that goes through a sidecar trades on the sandbox', async () => {
  const commands = samples.filter(({ language, code }) => language === 'sh' && SIDECAR.test(code));
  expect(commands.length).toBeGreaterThanOrEqual(2);
  for (const { code } of commands) {
    const sandbox = createSandbox({ dialect: { ids: 'string' } });
    await using listening = await sandbox.listen();
    const { url: upstream } = listening;
    await using sidecar = await startSidecar({ upstream, credentials: sandbox.credentials, allow: ['money', 'wipe'] });
    const command = code
      .replace('npx --no-install redocly', resolve(root, 'node_modules/.bin/redocly'))
      .replace('respect openapi/', `respect ${root}/openapi/`);
    const given = { ...process.env, FUTURES_SIDECAR: sidecar.url, REDOCLY_TELEMETRY: 'off' };
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], { env: given });
    expect(stdout).toMatch(/^\{"orderId":"\d{19}"\}$|Steps: 4 passed, 4 total/);
  }
});

test('every other command of the documents is a script of the package or an install', async () => {
  const { scripts } = (await import('../../package.json', { with: { type: 'json' } })).default;
  const known = new Set(['start', 'cit', 'ci', 'install', 'pack', 'test', ...Object.keys(scripts)]);
  for (const { code, language } of samples) {
    if (language !== 'sh') continue;
    for (const [, name] of code.matchAll(/\bnpm (?:run )?([\w:-]+)/g)) expect(known).toContain(name);
  }
});
