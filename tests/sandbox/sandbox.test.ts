import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Operation, operations } from '../../generated/operations.js';
import { createFuturesClient, type FuturesClient } from '../../src/index.js';
import {
  createSandbox,
  type Listening,
  type Sandbox,
  type SandboxDialect,
  type SandboxOptions,
} from '../../src/sandbox/index.js';
import { DEFAULT_DIALECT } from '../../src/sandbox/dialect.js';
import { FAULT_KINDS } from '../../src/sandbox/http/faults.js';
import { Refusal } from '../../src/sandbox/exchange/refusal.js';
import { readInput } from '../../src/sandbox/validate.js';
import { limitBuy } from '../support/orders.js';

const NOW_MS = 1_760_000_000_000;
const order = limitBuy;

const open: Listening[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function start(
  over: 'fetch' | 'http',
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; client: FuturesClient }> {
  const sandbox = createSandbox({ now: () => NOW_MS, ...options });
  // What comes after a fault is to be what the sandbox answers: no second attempts, and no pause after a rate limit.
  const limiter = { tryAcquire: () => true, acquire: async () => {} };
  const common = {
    credentials: sandbox.credentials,
    now: () => NOW_MS,
    clock: 'local',
    retry: false,
    limiter,
  } as const;
  if (over === 'fetch')
    return { sandbox, client: createFuturesClient({ ...common, baseUrl: sandbox.url, fetch: sandbox.fetch }) };
  const server = await sandbox.listen();
  open.push(server);
  return { sandbox, client: createFuturesClient({ ...common, baseUrl: server.url }) };
}

describe.each(['fetch', 'http'] as const)('over %s', (over) => {
  test('operations follow one another: open, read, fill, set, cancel, read back', async () => {
    const { sandbox, client } = await start(over);
    expect(await client.ping()).toEqual({});
    expect(await client.getServerTime()).toMatchObject({ serverTime: NOW_MS });
    const { contracts } = await client.getContracts();
    expect(Object.keys(contracts![0]!)).toHaveLength(28);
    expect(await client.changeLeverage({ contractName: order.contractName, nowLevel: 10 })).toMatchObject({
      code: '0',
    });
    await client.changePositionMode({ contractName: order.contractName, positionModel: 2 });
    await client.changeMarginMode({ contractName: order.contractName, marginModel: 2 });

    const resting = await client.createOrder({
      ...order,
      positionType: 2,
      price: '60000.10',
      volume: 2,
      clientOrderId: 'mine',
    });
    const found = await client.getOrder({ contractName: order.contractName, orderId: resting.orderId! });
    expect(found).toMatchObject({ orderId: resting.orderId, status: 'NEW', price: '60000.1000000000000000' });
    expect(await client.getOrder({ contractName: order.contractName, clientOrderId: 'mine' })).toMatchObject({
      orderId: resting.orderId,
    });
    sandbox.setPrice(order.contractName, '59000.00');
    expect(await client.getOrder({ contractName: order.contractName, orderId: resting.orderId! })).toMatchObject({
      status: 'FILLED',
    });
    const [position] = sandbox.state.accounts[0]!.positions;
    expect(position).toMatchObject({ direction: 'LONG', volume: '2', marginMode: 'isolated' });
    await client.adjustPositionMargin({ positionId: position!.positionId, amount: '5.5' });

    const { triggerIds } = await client.createConditionOrder({
      ...order,
      positionType: 2,
      side: 'SELL',
      open: 'CLOSE',
      triggerType: '2',
      triggerPrice: '61000',
      price: '60990.00',
      volume: 1,
    });
    expect(triggerIds).toHaveLength(1);
    sandbox.setPrice(order.contractName, '61000.00');
    await client.createOrder({ ...order, positionType: 2, price: '50000', volume: 1 });
    await client.createOrder({ ...order, positionType: 2, price: '50001', volume: 1 });
    const orders = await client.getOpenOrders();
    await client.cancelOrder({ contractName: order.contractName, orderId: orders[0]!.orderId! });
    await client.cancelContractOrders({ contractName: order.contractName });
    await client.cancelAllOrders();
    expect(await client.getOpenOrders()).toEqual([]);
    expect((await client.getTradeHistory()).length).toBeGreaterThanOrEqual(2);
    expect((await client.getProfitHistory())[0]).toMatchObject({ side: 'BUY', volume: '1' });
    expect((await client.getOrderHistory({ contractName: order.contractName })).length).toBeGreaterThanOrEqual(4);
  });

  test.each([
    ['a wrong secret', { apiSecret: 'wrong' }, '-1022'],
    ['an unknown key', { apiKey: 'nobody' }, '-2015'],
    ['the key in another case', { upperCase: true }, '-2015'],
  ])('%s is refused as live hosts do: HTTP 200 and a code', async (_, change, code) => {
    const { sandbox, client: _client } = await start(over);
    const { apiKey, apiSecret } = sandbox.credentials;
    const credentials = {
      apiKey: 'upperCase' in change ? apiKey.toUpperCase() : ('apiKey' in change && change.apiKey) || apiKey,
      apiSecret: ('apiSecret' in change && change.apiSecret) || apiSecret,
    };
    const client = createFuturesClient({ baseUrl: sandbox.url, credentials, fetch: sandbox.fetch, now: () => NOW_MS });
    await expect(client.cancelAllOrders()).rejects.toMatchObject({ apiCode: code, status: 200, outcome: 'rejected' });
  });

  test.each([
    [-5000, undefined],
    [-5001, '-1021'],
    [999, undefined],
    [1000, '-1021'],
  ])('a timestamp %i ms from the clock: %s', async (offsetMs, code) => {
    const { sandbox } = await start(over);
    const client = createFuturesClient({
      baseUrl: sandbox.url,
      credentials: sandbox.credentials,
      fetch: sandbox.fetch,
      now: () => NOW_MS + offsetMs,
    });
    const refused = await client.cancelAllOrders().then(
      () => undefined,
      (error: { apiCode: string }) => error.apiCode,
    );
    expect(refused).toBe(code);
  });
});

test('refusals have statuses of their own in strict mode', async () => {
  const { sandbox } = await start('fetch', { strict: 'http' });
  const client = createFuturesClient({
    baseUrl: sandbox.url,
    credentials: { apiKey: 'nobody', apiSecret: 'x' },
    fetch: sandbox.fetch,
    now: () => NOW_MS,
  });
  await expect(client.cancelAllOrders()).rejects.toMatchObject({ status: 401, apiCode: '-2015' });
});

describe('every way of writing answers gives the same results', () => {
  const varieties: Partial<SandboxDialect>[] = [
    { ids: 'string' },
    { decimals: 'string' },
    { times: 'string' },
    { order: 'array' },
    { order: 'wrapped' },
    { lists: 'wrapped' },
    { lists: 'list' },
    { emptyList: 'null' },
    { receipt: 'wrapped' },
    { codes: 'number' },
    { extraFields: true },
    {
      ids: 'string',
      decimals: 'string',
      times: 'string',
      order: 'wrapped',
      lists: 'list',
      emptyList: 'null',
      receipt: 'wrapped',
      codes: 'number',
    },
  ];

  async function story(dialect: Partial<SandboxDialect>): Promise<unknown[]> {
    const { client } = await start('fetch', { dialect: { ...DEFAULT_DIALECT, ...dialect } });
    const empty = await client.getOpenOrders();
    const receipt = await client.createOrder({ ...order, price: '66000.00', volume: 600 });
    const detail = await client.getOrder({ contractName: order.contractName, orderId: receipt.orderId! });
    return [
      empty,
      receipt,
      detail,
      await client.getOpenOrders(),
      await client.getTradeHistory(),
      await client.getOrderHistory({ contractName: order.contractName }),
    ];
  }

  const known = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, item) => (key === 'undocumentedField' ? undefined : item)));

  test.each(varieties)('%o', async (dialect) => {
    expect(known(await story(dialect))).toEqual(await story({}));
  });
});

