import { beforeAll, describe, expect, test, vi } from 'vitest';
import type {
  CreateOrderInput,
  GetTradeHistoryInput,
  Order,
  OrderHistoryRecord,
  Trade,
} from '../../generated/client.js';
import { DROPPED } from '../../src/journal/already-there.js';
import { recover } from '../../src/orders/recover.js';
import { createFuturesClient, type FuturesClient } from '../../src/futures-client.js';
import { type SubmitClient, submitOrder } from '../../src/orders/submit.js';
import { createDesk, createMemoryJournal, type DeskOptions, held, order, settle, START_MS, warmUp } from './desk.js';
import { changeRowIds, createExchange, ignoreSelector } from './scripted-exchange.js';

beforeAll(warmUp);

const OWN = { clientOrderId: 'job-17' };

/** Get Order Details that knows no order. */
function findNothing(client: SubmitClient, { getOrder }: Pick<FuturesClient, 'getOrder'>): void {
  client.getOrder = ({ contractName }, options) => getOrder({ contractName, clientOrderId: 'no-such-id' }, options);
}

/** Lets a call of /order act, and puts another answer in the place of its own. */
const answerOrder =
  (method: 'GET' | 'POST', body: string, headers = {}): NonNullable<DeskOptions['fetch']> =>
  ({ fetch }) =>
  async (url, init) => {
    const answer = await fetch(url, init);
    const isAnswered = init.method === method && new URL(url).pathname === '/fapi/v1/order';
    return isAnswered ? new Response(body, { headers }) : answer;
  };

describe('a service that ignores clientOrderId', () => {
  test.each(['reset-before', 'reset-after'] as const)(
    'is found out by another order just like it: %s',
    async (kind) => {
      const { client, sandbox, service, submitUnder } = createDesk();
      ignoreSelector(client, service);
      setTimeout(() => void service.createOrder({ ...order, clientOrderId: 'another' }), 100);
      const result = await submitUnder(kind);
      expect(result.outcome).toBe(held(sandbox, result.clientOrderId).length === 1 ? 'accepted' : 'absent');
    },
  );

  test.each([undefined, '0'] as const)('and shows rows with the id %s: nothing is proven either way', async (rowId) => {
    for (const kind of ['reset-before', 'reset-after'] as const) {
      const { client, service, submitUnder } = createDesk();
      ignoreSelector(client, service);
      changeRowIds(client, rowId);
      setTimeout(() => void service.createOrder(order), 100);
      const result = await submitUnder(kind);
      expect(result.outcome).toBe('unknown');
      expect(result.evidence).toContainEqual(expect.objectContaining({ said: 'candidate' }));
    }
  });

  test('shows an order that is plainly another: the rows decide', async () => {
    const { client, service, submitUnder } = createDesk();
    ignoreSelector(client, service);
    await service.createOrder({ ...order, side: 'SELL', price: '70000' });
    expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'absent' });
  });
});

test('an order that ends between two reads is not absent where its history shows it later', async () => {
  const { client, sandbox, service } = createDesk();
  sandbox.faults.next({ kind: 'reset-after', operation: 'createOrder' });
  // Nothing answers until the window has closed; then the order is cancelled just before the open orders are read.
  const untilMs = START_MS + 7100;
  let endedAtMs: number | undefined;
  client.getOpenOrders = async (input, options) => {
    if (Date.now() < untilMs) throw new Error('down');
    if (endedAtMs === undefined) {
      endedAtMs = Date.now();
      await service.cancelContractOrders({ contractName: order.contractName });
    }
    return service.getOpenOrders(input, options);
  };
  const late = (): boolean => endedAtMs === undefined || Date.now() < endedAtMs + 1500;
  client.getOrder = async ({ contractName }, options) =>
    service.getOrder({ contractName, clientOrderId: 'none' }, options);
  client.getOrderHistory = async (input, options) => (late() ? [] : service.getOrderHistory(input, options));
  expect(await settle(submitOrder(client, order))).toMatchObject({ outcome: 'accepted' });
});

