import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { run } from '../../scripts/run.js';
import { folderOfFile } from '../support/folder.js';

/*
 * A deployment may replace the files under a running program. A chunk that is gone then must not turn a failure into
 * something untyped, or change what is known about the order. Without its chunk, submitOrder and a walk through a history send nothing.
 */
const root = resolve(import.meta.dirname, '../..');
const ENTRY = 'src/index.js';

/** One row for each way to fail: the response, and the call that gets it. */
const PROGRAM = `
import { createFuturesClient } from './dist/src/index.js';
const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1, price: '1', volume: 1 };
const credentials = { apiKey: 'key-of-this-test', apiSecret: 'secret-of-this-test' };
const respond = (status, text) => async () => ({ status, text, header: () => undefined });
const rows = {
  refused: respond(200, '{"code":-1121,"msg":"m"}'),
  'signature refused': respond(200, '{"code":-1022,"msg":"m"}'),
  'timestamp refused': respond(200, '{"code":-1021,"msg":"m"}'),
  'outcome unknown': respond(200, '{"code":-1007,"msg":"m"}'),
  'too many': respond(429, ''),
  'server error': respond(502, '<html>'),
  'not JSON': respond(200, '<html>'),
  'other shape': respond(200, '[1]'),
  broken: async () => { throw new Error('reset'); },
};
const calls = {
  createOrder: (client) => client.createOrder(order),
  submitOrder: (client) => client.submitOrder(order, { settleMs: 0, resolveWithinMs: 50 }),
  getOpenOrders: (client) => client.getOpenOrders(),
  'an argument': (client) => client.createOrder({ ...order, volume: Number.NaN }),
  'a history': (client) => client.iterateTradeHistory({}).next(),
};
const seen = {};
for (const [row, transport] of Object.entries(rows)) {
  for (const [name, call] of Object.entries(calls)) {
    let sent = 0;
    const counted = (request) => (sent++, transport(request));
    const client = createFuturesClient({ baseUrl: 'https://futures.example', credentials, transport: counted, retry: false, logger: () => {} });
    seen[row + ', ' + name] = await call(client).then(
      ({ outcome = 'success' }) => outcome,
      (error) => [error.name, error.code, error.outcome, error.apiCode, sent === 0 ? 'nothing sent' : ''].join(' '),
    );
  }
}
console.log(JSON.stringify(seen));
`;

const folder = folderOfFile();

beforeAll(async () => {
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});

/** The files that an entry needs at once, and those that it loads later. */
async function chunksOf(entry: string): Promise<{ readonly needed: Set<string>; readonly later: Set<string> }> {
  const needed = new Set<string>();
  const later = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = await readFile(file, 'utf8');
    for (const [, target = ''] of text.matchAll(/\bimport\("(\.[^"]+)"\)/g)) later.add(resolve(dirname(file), target));
    for (const [, target = ''] of text.matchAll(/\b(?:from|import)\s*"(\.[^"]+)"/g))
      await visit(resolve(dirname(file), target));
  };
  await visit(entry);
  return { needed, later: new Set([...later].filter((file) => !needed.has(file))) };
}

const failures = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse(await run(process.execPath, ['--input-type=module', '-e', PROGRAM], folder));

it('the main entry loads one file of code, beside the one of the platform', async () => {
  const { needed } = await chunksOf(join(folder, 'dist', ENTRY));
  expect([...needed]).toEqual(['src/index.js', 'shared/client.js'].map((file) => join(folder, 'dist', file)));
});

it('a chunk of the main entry that is gone changes no class, code or outcome of any failure, but that an order and a walk send nothing without their code', async () => {
  const whole = await failures();
  const without = (needs: string): typeof whole =>
    Object.fromEntries(
      Object.entries(whole).map(([row, seen]) => [
        row,
        row.endsWith(needs) ? 'UnsupportedError UNSUPPORTED not-sent  nothing sent' : seen,
      ]),
    );
  const { later } = await chunksOf(join(folder, 'dist', ENTRY));
  expect(later.size).toBeGreaterThan(0);
  for (const chunk of later) {
    const text = await readFile(chunk);
    await rm(chunk);
    const needs = [
      ['/orders', 'submitOrder'],
      ['/iterate', 'a history'],
    ].find(([name]) => chunk.includes(name!))?.[1];
    const expected = needs === undefined ? whole : without(needs);
    expect(await failures(), `without ${chunk.slice(folder.length)}`).toEqual(expected);
    await writeFile(chunk, text);
  }
});