test('a flow signed by openssl and sent by curl works, without any code of this repository on that side', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  open.push(server);
  const { apiKey, apiSecret } = sandbox.credentials;
  const script = `
    set -euo pipefail
    TS=$(date +%s)000; BODY='{"contractName":"E-BTC-USDT","volume":1,"price":60000.10,"type":"LIMIT","side":"BUY","open":"OPEN","positionType":1}'
    SIGN=$(printf '%s' "\${TS}POST/fapi/v1/order\${BODY}" | openssl dgst -sha256 -hmac "$SECRET" -hex | awk '{print $NF}')
    curl -sS "$URL/fapi/v1/order" -H "X-CH-TS: $TS" -H "X-CH-APIKEY: $KEY" -H "X-CH-SIGN: $SIGN" -H 'Content-Type: application/json' -d "$BODY"`;
  const env = { ...process.env, URL: server.url, KEY: apiKey, SECRET: apiSecret };
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env });
  expect(stdout).toMatch(/^\{"orderId":\d{19}\}$/);
  expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(1);
});

describe.each(['fetch', 'http'] as const)('faults over %s mean the same to a client', (over) => {
  test.each([
    ['refuse', 'API', false],
    ['reset-before', 'NETWORK', false],
    ['reset-after', 'NETWORK', true],
    ['503-after', 'HTTP_STATUS', true],
    ['status-503', 'HTTP_STATUS', false],
    ['504-after', 'HTTP_STATUS', true],
    ['code-1006-after', 'API', true],
    ['code-1007-after', 'API', true],
    ['stall-after', 'TIMEOUT', true],
    ['truncated-after', 'RESPONSE_SHAPE', true],
    ['html', 'RESPONSE_SHAPE', false],
    ['html-after', 'RESPONSE_SHAPE', true],
    ['status-429', 'API', false],
    ['status-418', 'API', false],
    ['status-410', 'API', false],
    ['code-1003', 'API', false],
    ['skew', 'API', false],
    ['redirect', 'HTTP_STATUS', false],
    ['empty-after', 'RESPONSE_SHAPE', true],
  ] as const)('%s → %s, acted: %s', async (kind, code, acted) => {
    const { sandbox, client } = await start(over);
    sandbox.faults.next({ operation: 'createOrder', kind });
    // Only a fault that never ends must wait for it.
    const timeoutMs = code === 'TIMEOUT' ? 500 : 30_000;
    const error = await client.createOrder({ ...order, price: '60000', volume: 1 }, { timeoutMs }).then(
      () => expect.fail('it succeeded'),
      (failure) => failure,
    );
    expect(error).toMatchObject({ code });
    expect(sandbox.state.accounts[0]!.openOrders).toHaveLength(acted ? 1 : 0);
    if (acted) expect(error.outcome).toBe('unknown');
    else expect(['rejected', 'unknown']).toContain(error.outcome);
    sandbox.faults.clear();
    await client.createOrder({ ...order, price: '60000', volume: 1 });
  });
});