test.each([
  [19, 'absent'],
  [20, 'unknown'],
  [50, 'unknown'],
] as const)('with %d open orders, where a service may list no more, a lost order is %s', async (count, outcome) => {
  const { service, submitUnder } = createDesk();
  for (let n = 0; n < count; n++) await service.createOrder({ ...order, price: '50000', volume: 1 });
  expect(await submitUnder('reset-before')).toMatchObject({ outcome });
});

test.each([
  [
    'an order that earlier rounds could not tell is not absent because the last ones do not show it',
    (row: object, isLate: boolean) => (isLate ? [] : [row]),
    (isLate: boolean) => (isLate ? [] : Promise.reject(new Error('down'))),
  ],
  [
    'a row without an id that is now another order does not tell what it was before',
    (row: object, isLate: boolean) => [{ ...row, clientId: isLate ? 'another-job' : undefined, orderId: undefined }],
    () => [],
  ],
])('%s', async (_claim, rows, history) => {
  const { client, service, submitUnder } = createDesk();
  findNothing(client, service);
  changeRowIds(client, undefined);
  const { getOpenOrders } = client;
  const isLate = (): boolean => Date.now() > START_MS + 6500;
  client.getOpenOrders = async (...given) =>
    (await getOpenOrders(...given)).flatMap((row) => rows(row, isLate()) as never);
  client.getOrderHistory = async () => history(isLate());
  const result = await submitUnder('reset-after');
  expect(result.evidence).toContainEqual(expect.objectContaining({ said: 'candidate' }));
  expect(result).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['job-17', 'job-17-r1', 'unknown'],
  ['job-17', 'job_17', 'unknown'],
  ['00012345', '12345', 'unknown'],
  ['123456789012345678', '123456789012345680', 'unknown'],
  ['1234567890123456789012345678901', '1.2345678901234568e+30', 'unknown'],
  ['job-17', 'api_job17', 'unknown'],
  ['a%2fb-17', 'a/b-17', 'unknown'],
  ['Job-1', 'job-1', 'unknown'],
  ['job-1 ', 'job-1', 'unknown'],
  ['job-€', 'job-?', 'unknown'],
  ['job-😀1', 'job-', 'unknown'],
  ['a/b:17', 'a%2fb%3A17', 'unknown'],
  ['it&me"7', 'it&amp;me\\u00227', 'unknown'],
  ['rate%41x-7', 'rate41x-7', 'unknown'],
  ['rate%25', 'rate%50', 'absent'],
  ['strategy-alpha-2025-11-28-0017', 'strategy-alpha', 'unknown'],
  ['0123456789abcdef0123456789abcde', '01234567-89ab-cdef-0123-456789abcde', 'unknown'],
  ['20261129-000123', '20261129-000', 'unknown'],
  ['1700000000000', '11700000000000', 'unknown'],
  // Another number of a counter is another id.
  ['job-17', 'job-171', 'absent'],
  ['job-17', 'job-171764384000000', 'unknown'],
  ['job-1234567', 'job-1234567890123', 'unknown'],
  ['desk-20261129-17', 'desk-20261129-1', 'absent'],
])('an order under the clientOrderId %s that is shown as %s is %s', async (clientOrderId, shown, outcome) => {
  const { client, service, submitUnder } = createDesk();
  findNothing(client, service);
  changeRowIds(client, shown);
  expect(await submitUnder('reset-after', { ...order, clientOrderId })).toMatchObject({ outcome });
});

test('an order that is listed under an id of the service, which the journal does not know, is not absent', async () => {
  const { client, service, submitUnder } = createDesk();
  findNothing(client, service);
  changeRowIds(client, 'x-4471');
  const result = await submitUnder('reset-after', { ...order, ...OWN }, { journal: createMemoryJournal() });
  expect(result).toMatchObject({ outcome: 'unknown' });
  expect(result.evidence.at(-1)).toMatchObject({ operation: 'getOpenOrders', reason: expect.stringMatching('x-4471') });
});

