import { cp, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { run } from '../../scripts/run.js';
import { signatureByOpenssl } from '../contract/openssl.js';
import { headerOf, startServer } from '../support/raw-server.js';
import { copyWithMore, testCopy } from './seventeenth/copy.js';
import { asObject, type JsonObject, locate } from '../source/bundle.js';
import { faultsIn } from '../source/declared-leaves.js';
import { serviceDocument } from '../source/service-document.js';
import { folderOfFile } from '../support/folder.js';

const root = resolve(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
const SETTINGS = ['package.json', 'tsconfig.json', '.oxfmtrc.json'];
const folder = folderOfFile();

beforeAll(async () => {
  await copyWithMore(folder, ['src', 'openapi', 'scripts', 'tests', 'docs', 'vectors', ...SETTINGS]);
  await cp(join(root, 'tests/generate/seventeenth/use.ts'), join(folder, 'use.ts'));
});

test('sources and scripts compile with more operations', async () => {
  const settings = {
    extends: './tsconfig.json',
    compilerOptions: { noEmit: false },
    include: ['src', 'generated', 'scripts', 'use.ts'],
  };
  await writeFile(join(folder, 'tsconfig.more.json'), JSON.stringify(settings));
  await run(process.execPath, [tsc, '-p', join(folder, 'tsconfig.more.json')]);
  // The one above names files that the build makes.
  const manifest = { type: 'module', imports: { '#hmac': './src/core/hmac-node.js' } };
  await writeFile(join(folder, 'dist/package.json'), JSON.stringify(manifest));
});

test('a path file gives a typed, signed, lossless method and nothing under src/ changes', async () => {
  const server = await startServer({ body: '{"orderId":3302507625176983697}' });
  const printed = await run(process.execPath, [join(folder, 'dist/use.js'), server.origin]);
  expect(printed.trim()).toBe('3302507625176983697');

  const command = [join(folder, 'dist/src/cli/main.js'), 'call', 'transferMadeUp'];
  const options = ['--amount', '10.50', '--positionId', '256609229205684228', '--yes', '--base-url', server.origin];
  vi.stubEnv('FUTURES_API_KEY', 'k17');
  vi.stubEnv('FUTURES_API_SECRET', 's17');
  expect(await run(process.execPath, [...command, ...options])).toBe('orderId  3302507625176983697\n');
  expect(await run(process.execPath, [...command, '--help'])).toContain('--amount <decimal>');

  const sent = server.requests.filter(({ target }) => target === '/fapi/v1/made_up_transfer');
  expect(sent).toHaveLength(2);
  for (const request of sent) {
    expect([request.method, String(request.body)]).toEqual([
      'POST',
      '{"amount":10.50,"positionId":256609229205684228}',
    ]);
    expect(headerOf(request, 'X-CH-SIGN')).toBe(signatureByOpenssl(request, 's17'));
  }
});

test('tests that loop over the table of operations pass with more operations', async () => {
  const options = ['--config', 'tests/generate/seventeenth/vitest.config.ts'];
  expect(await testCopy(folder, options)).toMatch(/Tests .*passed/);
});

test('the gate of facts refuses an operation without a mark until the document has it', async () => {
  const bundle = JSON.parse(await readFile(join(folder, 'generated/openapi.json'), 'utf8')) as JsonObject;
  delete asObject(locate(bundle, '/paths/~1fapi~1v1~1made_up_positions/get').node)['x-evidence'];
  const { endpoints } = serviceDocument;
  const like = endpoints.find(({ operationId }) => operationId === 'getOpenOrders')!;
  const row = {
    ...like,
    operationId: 'getMadeUpPositions',
    name: 'Get Made-Up Positions',
    path: '/fapi/v1/made_up_positions',
  };
  const fault = 'unmarked and not in the document: GET /fapi/v1/made_up_positions/operationId: "getMadeUpPositions"';
  expect(faultsIn(bundle, serviceDocument)).toContain(fault);
  expect(faultsIn(bundle, { ...serviceDocument, endpoints: [...endpoints, row] })).not.toContain(fault);
});
