import { beforeAll, describe, expect, it } from 'vitest';
import { iterateOrderHistory, iterateProfitHistory, iterateTradeHistory } from '../../src/history/iterate.js';
import { createFuturesClient, type FuturesClient } from '../../src/index.js';
import { createSandbox, type Sandbox, type SandboxDialect } from '../../src/sandbox/index.js';
import { limitOrder } from '../support/orders.js';
import { NOW_MS } from '../support/test-client.js';

const { contractName } = limitOrder;
const ROUNDS = 175;

/** An exchange on which one contract was opened and closed 175 times: 350 orders, 350 trades, 175 profits. */
let busy: { snapshot: unknown; accounts: { apiKey: string; apiSecret: string }[]; tradeIds: string[] };

beforeAll(async () => {
  const sandbox = createSandbox({ now: () => NOW_MS });
  const client = clientOf(sandbox);
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

const clientOf = ({ url, credentials, fetch }: Sandbox): FuturesClient =>
  createFuturesClient({ baseUrl: url, credentials, fetch, now: () => NOW_MS, clock: 'local' });

function start(dialect: Partial<SandboxDialect>): FuturesClient {
  const { snapshot, accounts } = busy;
  return clientOf(createSandbox({ restore: snapshot, accounts, now: () => NOW_MS, dialect }));
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
    const client = start(dialect);
    const input = limit === undefined ? {} : { limit };
    const seen = await ids(iterateTradeHistory(client, input), ({ tradeId }) => tradeId);
    expect(seen).toEqual(dialect.newestFirst ? busy.tradeIds.toReversed() : busy.tradeIds);
  });

  it('all orders and all profits come once', async () => {
    const client = start(dialect);
    const orders = await ids(iterateOrderHistory(client, { contractName, limit: 60 }), ({ orderId }) => orderId);
    const profits = await ids(iterateProfitHistory(client, { limit: 60 }), ({ id }) => id);
    expect([orders.length, new Set(orders).size]).toEqual([2 * ROUNDS, 2 * ROUNDS]);
    expect([profits.length, new Set(profits).size]).toEqual([ROUNDS, ROUNDS]);
  });
});