test.each([
  ['knows as it is listed', 'absent', undefined],
  ['has a trace of', 'absent', [{ why: DROPPED }]],
  ['does not know', 'unknown', []],
  ['knows under another orderId', 'unknown', [{ intent: {} as never, last: { orderId: '7' } as never }]],
] as const)(
  'beside an order that the journal %s, a like one of another program leaves ours %s',
  async (_, outcome, found) => {
    const { client, service, submitUnder } = createDesk();
    const memory = createMemoryJournal();
    await settle(submitOrder(client, { ...order, price: '50000', clientOrderId: 'job-16' }, { journal: memory }));
    await service.createOrder({ ...order, clientOrderId: 'another' });
    const journal =
      found === undefined ? memory : { ...memory, find: async (id: string) => (id === 'job-16' ? found : []) };
    expect(await submitUnder('reset-before', { ...order, ...OWN }, { journal })).toMatchObject({ outcome });
  },
);

test('an order that getOrder selects by our id is not absent, whatever id it shows', async () => {
  const { client, submitUnder } = createDesk();
  const { getOrder } = client;
  client.getOrder = async (...given) => ({ ...(await getOrder(...given)), clientId: 'theirs-9' }) as Order;
  changeRowIds(client, 'theirs-9');
  expect(await submitUnder('reset-after', { ...order, clientOrderId: 'job-17' })).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['of another order is not', { clientOrderId: 'another-job' }, false],
  ['that has our id beside a customer is', { clientOrderId: 'job-17', clientId: '880042' }, true],
])('the receipt %s taken for that of this one', async (_which, names, isTaken) => {
  const { client, sandbox } = createDesk({ fetch: answerOrder('POST', JSON.stringify({ orderId: '666', ...names })) });
  const result = await settle(submitOrder(client, { ...order, clientOrderId: 'job-17' }));
  expect(result).toMatchObject({ outcome: 'accepted', orderId: isTaken ? '666' : held(sandbox, 'job-17')[0]!.id });
});

test.each([
  ['the history', 'accepted', (clientId: string) => [{ clientId }, { clientId: 'foreign-1' }]],
  ['open orders', 'unknown', () => [{}, { clientId: 'foreign-1' }]],
])('two rows of one id in %s do not hide ours: %s', async (where, outcome, rows) => {
  const shown = (id: string) => ({ orderId: '2006628908041292000', rows: rows(id) });
  const spread = (own: Record<string, unknown> = {}) => (own['rows'] as object[]).map((row) => ({ ...own, ...row }));
  const { client } = createExchange({
    ...{ selects: false, rowIds: false, shown, isOpen: where === 'open orders', spreads: spread },
    ...(where === 'open orders' ? {} : { history: spread }),
  });
  expect((await settle(client.submitOrder(order))).outcome).toBe(outcome);
});

test('an order of another list under the same id, which was rounded, does not hide ours', async () => {
  const { client } = createExchange({
    ...{ selects: false, rowIds: false, shown: () => ({ orderId: '2006628908041292000' }) },
    ...{ spreads: (own) => [{ ...own, clientId: 'foreign-1' }], history: (own) => (own ? [own] : []) },
  });
  expect((await settle(client.submitOrder(order))).outcome).toBe('unknown');
});