describe('faults', () => {
  test.each(FAULT_KINDS)('%s means the same in process and over HTTP', async (kind) => {
    const seen: unknown[] = [];
    for (const over of ['fetch', 'http'] as const) {
      const { sandbox, client } = await start(over);
      sandbox.faults.next({ kind });
      // A deadline that is to be met leaves a busy machine its time.
      const timeoutMs = kind.startsWith('stall') ? 1000 : 60_000;
      const end = await client.createOrder({ ...order, price: '60000', volume: 1 }, { timeoutMs }).then(
        (receipt) => Object.keys(receipt),
        ({ code, outcome, apiCode, status }) => ({ code, outcome, apiCode, status }),
      );
      seen.push([end, sandbox.state.accounts[0]!.openOrders.length]);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  test('strike as often as said, and only the operation named', async () => {
    const { sandbox, client } = await start('fetch');
    sandbox.faults.next({ kind: 'status-429', operation: 'getOpenOrders', times: 2 });
    await client.ping();
    for (let i = 0; i < 2; i++) await expect(client.getOpenOrders()).rejects.toMatchObject({ status: 429 });
    expect(await client.getOpenOrders()).toEqual([]);
  });

  test('at random come from the seed: the same ones for the same seed, others for another', async () => {
    const story = async (seed: number): Promise<string[]> => {
      const { sandbox, client } = await start('fetch', { seed });
      sandbox.faults.random(0.3, ['refuse', 'reset-after', 'html', '504-after']);
      const ends: string[] = [];
      for (let i = 0; i < 60; i++)
        ends.push(
          await client.ping().then(
            () => 'ok',
            ({ code }) => code,
          ),
        );
      return ends;
    };
    const first = await story(7);
    expect(new Set(first).size).toBeGreaterThan(2);
    expect(await story(7)).toEqual(first);
    expect(await story(8)).not.toEqual(first);
  });

  test.each([{ kind: 'nonsense' }, { kind: 'refuse', operation: 'nonsense' }])('%o is refused', async (fault) => {
    const { sandbox } = await start('fetch');
    expect(() => sandbox.faults.next(fault as never)).toThrow('nonsense');
  });
});

test.each(['fetch', 'http'] as const)(
  'a fault of the sandbox itself over %s is a 500 with an id, never a refusal',
  async (over) => {
    let broken = false;
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { client } = await start(over, {
      now: () => {
        if (broken) throw new Error('the clock fell off the wall');
        return NOW_MS;
      },
    });
    broken = true;
    const error = await client.createOrder({ ...order, price: '60000', volume: 1 }).then(
      () => expect.fail(),
      (reason) => reason,
    );
    expect(error).toMatchObject({ code: 'HTTP_STATUS', status: 500, outcome: 'unknown' });
    const [id] = /[0-9a-z]{8}/.exec(error.body.replace('sandbox failure ', ''))!;
    expect(String(written.mock.calls)).toContain(`sandbox failure ${id}: Error: the clock fell off the wall`);
    written.mockRestore();
  },
);

test.each(['bare', 'wrapped'] as const)(
  'a condition order answered %s gives an id either way',
  async (conditionReceipt) => {
    const { client } = await start('fetch', { dialect: { conditionReceipt } });
    const condition = { ...order, volume: 1, triggerType: '3', triggerPrice: '70000', price: '70010' };
    const { orderId, triggerIds } = await client.createConditionOrder(condition);
    expect(orderId ?? triggerIds?.[0]).toMatch(/^\d{19}$/);
  },
);

test('a cancellation takes its time when asked to: PENDING_CANCEL, then CANCELED', async () => {
  const { sandbox, client } = await start('fetch', { dialect: { cancelDelayMs: 300 } });
  const { orderId = '' } = await client.createOrder({ ...order, price: '60000', volume: 1 });
  await client.cancelOrder({ contractName: order.contractName, orderId });
  const status = async (): Promise<string | undefined> =>
    (await client.getOrder({ contractName: order.contractName, orderId })).status;
  expect(await status()).toBe('PENDING_CANCEL');
  sandbox.advance(300);
  expect(await status()).toBe('CANCELED');
});

test('bad input gets the described refusal and changes nothing', async () => {
  const { sandbox, client } = await start('fetch');
  await client.ping(); // the clock has started
  const before = JSON.stringify(sandbox.state);
  for (const [input, code] of [
    [{ ...order, contractName: 'E-NONE-USDT', price: '1', volume: 1 }, '-1121'],
    [{ ...order, price: '60000.001', volume: 1 }, '-1111'],
    [{ ...order, price: '60000', volume: '0.5' }, '-1111'],
    [{ ...order, price: '60000', volume: '10000000' }, '-2017'],
    [{ ...order, open: 'CLOSE', price: '60000', volume: 1 }, '10015'],
  ] as const) {
    await expect(client.createOrder(input as never)).rejects.toMatchObject({ apiCode: code, outcome: 'rejected' });
  }
  expect(JSON.stringify(sandbox.state)).toBe(before);
});

test('a snapshot goes on where it was taken', async () => {
  const { sandbox, client } = await start('fetch');
  await client.createOrder({ ...order, price: '60000', volume: 1 });
  const restored = createSandbox({
    restore: JSON.parse(JSON.stringify(sandbox.snapshot())),
    accounts: [sandbox.credentials],
    now: () => NOW_MS,
  });
  expect(restored.state).toEqual(sandbox.state);
});

const withBody = Object.values(operations).filter(({ input }) => input === 'body');
const needsNothing = ({ fields }: Operation): boolean => fields.every(({ required }) => !required);
const empty = ({ method, path }: Operation) => ({ method, target: path, headers: {}, body: '' });

test.each(withBody.filter(needsNothing))('$operationId needs no field, and takes an empty body', (operation) => {
  expect(readInput(operation, empty(operation))).toEqual({});
});

test.each(withBody.filter((operation) => !needsNothing(operation) && !operation.getBody))(
  '$operationId refuses an empty body, because it needs fields',
  (operation) => {
    expect(() => readInput(operation, empty(operation))).toThrow(Refusal);
  },
);
