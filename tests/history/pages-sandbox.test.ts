import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { iterateOrderHistory, iterateProfitHistory, iterateTradeHistory } from '../../src/history/iterate.js';
import { createFuturesClient, type FuturesClient } from '../../src/index.js';
import { createSandbox, type Listening, type SandboxDialect } from '../../src/sandbox/index.js';
import { limitOrder } from '../support/orders.js';
import { NOW_MS } from '../support/test-client.js';

const { contractName } = limitOrder;
const ROUNDS = 175;

/** An exchange on which one contract was opened and closed 175 times: 350 orders, 350 trades, 175 profits. */
let busy: { snapshot: unknown; accounts: { apiKey: string; apiSecret: string }[]; tradeIds: string[] };

beforeAll(async () => {
  const sandbox = createSandbox({ now: () => NOW_MS });
  const client = clientOf(sandbox.url, sandbox.credentials, sandbox.fetch);
  for (let round = 0; round < ROUNDS; round++) {
    await client.createOrder({ ...limitOrder, side: 'BUY', open: 'OPEN', price: '65100.00' });
    await client.createOrder({ ...limitOrder, side: 'SELL', open: 'CLOSE', price: '64900.00' });
  }
  const trades = await client.getTradeHistory({ limit: 1000 });
  busy = {
    snapshot: sandbox.snapshot(),
    accounts: [sandbox.credentials],
    tradeIds: trades.map(({ tradeId }) => tradeId!),
  };
  expect(new Set(busy.tradeIds).size).toBe(2 * ROUNDS);
});

function clientOf(
  baseUrl: string,
  credentials: { apiKey: string; apiSecret: string },
  fetch?: ReturnType<typeof createSandbox>['fetch'],
): FuturesClient {
  return createFuturesClient({
    baseUrl,
    credentials,
    now: () => NOW_MS,
    clock: 'local',
    ...(fetch === undefined ? {} : { fetch }),
  });
}

function start(dialect: Partial<SandboxDialect>) {
  const { snapshot, accounts } = busy;
  let calls = 0;
  const sandbox = createSandbox({ restore: snapshot, accounts, now: () => NOW_MS, dialect, onCall: () => calls++ });
  return { sandbox, client: clientOf(sandbox.url, sandbox.credentials, sandbox.fetch), calls: () => calls };
}

async function ids<T>(records: AsyncIterable<T>, idOf: (record: T) => string | undefined): Promise<string[]> {
  const found: string[] = [];
  for await (const record of records) found.push(idOf(record)!);
  return found;
}

const dialects = [true, false].flatMap((fromIdInclusive) =>
  [true, false].map((newestFirst) => ({ fromIdInclusive, newestFirst })),
);

describe.each(dialects)('on an exchange with %o', (dialect) => {
  it.each([undefined, 7, 349, 350, 1000])('all 350 trades come once, with limit %s', async (limit) => {
    const { client } = start(dialect);
    const input = limit === undefined ? {} : { limit };
    const seen = await ids(iterateTradeHistory(client, input), ({ tradeId }) => tradeId);
    expect(seen).toEqual(dialect.newestFirst ? busy.tradeIds.toReversed() : busy.tradeIds);
  });

  it('all orders and all profits come once', async () => {
    const { client } = start(dialect);
    const orders = await ids(iterateOrderHistory(client, { contractName, limit: 60 }), ({ orderId }) => orderId);
    const profits = await ids(iterateProfitHistory(client, { limit: 60 }), ({ id }) => id);
    expect([orders.length, new Set(orders).size]).toEqual([2 * ROUNDS, 2 * ROUNDS]);
    expect([profits.length, new Set(profits).size]).toEqual([ROUNDS, ROUNDS]);
  });

  it('a contract without a history takes one call', async () => {
    const { client, calls } = start(dialect);
    expect(await ids(iterateTradeHistory(client, { contractName: 'E-ETH-USDT' }), ({ tradeId }) => tradeId)).toEqual(
      [],
    );
    expect(calls()).toBe(1);
  });
});

it('the walk is the same where ids are strings and lists are wrapped', async () => {
  const { client } = start({ ids: 'string', lists: 'wrapped', codes: 'number', newestFirst: true });
  const seen = await ids(iterateTradeHistory(client), ({ tradeId }) => tradeId);
  expect(seen).toEqual(busy.tradeIds.toReversed());
});

it('a trade that is made meanwhile comes last where pages run towards the newest', async () => {
  const { client } = start({});
  const seen: string[] = [];
  for await (const { tradeId } of iterateTradeHistory(client)) {
    seen.push(tradeId!);
    if (seen.length === 200) await client.createOrder({ ...limitOrder, side: 'BUY', open: 'OPEN', price: '65100.00' });
  }
  expect(seen.slice(0, -1)).toEqual(busy.tradeIds);
  expect(new Set(seen).size).toBe(351);
});

it('a refused page ends the walk with the refusal', async () => {
  const { sandbox, client } = start({});
  const seen: string[] = [];
  const walk = async (): Promise<void> => {
    for await (const { tradeId } of iterateTradeHistory(client)) {
      if (seen.push(tradeId!) === 120) sandbox.faults.next({ kind: 'code-1003', times: 3 });
    }
  };
  await expect(walk()).rejects.toMatchObject({ code: 'API', apiCode: '-1003' });
  expect(seen).toEqual(busy.tradeIds.slice(0, 197));
});

describe('over HTTP', () => {
  let server: Listening;
  afterAll(() => server.close());

  it('all 350 trades come once', async () => {
    const { sandbox } = start({ fromIdInclusive: false, newestFirst: true });
    server = await sandbox.listen();
    const client = clientOf(server.url, sandbox.credentials);
    const seen = await ids(iterateTradeHistory(client), ({ tradeId }) => tradeId);
    expect(seen).toEqual(busy.tradeIds.toReversed());
  });
});