describe('a service whose rows carry no id of the client', () => {
  test('proves the order by getOrder, once an id that nobody chose finds nothing', async () => {
    const { client, sandbox, submitUnder } = createDesk();
    changeRowIds(client, undefined);
    const result = await submitUnder('reset-after', { ...order, price: 60000.1, volume: '2.00' });
    expect(result).toMatchObject({ outcome: 'accepted', orderId: held(sandbox)[0]!.id });
    expect(result.evidence.at(-1)!.reason).toContain('control');
  });

  test.each<[string, (id: string) => string, string, string]>([
    ['cuts it', (id) => id.replace(/^(job-000).*/, '$11'), 'job-0001', 'job-0002'],
    ['reads it as a double', (id) => String(BigInt(Number(id) || 0)), '123456789012345680', '123456789012345681'],
  ])('is no proof by getOrder of a service that %s', async (_which, keep, other, ours) => {
    const { client, service, submitUnder } = createDesk();
    changeRowIds(client, undefined);
    const { getOrder } = client;
    client.getOrder = async ({ clientOrderId = '', ...input }, options) =>
      ({
        ...(await getOrder({ ...input, clientOrderId: keep(clientOrderId) }, options)),
        clientId: undefined,
      }) as Order;
    setTimeout(() => void service.createOrder({ ...order, clientOrderId: keep(other) }), 20);
    expect(await submitUnder('reset-before', { ...order, clientOrderId: ours })).toMatchObject({ outcome: 'unknown' });
  });

  test('is proved by getOrder beside the order of the next letter', async () => {
    const { client, service, submitUnder } = createDesk();
    changeRowIds(client, undefined);
    await service.createOrder({ ...order, price: '50000', clientOrderId: 'spread-7-z' });
    const ours = { ...order, clientOrderId: 'spread-7-y' };
    expect(await submitUnder('reset-after', ours)).toMatchObject({ outcome: 'accepted' });
  });

  test.each([
    ['side', { side: 'SELL' }],
    ['action', { action: 'CLOSE' }],
    ['type', { type: 'MARKET' }],
    ['price', { price: '60000.11' }],
    ['volume', { origQty: '3' }],
    ['contract', { contractName: 'E-ETH-USDT' }],
    ['time (before)', { transactTime: START_MS - 5000 }],
    ['time (long after)', { transactTime: START_MS + 60_000 }],
    ['having no time', { transactTime: undefined }],
    ['client id', { clientId: 'another' }],
  ])('an order that differs in %s is no proof', async (_what, change) => {
    const { client, submitUnder } = createDesk();
    changeRowIds(client, undefined);
    const { getOrder } = client;
    client.getOrder = async (...given) => ({ ...(await getOrder(...given)), ...change }) as Order;
    expect(await submitUnder('reset-after')).toMatchObject({ outcome: 'unknown' });
  });

  type Changed = [what: string, shown: (id: string) => Record<string, unknown>, outcome: string, change?: object];
  test.each<Changed>([
    ['price', () => ({ price: '60000.00' }), 'unknown'],
    ['volume', () => ({ origQty: '1' }), 'unknown'],
    ['price as 0', () => ({ price: '0' }), 'unknown'],
    ['no time', () => ({ transactTime: undefined }), 'unknown'],
    ['price, far', () => ({ price: '59000.10' }), 'absent'],
    ['contract', () => ({ contractName: 'BTCUSDT' }), 'unknown'],
    ['contract under another kind of name', () => ({ contractName: 'BTC-PERP' }), 'unknown'],
    ['contract by its display name', () => ({ contractName: 'BTC-PERPUSDT' }), 'unknown'],
    ['contract by a display name in one word', () => ({ contractName: 'BTCPERPUSDT' }), 'unknown'],
    ['name of nothing as id', () => ({ clientOrderId: 'null' }), 'unknown'],
    ['another contract', () => ({ contractName: 'E-ETH-USDT' }), 'absent'],
    ['another contract of some of its letters', () => ({ contractName: 'E-CBT-USDT' }), 'absent'],
    ['id cut', (id: string) => ({ clientId: id.slice(0, 20) }), 'unknown'],
    ['id with a prefix', (id: string) => ({ clientId: `broker-${id}` }), 'unknown'],
    ['price, cut to a coarse tick', () => ({ price: '0.012' }), 'unknown', { price: '0.0123456' }],
    ['volume in another unit', () => ({ origQty: '0.002' }), 'unknown'],
    ['market order as a limit order', () => ({ price: '61000' }), 'unknown', { type: 'MARKET' }],
    ['limit order as a market order', () => ({ type: 'MARKET' }), 'absent'],
    ['closing order as one that opens', () => ({}), 'unknown', { open: 'CLOSE' }],
    ['closing order by its position', () => ({ side: 'SELL', action: 'CLOSE' }), 'unknown', { open: 'CLOSE' }],
    ['the other side', () => ({ side: 'SELL' }), 'absent'],
    ...[8, -8, 5.5, -3.5, 5.75].map((hours): Changed => {
      return [`a local time, ${hours} h away`, () => ({ transactTime: Date.now() + hours * 3_600_000 }), 'unknown'];
    }),
    ['another id', () => ({ clientId: 'broker-1' }), 'absent'],
    ['another id, and none', () => ({ clientId: '880042', clientOrderId: '' }), 'unknown'],
    ['our id, in seconds', (clientId) => ({ clientId, transactTime: 1e6 }), 'accepted', OWN],
    ['our id, of before', (clientId) => ({ clientId, contractName: 'E-ETH-USDT' }), 'unknown', OWN],
    ['our id', (id: string) => ({ clientId: id }), 'accepted', { ...OWN, contractName: 'e-btc-usdt' }],
    ['our id, and a customer', (id: string) => ({ clientId: '880042', clientOrderId: id }), 'accepted'],
    ['our id, and none', (id: string) => ({ clientId: '0', clientOrderId: id, origQty: '500' }), 'accepted'],
  ])('an order in a list that may have been changed is not absent: %s', async (_what, shown, outcome, change = {}) => {
    const { client } = createExchange({ selects: false, rowIds: false, shown });
    expect((await settle(client.submitOrder({ ...order, ...change } as CreateOrderInput))).outcome).toBe(outcome);
  });

  test('an order that a row says has none is no proof', async () => {
    const { client, submitUnder } = createDesk();
    changeRowIds(client, '0');
    expect(await submitUnder('reset-after')).toMatchObject({ outcome: 'unknown' });
  });
});

