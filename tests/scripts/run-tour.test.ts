import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { createSandbox, type Listening } from '../../src/sandbox/index.js';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const account = { apiKey: 'tour-key', apiSecret: 'tour-secret-value' };
const calls: string[] = [];
const sandbox = createSandbox({
  accounts: [account],
  onCall: ({ method, target }) => calls.push(`${method} ${target.split('?')[0]}`),
});
let server: Listening;

beforeAll(async () => {
  const { createFuturesClient } = await import('../../src/index.js');
  const client = createFuturesClient({ baseUrl: sandbox.url, credentials: account, fetch: sandbox.fetch });
  const order = { contractName: 'E-BTC-USDT', type: 'LIMIT', side: 'BUY', open: 'OPEN', positionType: 1 } as const;
  await client.createOrder({ ...order, price: '60000', volume: 1 });
  calls.length = 0;
  server = await sandbox.listen();
});
afterAll(() => server.close());

const tour = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'scripts/tour.ts', ...args], {
    cwd: root,
    env: { ...process.env, FUTURES_API_KEY: account.apiKey, FUTURES_API_SECRET: account.apiSecret },
  });

test('npm start calls all sixteen operations on the embedded exchange, which accepts every signature', async () => {
  const { stdout } = await tour();
  expect(stdout).toContain('17 calls made, 14 of them signed, 0 failed, 0 skipped.');
  for (const operationId of Object.keys(operations)) expect(stdout).toMatch(new RegExp(`200 .*${operationId} `));
  expect(stdout).toContain('the condition order triggers');
  expect(stdout).not.toContain('sandbox-secret');
});

test('npm start -- --base-url reads from a real service and sends nothing else', async () => {
  const { stdout } = await tour('--base-url', server.url, '--dialect', 'observed');
  expect(stdout).toContain('8 calls made, 5 of them signed, 0 failed, 8 skipped.');
  expect(new Set(calls)).toEqual(
    new Set([
      'GET /fapi/v1/order',
      'GET /fapi/v1/openOrders',
      'POST /fapi/v1/orderHistorical',
      'POST /fapi/v1/profitHistorical',
      'GET /fapi/v1/myTrades',
      'GET /fapi/v1/ping',
      'GET /fapi/v1/time',
      'GET /pub/contracts',
    ]),
  );
  expect(stdout).not.toContain('tour-secret-value');
});

test.each([[['--call', 'createOrder={}']], [['--nonsense']], [['--base-url', 'nonsense']], [['--dialect', 'klingon']]])(
  'npm start -- %s ends with code 2 and says how it is used',
  async (args) => {
    const error = await tour(...args).then(
      () => expect.fail('it succeeded'),
      (failure: { code: number; stderr: string }) => failure,
    );
    expect(error.code).toBe(2);
    expect(error.stderr).toContain('npm start -- --base-url URL');
    expect(error.stderr).not.toContain('    at ');
  },
);
