import { describe, expect, it } from 'vitest';
import { iterateProfitHistory, iterateTradeHistory } from '../../src/history/iterate.js';
import { AbortedError, PagingError } from '../../src/core/errors.js';
import { createTestClient, failureOf } from '../support/test-client.js';
import { ModelHistory } from './model-history.js';
import { all, forward, ids, idText, scripted, tradeIds, walk } from './walking.js';

describe('what cannot be walked is reported', () => {
  const three = '[{"id":1},{"id":2},{"id":3}]';

  it.each([
    ['the same full page again', three, '[{"id":1}]', three],
    ['nothing where two records are known to be', three, '[{"id":1}]', '[]'],
    ['a page that passes over a record', three, '[{"id":1}]', '[{"id":2},{"id":4}]'],
    ['a page to both sides of fromId', three, '[{"id":3}]', three],
    ['as many records as before where one was asked for', three, three],
    ['a single record from the middle', three, '[{"id":2}]'],
    ['no record where one was asked for', three, '[]'],
  ])('%s', async (_what, ...pages) => {
    const error = await failureOf(all(iterateProfitHistory(scripted(...pages).client)));
    expect(error).toBeInstanceOf(PagingError);
    expect((error as Error).message).toMatch(/has no effect.*there may be more/);
  });

  it.each([
    ['a page that stays where it is', '[{"id":1}]', three],
    ['a beginning at the same end', '[{"id":3}]', '[{"id":1},{"id":2}]'],
  ])('%s, after a look at the other end of the history', async (_what, single, next) => {
    const { client, sent } = scripted(three, '[{"id":3}]', '[{"id":2},{"id":3}]', three, single, next);
    expect(await failureOf(all(iterateProfitHistory(client)))).toBeInstanceOf(PagingError);
    expect(sent).toHaveLength(6);
  });

  it('a page that does not go on from the fromId of the caller, without a look at the other end of the history', async () => {
    const { client, sent } = scripted(
      '[{"id":5},{"id":6},{"id":7}]',
      '[{"id":7}]',
      '[{"id":6},{"id":7}]',
      three,
      '[{"id":1}]',
    );
    expect(await failureOf(all(iterateProfitHistory(client, { fromId: 5 })))).toBeInstanceOf(PagingError);
    expect(sent).toHaveLength(3);
  });

  it('a later page that leaves out a record known to be there, after the records before it', async () => {
    const model = new ModelHistory([...ids], forward);
    model.beforeAnswer = (call) => void (call === 4 && model.ids.splice(197, 1));
    const { seen, error } = await walk(model);
    expect(error).toBeInstanceOf(PagingError);
    expect((error as Error).message).toContain(`from ${ids[196]} does not reach ${ids[197]}`);
    expect(seen).toEqual(idText.slice(0, 197));
  });
});

describe('an end before the end', () => {
  it('a failing page rejects with the error of the call, and what was given out stays good', async () => {
    const model = new ModelHistory(ids, forward);
    const refused = new Error('the error of the call');
    model.beforeAnswer = (call) => {
      if (call === 4) throw refused;
    };
    const { seen, error } = await walk(model);
    expect(error).toBe(refused);
    expect(seen).toEqual(idText.slice(0, 197));
    model.beforeAnswer = () => {};
    expect([...seen.slice(0, -1), ...(await tradeIds(model, { fromId: seen.at(-1) }))]).toEqual(idText);
  });

  it('an abort between two records ends it before the next one, without a call', async () => {
    const model = new ModelHistory(ids, forward);
    const stop = new AbortController();
    const records = iterateTradeHistory(model, {}, { signal: stop.signal });
    await records.next();
    const calls = model.calls.length;
    stop.abort('enough');
    const error = await failureOf(records.next());
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ outcome: 'not-sent', operationId: 'getTradeHistory', cause: 'enough' });
    expect(model.calls).toHaveLength(calls);
    expect(await records.next()).toEqual({ done: true, value: undefined });
  });

  it('an abort while a page is under way ends it at once', async () => {
    const stop = new AbortController();
    const client = createTestClient('https://futures.example', {
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(signal!.reason), { once: true });
          stop.abort();
        }),
    });
    const error = await failureOf(all(iterateTradeHistory(client, {}, { signal: stop.signal })));
    expect(error).toBeInstanceOf(AbortedError);
  });
});