test('a time cut to whole seconds does not make an order an earlier one', async () => {
  const { client, sandbox, submitUnder } = createDesk();
  const { getOrderHistory } = client;
  client.getOrderHistory = async (...given) =>
    (await getOrderHistory(...given)).map((row) => ({ ...row, ctimeMs: Math.floor(row.ctimeMs! / 1000) * 1000 }));
  await client.clock.sync();
  await vi.advanceTimersByTimeAsync(700);
  sandbox.faults.next({ kind: 'reset-before', operation: 'getOrder', times: 100 });
  const own = { ...order, price: '65100', clientOrderId: 'job-17' };
  expect(await submitUnder('reset-after', own)).toMatchObject({ outcome: 'accepted' });
});

describe('none found by getOrder', () => {
  test.each([
    ['{"code":"0","msg":"Success","data":null,"succ":true}', 'absent'],
    ['[]', 'absent'],
    ['{"code":"0","data":{}}', 'absent'],
    ['{"data":{}}', 'unknown'],
    ['{}', 'unknown'],
    ['null', 'unknown'],
    ['', 'unknown'],
    ['{"code":"-1102","msg":"orderId","data":null}', 'unknown'],
    ['<html></html>', 'unknown'],
    ['{"code":"-2013","data":{"orderId":"77"}}', 'unknown'],
  ])('as %s: %s', async (body, outcome) => {
    const { submitUnder } = createDesk({ fetch: answerOrder('GET', body) });
    expect(await submitUnder('reset-before')).toMatchObject({ outcome });
  });

  test.each(['{"code":"0","data":null}', '{"code":"-2013","data":null}'])('as a cache keeps it: %s', async (body) => {
    const { submitUnder } = createDesk({ fetch: answerOrder('GET', body, { age: '30' }) });
    expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'unknown' });
  });
});

test.each([
  ['no known order explains', {}, 0],
  ['has every value as text', { isBuyer: 'true' }, 0],
  ['has another word as its side', { isBuyer: undefined, side: 'LONG' }, 0],
  ['is on the last of many pages that begin with the oldest', {}, 1150],
])('a trade that %s is a candidate: not absent', async (_which, change, countBefore) => {
  const { client, service, submitUnder } = createDesk();
  findNothing(client, service);
  for (let n = 0; n < countBefore; n++) await service.createOrder({ ...order, price: '65100' });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  await client.clock.sync();
  client.getOrderHistory = async () => [];
  client.getTradeHistory = async (...given) =>
    (await service.getTradeHistory(...given)).map((trade) => ({ ...trade, ...change }) as Trade);
  const result = await submitUnder('reset-after', { ...order, price: '65100' });
  expect(result.outcome).toBe('unknown');
  expect(result.evidence).toContainEqual(expect.objectContaining({ operation: 'getTradeHistory', said: 'candidate' }));
});

test.each([
  ['all of them', (given: GetTradeHistoryInput) => given, 'absent'],
  ['the oldest each time', ({ contractName = '' }: GetTradeHistoryInput) => ({ contractName }), 'unknown'],
  [
    'no further page',
    ({ fromId, ...given }: GetTradeHistoryInput) => (fromId === undefined ? given : { ...given, fromId: 'none' }),
    'unknown',
  ],
] as const)('an order that no trade shows, where a service shows %s', async (_which, change, outcome) => {
  const { client, service, submitUnder } = createDesk();
  for (let n = 0; n < 110; n++) await service.createOrder({ ...order, price: '65100' });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  await client.clock.sync();
  client.getOrderHistory = async () => [];
  client.getTradeHistory = async (given = {}, options) => service.getTradeHistory(change(given), options);
  expect(await submitUnder('reset-before')).toMatchObject({ outcome });
});

