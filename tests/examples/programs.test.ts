import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listenOnFreePort } from '../../scripts/listen.js';
import { installedBrowser, startBrowser } from '../support/chromium.js';
import { sourceAliases } from '../../scripts/source-aliases.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { hasRedis, startRedis } from '../support/redis-server.js';
import { folderOfFile } from '../support/folder.js';

/** examples/bot.test.ts is a file of tests itself. */
const examples = resolve(import.meta.dirname, '../../examples');

const folder = folderOfFile();

async function printed(name: string): Promise<string> {
  const lines: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...parts) => void lines.push(parts.join(' ')));
  await import(`../../examples/${name}.ts`);
  return lines.join('\n');
}

async function bundle(file: string, platform: 'node' | 'browser'): Promise<string> {
  const banner = "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);";
  const { outputFiles } = await build({
    entryPoints: [join(examples, file)],
    outfile: join(folder, `${file.replaceAll('/', '-')}.mjs`),
    bundle: true,
    platform,
    format: 'esm',
    write: platform === 'node',
    ...(platform === 'node' && { alias: sourceAliases, banner: { js: banner } }),
  });
  return outputFiles?.[0]!.text ?? join(folder, `${file.replaceAll('/', '-')}.mjs`);
}

test('first-order places, reads back and cancels an order', async () => {
  expect(await printed('first-order')).toMatch(/^placed \d+\nopen 60000\.1000000000000000 1\.0+ NEW\nleft 0$/);
});

test('market-maker finds the order whose response was lost, and goes on with two quotes', async () => {
  const lines = (await printed('market-maker')).split('\n');
  const stopped = 'stopped: an order of an earlier run is not resolved';
  expect(lines.slice(2, 5)).toEqual(['recovered unknown', stopped, 'recovered accepted']);
  expect(lines.at(-1)).toBe('open 2');
});

test('judge-server judges a server, writes its reports and covers what it asks for', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  vi.stubEnv('FUTURES_URL', server.url);
  vi.stubEnv('FUTURES_API_KEY', sandbox.credentials.apiKey);
  vi.stubEnv('FUTURES_API_SECRET', sandbox.credentials.apiSecret);
  vi.stubEnv('REPORTS', folder);
  expect(await printed('judge-server')).toContain('Nothing declared failed.');
  expect(process.exitCode).toBeUndefined();
  expect(readFileSync(join(folder, 'conformance.xml'), 'utf8')).toContain('<testsuites');
});

test.skipIf(!hasRedis)('shared-budget sends no more from two processes than the one budget', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const program = await bundle('shared-budget.ts', 'node');
  const env = { ...process.env, REDIS_URL: redis.path };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  expect(stdout).toBe('sent 12 of 20\n');
});

test.skipIf(installedBrowser === undefined)('browser-page places an order with fetch', async () => {
  const script = await bundle('browser-page/page.ts', 'browser');
  const html = readFileSync(join(examples, 'browser-page/index.html'), 'utf8').replace('page.ts', 'page.js');
  await using pages = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html').end(isScript ? script : html);
  });
  const origin = `http://127.0.0.1:${await listenOnFreePort(pages)}`;
  const sandbox = createSandbox();
  await using exchange = await sandbox.listen({ allowOrigins: [origin] });
  await using browser = await startBrowser(installedBrowser!);
  const page = await browser.newPage();
  await page.goto(origin);
  const { apiKey: key, apiSecret: secret } = sandbox.credentials;
  for (const [name, value] of Object.entries({ url: exchange.url, key, secret }))
    await page.fill(`[name=${name}]`, value);
  await page.click('button');
  await page.waitForFunction('document.querySelector("output").textContent !== ""');
  expect(await page.textContent('output')).toMatch(/^placed \d+$/);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
});
