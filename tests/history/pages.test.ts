import { describe, expect, it } from 'vitest';
import { iterateOrderHistory, iterateProfitHistory, iterateTradeHistory } from '../../src/history/iterate.js';
import { PagingError } from '../../src/core/errors.js';
import { openSandbox } from '../orders/desk.js';
import { failureOf, NOW_MS } from '../support/test-client.js';
import { ModelHistory } from './model-history.js';
import { all, forward, ids, idText, scripted, tradeIds } from './walking.js';

describe('calls', () => {
  it('are the pages and two more: one for a single record, and one that finds nothing new', async () => {
    const model = new ModelHistory(ids, forward);
    expect(await tradeIds(model)).toEqual(idText);
    expect(model.calls).toEqual([
      { limit: 100, fromId: undefined },
      { limit: 1, fromId: undefined },
      { limit: 100, fromId: ids[98] },
      { limit: 100, fromId: ids[196] },
      { limit: 100, fromId: ids[294] },
      { limit: 100, fromId: ids[348] },
    ]);
  });

  it('are one when there is nothing, and one when there are up to two records', async () => {
    for (const count of [0, 1, 2]) {
      const model = new ModelHistory(ids.slice(0, count), forward);
      expect(await tradeIds(model)).toHaveLength(count);
      expect(model.calls).toHaveLength(1);
    }
  });

  it('carry the input, the headers of the call and the page, and nothing else', async () => {
    const { client, sent } = scripted('[{"id":3},{"id":1},{"id":2}]', '[{"id":1}]', '[{"id":2},{"id":3}]');
    const input = { contractName: 'E-BTC-USDT', startTime: 1, endTime: NOW_MS, limit: 30 };
    await all(iterateProfitHistory(client, input, { headers: { 'x-mine': 'yes' } }));
    const rest = `"startTime":1,"endTime":${NOW_MS}}`;
    expect(sent.map(({ body }) => body)).toEqual([
      `{"contractName":"E-BTC-USDT","limit":"30",${rest}`,
      `{"contractName":"E-BTC-USDT","limit":"1",${rest}`,
      `{"contractName":"E-BTC-USDT","limit":"30","fromId":2,${rest}`,
    ]);
    expect(sent.every(({ headers }) => headers['x-mine'] === 'yes')).toBe(true);
  });

  it('are all of one account, although the caller changes the headers meanwhile', async () => {
    const accounts: (string | undefined)[] = [];
    const { client } = openSandbox(undefined, {
      fetch: async (_, { headers }) => {
        accounts.push(headers['sub-account']);
        return new Response('[{"id":3},{"id":1},{"id":2}]');
      },
    });
    const headers = { 'sub-account': 'a' };
    const records = client.iterateProfitHistory({}, { headers });
    const first = records.next();
    headers['sub-account'] = 'b';
    await first.then(() => records.next()).catch(() => undefined);
    expect(new Set(accounts)).toEqual(new Set(['a']));
  });

  it('are none before the first record is asked for', async () => {
    const { client, sent } = scripted();
    const records = iterateTradeHistory(client);
    expect(sent).toEqual([]);
    await records.next();
    expect(sent).toHaveLength(1);
  });

  it('are none any more once the caller has left', async () => {
    const model = new ModelHistory(ids, forward);
    for await (const { tradeId } of iterateTradeHistory(model)) if (tradeId === idText[10]) break;
    expect(model.calls).toHaveLength(3);
  });

  it.each([
    ['limit', { limit: 1001 }],
    ['fromId', { fromId: 2 ** 60 }],
    ['conractName', { conractName: 'E' }],
  ])('with a wrong %s are refused as the method itself refuses them: %o', async (field, input: object) => {
    const { client, sent } = scripted();
    expect(await failureOf(all(iterateTradeHistory(client, input)))).toMatchObject({ code: 'ARGUMENT', field });
    expect(sent).toEqual([]);
  });

  it('do not change when the caller changes the input meanwhile', async () => {
    for (const iterate of [iterateOrderHistory, iterateProfitHistory, iterateTradeHistory]) {
      const { client, sent } = scripted();
      const input = { contractName: 'E-BTC-USDT', limit: 50 };
      const records = iterate(client, input);
      Object.assign(input, { contractName: 'E-ETH-USDT', limit: 7 });
      await all<object>(records);
      expect(sent.map(({ target, body }) => target + (body ?? '')).join()).toMatch(/E-BTC-USDT.*50/);
    }
  });
});

describe('the id of a record', () => {
  it('is orderId in the order history', async () => {
    const { client } = scripted('[{"orderId":9007199254740993}]');
    expect(await all(iterateOrderHistory(client, { contractName: 'E' }))).toEqual([{ orderId: '9007199254740993' }]);
  });

  it.each([
    [
      'tradeId',
      '[{"tradeId":9},{"tradeId":10},{"tradeId":"11"}]',
      '[{"tradeId":9}]',
      '[{"tradeId":10},{"tradeId":11}]',
    ],
    ['id', '[{"id":9},{"id":10},{"id":11}]', '[{"id":9}]', '[{"id":10},{"id":11}]'],
    [
      'tradeId before id',
      '[{"tradeId":9,"id":5},{"tradeId":10,"id":5},{"tradeId":11,"id":5}]',
      '[{"tradeId":9}]',
      '[{"tradeId":11}]',
    ],
  ])('is %s in the trade history, by its value and not by its text', async (_name, ...pages) => {
    const { client, sent } = scripted(...pages);
    expect(await all(iterateTradeHistory(client))).toHaveLength(3);
    expect(sent.at(-1)!.target).toBe('/fapi/v1/myTrades?limit=100&fromId=10');
  });

  it.each(['{"side":"BUY"}', ...['null', '""', '"a"', '1.5'].map((id) => `{"side":"BUY","id":${id}}`)])(
    'is missing in %s: nothing is given out',
    async (record) => {
      const { client } = scripted(`[{"id":1},${record}]`);
      const error = await failureOf(all(iterateProfitHistory(client)));
      expect(error).toBeInstanceOf(PagingError);
      expect(error).toMatchObject({ code: 'PAGING', operationId: 'getProfitHistory' });
      expect((error as Error).message).toContain('has no id');
    },
  );

  it('may be shared by records of one trade, on the edge of a page as well', async () => {
    const row = (id: number, side: string): string => `{"id":${id},"side":"${side}"}`;
    const { client } = scripted(
      `[${row(1, 'BUY')},${row(2, 'BUY')},${row(3, 'BUY')}]`,
      `[${row(1, 'BUY')}]`,
      `[${row(3, 'BUY')},${row(3, 'SELL')},${row(4, 'BUY')}]`,
      `[${row(4, 'BUY')},${row(4, 'SELL')}]`,
    );
    const seen = await all(iterateTradeHistory(client, { limit: 3 }));
    expect(seen.map(({ id, side }) => `${id} ${side}`).join(', ')).toBe('1 BUY, 2 BUY, 3 BUY, 3 SELL, 4 BUY, 4 SELL');
  });
});

it('a record that appears below the first page meanwhile is no reason to stop', async () => {
  const { client } = scripted('[{"id":2},{"id":3},{"id":4}]', '[{"id":1}]', '[{"id":3},{"id":4}]');
  expect(await all(iterateProfitHistory(client))).toEqual([{ id: '2' }, { id: '3' }, { id: '4' }]);
});