describe('the history of an order that a process left open', () => {
  const HOUR_MS = 3_600_000;
  const leaveOpen = async (client: SubmitClient) => {
    const journal = createMemoryJournal();
    await settle(submitOrder(client, { ...order, price: '65100' }, { journal, resolveWithinMs: 0 }));
    return journal;
  };

  test.each([
    [72, 0, 'unknown'],
    [72, 20, 'absent'],
    [0.5, 0, 'absent'],
  ] as const)(
    'may have forgotten it: after %d h, with an order of %d h before it, %s',
    async (hours, hoursBefore, outcome) => {
      const { client, sandbox, service } = createDesk();
      if (hoursBefore > 0) await service.createOrder({ ...order, price: '65100' });
      await vi.advanceTimersByTimeAsync(hoursBefore * HOUR_MS);
      await client.clock.sync();
      sandbox.faults.next({ kind: 'reset-before', operation: 'createOrder' });
      const journal = await leaveOpen(client);
      await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
      await service.createOrder({ ...order, side: 'SELL' });
      expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome }]);
    },
  );

  type Rows = readonly OrderHistoryRecord[];
  const dated = (row: OrderHistoryRecord, hours: number) => ({ ...row, ctimeMs: row.ctimeMs! + hours * HOUR_MS });
  let old: string | undefined;
  test.each<[string, number, (rows: Rows) => Rows]>([
    ['is dated in a local time', 4, (rows) => rows.map((row) => dated(row, -5))],
    [
      'has one order of an old date, such as a condition order that was triggered now',
      0,
      (rows) => ((old ??= rows[1]?.orderId), rows.map((row) => (row.orderId === old ? dated(row, -48) : row))),
    ],
  ])('is read on where it %s', async (_what, hours, change) => {
    const { client, sandbox, service } = createDesk({ dialect: { newestFirst: true } });
    findNothing(client, service);
    const { getOrderHistory } = client;
    client.getOrderHistory = async (...given) => [...change(await getOrderHistory(...given))];
    await client.clock.sync();
    sandbox.faults.next({ kind: 'reset-after', operation: 'createOrder' });
    const journal = await leaveOpen(client);
    await vi.advanceTimersByTimeAsync(hours * HOUR_MS);
    for (let n = 0; n < 250; n++) await service.createOrder({ ...order, timeInForce: 'FOK' });
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'accepted' }]);
  });
});

test('recover with nothing open leaves the clock alone: an order that is sent next and lost is absent', async () => {
  const { client, submitUnder } = createDesk();
  const journal = createMemoryJournal();
  await recover(client, journal);
  expect(await submitUnder('reset-before', order, { journal })).toMatchObject({ outcome: 'absent' });
});

test('trades on a full page without ids may not be the newest: not absent', async () => {
  const { client, submitUnder } = createDesk();
  client.getTradeHistory = async () => Array.from({ length: 100 }, () => ({ isBuyer: false, qty: '1' }) as Trade);
  expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'unknown' });
});

test('trades of a service that gives no more than 100 are read to the newest', async () => {
  const { client, service, submitUnder } = createDesk();
  for (let n = 0; n < 150; n++) await service.createOrder({ ...order, price: '65100' });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  client.getTradeHistory = async (input = {}, ...given) => {
    if (Number(input.limit) > 100) throw new Error('limit');
    return service.getTradeHistory(input, ...given);
  };
  await client.clock.sync();
  expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'absent' });
});

test('a trade of an order that is older than the history was read is not of a lost one', async () => {
  const { client, sandbox, service, submitUnder } = createDesk({ dialect: { newestFirst: true } });
  await service.createOrder({ ...order, price: '60000' });
  await vi.advanceTimersByTimeAsync(24 * 3_600_000);
  for (let n = 0; n < 120; n++) await service.createOrder({ ...order, timeInForce: 'FOK' });
  await vi.advanceTimersByTimeAsync(21 * 3_600_000);
  sandbox.setPrice(order.contractName, '59000');
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  await client.clock.sync();
  expect(await submitUnder('reset-before', { ...order, price: '58000' })).toMatchObject({ outcome: 'absent' });
});

