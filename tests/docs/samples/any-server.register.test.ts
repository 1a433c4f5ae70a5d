import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations, type OperationId } from '../../../generated/operations.js';
import { callOf } from '../../../scripts/docs/samples/call.js';
import type { StartProgram } from '../../../scripts/docs/samples/kits.js';
import { createSandbox, type FaultKind } from '../../../src/sandbox/index.js';
import { headerNames, headerOf, startServer } from '../../support/raw-server.js';
import { recomputeSignature } from '../../support/recompute-signature.js';
import { limitBuy } from '../../support/orders.js';
import { folderOfFile } from '../../support/folder.js';
import { installedKits } from './installed-kits.js';
import { runProgram } from './run-program.js';

/*
 * The same programs with other inputs, on servers that answer otherwise: what a developer meets who has copied one.
 */
const BIG_ID = '2006628907041292645';
const ODD = `it's "odd" \\ \`$HOME\` %20 é 你`;
const order = { ...limitBuy, volume: '1', price: '60000.10' };
const inputs = {
  createOrder: { ...order, clientOrderId: ODD },
  adjustPositionMargin: { positionId: BIG_ID, amount: '-0.10' },
  getOpenOrders: { contractName: ODD },
  cancelAllOrders: {},
  changeLeverage: { contractName: 'E-BTC-USDT', nowLevel: 10 },
  getOrder: { contractName: 'E-BTC-USDT', orderId: BIG_ID },
  ping: {},
} satisfies Partial<Record<OperationId, object>>;
const calls = Object.entries(inputs).map(([id, input]) =>
  callOf({ operation: operations[id as OperationId], summary: '', input, answer: {} }),
);
const FAULTS: readonly FaultKind[] = [
  ...(['refuse', 'status-429', 'code-1006-after', '504-after', 'redirect'] as const),
  ...(['html', 'empty-after', 'truncated-after', 'reset-before'] as const),
];
const KEY = { FUTURES_API_KEY: 'sample-key', FUTURES_API_SECRET: "sample's $ecret" };

describe.each(installedKits)('$label', (kit) => {
  const folder = folderOfFile();
  let startOf: (name: string) => StartProgram;
  beforeAll(async () => {
    await mkdir(join(folder, 'programs'));
    const programs = new Map(calls.map((call) => [call.operation.operationId, kit.write(call)]));
    startOf = await kit.build(join(folder, 'programs'), programs);
  });

  test.each(calls.map((call) => [call.operation.operationId, call] as const))(
    'sends %s byte for byte, below the prefix of a gateway, and signs what it sends',
    async (id, { body, target, isSigned, operation }) => {
      const list = operation.result === 'list';
      const server = await startServer({ body: list ? '[]' : `{"code":0,"data":{"orderId":"${BIG_ID}"}}` });
      const ended = await runProgram(startOf(id), { FUTURES_URL: `${server.origin}/gateway`, ...KEY });
      expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
      expect(server.requests).toHaveLength(1);
      const [request] = server.requests;
      expect(request).toMatchObject({ method: operation.method, target: `/gateway${target}` });
      expect(request!.body.toString('utf8')).toBe(body);
      if (isSigned) {
        const signature = recomputeSignature(request!, KEY.FUTURES_API_SECRET, { unsignedPrefix: '/gateway' });
        expect(headerOf(request!, 'X-CH-SIGN')).toBe(signature);
        expect(headerOf(request!, 'X-CH-APIKEY')).toBe(KEY.FUTURES_API_KEY);
        expect(headerOf(request!, 'X-CH-TS')).toMatch(/^\d{13}$/);
      } else {
        expect(headerNames(request!).filter((name) => name.startsWith('x-ch'))).toEqual([]);
      }
      expect(headerOf(request!, 'Content-Type')).toBe(body === '' ? undefined : 'application/json');
      if (operation.method === 'POST')
        expect(headerOf(request!, 'Content-Length')).toBe(String(Buffer.byteLength(body)));
    },
  );

  test('prints every digit of what it is answered', async () => {
    const body = `{"orderId":${BIG_ID},"price":65000.100000000000000001,"avgPrice":0E-8}`;
    const server = await startServer({ body });
    const { stdout } = await runProgram(startOf('getOrder'), { FUTURES_URL: server.origin, ...KEY });
    for (const digits of [BIG_ID, '65000.100000000000000001', '0E-8']) expect(stdout).toContain(digits);
  });

  test.each(FAULTS)('ends with an exit code other than 0 and prints no answer after the fault %s', async (kind) => {
    const sandbox = createSandbox();
    sandbox.faults.next({ kind });
    await using server = await sandbox.listen();
    const { apiKey, apiSecret } = sandbox.credentials;
    const given = { FUTURES_URL: server.url, FUTURES_API_KEY: apiKey, FUTURES_API_SECRET: apiSecret };
    const ended = await runProgram(startOf('changeLeverage'), given);
    expect(ended.stdout).toBe('');
    expect(ended.exitCode).toBeGreaterThan(0);
    expect(ended.stderr).not.toBe('');
    expect(ended.stderr).not.toContain(apiSecret);
  });

  test('follows no redirect: the key would go along', async () => {
    const elsewhere = await startServer({ body: '{}' });
    const server = await startServer({ status: 307, headers: { location: `${elsewhere.origin}/` } });
    const ended = await runProgram(startOf('getOpenOrders'), { FUTURES_URL: server.origin, ...KEY });
    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  test.each([
    [1, '{"code":"-1121"}'],
    [1, '{"msg":"no","code": -1121}'],
    [1, '{"code":1001,"msg":"0"}'],
    [0, '{"code":"0","data":null}'],
    [0, '{"msg":"done", "code": 0 }'],
    [0, '{"orderId":1,"msg":"code"}'],
  ])('ends with exit code %i after %s', async (exitCode, body) => {
    const server = await startServer({ body });
    const ended = await runProgram(startOf('changeLeverage'), { FUTURES_URL: server.origin, ...KEY });
    const isFailed = exitCode === 1;
    expect([ended.exitCode, ended.stdout === '', ended.stderr !== '']).toEqual([exitCode, isFailed, isFailed]);
  });
});