describe('a long order history', () => {
  test.each([
    ['oldest first', false, 150, 'absent'],
    ['newest first', true, 150, 'absent'],
    ['newest first', true, 1100, 'absent'],
    ['oldest first', false, 1100, 'absent'],
  ] as const)('%s (%s), %i orders of before: %s', async (_way, newestFirst, count, outcome) => {
    const { client, service, submitUnder } = createDesk({ dialect: { newestFirst } });
    for (let i = 0; i < count; i++) await service.createOrder({ ...order, timeInForce: 'FOK' });
    await client.clock.sync();
    await vi.advanceTimersByTimeAsync(16 * 3_600_000);
    expect((await submitUnder('reset-before')).outcome).toBe(outcome);
    findNothing(client, service);
    const done = await submitUnder('reset-after', { ...order, timeInForce: 'FOK' });
    expect(done).toMatchObject({ outcome: 'accepted', order: { ctimeMs: expect.any(Number) } });
  });

  test('in which half of the orders were placed long ago is read on to one that it alone shows', async () => {
    const { client, service, submitUnder } = createDesk({ dialect: { newestFirst: true } });
    const journal = createMemoryJournal();
    await client.clock.sync();
    await submitUnder('reset-after', { ...order, timeInForce: 'FOK' }, { journal, resolveWithinMs: 0 });
    for (let n = 0; n < 450; n++) await service.createOrder({ ...order, timeInForce: 'FOK' });
    findNothing(client, service);
    client.getOrderHistory = async (...given) =>
      (await service.getOrderHistory(...given)).map((row) =>
        Number(row.orderId) % 100 < 50 ? row : { ...row, ctimeMs: row.ctimeMs! - 15 * 3_600_000 },
      );
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'accepted' }]);
  });

  test('is read back to an order that never arrived, although many came after it', async () => {
    const { client, service, submitUnder } = createDesk({ dialect: { newestFirst: true } });
    const journal = createMemoryJournal();
    await client.clock.sync();
    await submitUnder('reset-before', order, { journal, resolveWithinMs: 0 });
    await vi.advanceTimersByTimeAsync(80_000);
    for (let i = 0; i < 1100; i++) await service.createOrder({ ...order, timeInForce: 'FOK' });
    expect((await settle(recover(client, journal))).orders).toMatchObject([{ outcome: 'absent' }]);
  });

  test('that pages nowhere (fromId is ignored) has no known end: not absent', async () => {
    const { client, service, submitUnder } = createDesk();
    const { getOrderHistory } = client;
    client.getOrderHistory = ({ contractName, limit }, options) =>
      getOrderHistory({ contractName, limit: limit! }, options);
    for (let i = 0; i < 100; i++) await service.createOrder({ ...order, timeInForce: 'FOK' });
    await client.clock.sync();
    await vi.advanceTimersByTimeAsync(65_000);
    expect(await submitUnder('reset-before')).toMatchObject({ outcome: 'unknown' });
  });
});

test('a total beside the open orders of a contract may count the account: they are shown, and none of them is no absence', async () => {
  const { sandbox } = createDesk();
  const { url: baseUrl, credentials } = sandbox;
  const client = createFuturesClient({
    ...{ baseUrl, credentials, now: Date.now },
    fetch: async (url, init) => {
      const answer = await sandbox.fetch(url, init);
      if (!url.includes('/openOrders')) return answer;
      return new Response(JSON.stringify({ code: '0', data: { list: await answer.json(), total: 7 } }));
    },
  });
  expect(await client.getOpenOrders({ contractName: order.contractName })).toEqual([]);
  await expect(client.getOpenOrders()).rejects.toThrow('expected the whole list, got 0 rows and "total": 7');
  sandbox.faults.next({ kind: 'reset-before', operation: 'createOrder' });
  expect(await settle(client.submitOrder(order))).toMatchObject({ outcome: 'unknown' });
});
