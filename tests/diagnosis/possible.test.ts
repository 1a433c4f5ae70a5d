import { describe, expect, it } from 'vitest';
import { documented, observed, ruleOf, type Dialect } from '../../src/client/dialect.js';
import { possibleMistakes } from '../../src/diagnosis/possible.js';

const NOW = { timestampMs: 1700000000000 };
const idsFor = (method: string, target: string, more: object = {}, rule: Partial<Dialect> = {}): string[] =>
  possibleMistakes({ ...NOW, method, target, ...more }, ruleOf({ ...documented, ...rule })).map(({ id }) => id);

const QUERY = '/fapi/v1/openOrders?contractName=E-BTC-USDT';
const prefix = '/futures/open';
const body = '{"volume":1}';

describe('possibleMistakes of a client that signs what it sends', () => {
  it.each<[string, string[], string[]]>([
    ['a GET with a query', idsFor('GET', QUERY), ['query-signed']],
    ['the same, query not signed', idsFor('GET', QUERY, {}, { signQuery: false }), ['query-not-signed']],
    ['a GET without a query', idsFor('GET', '/fapi/v1/openOrders'), []],
    ['a GET with a body', idsFor('GET', '/fapi/v1/order', { body }), ['get-body-not-signed']],
    ['a POST with a body', idsFor('POST', '/fapi/v1/order', { body }), []],
    ['a POST without a body', idsFor('POST', '/fapi/v1/cancel_all'), ['braces-signed']],
    ['a POST with {}', idsFor('POST', '/fapi/v1/cancel_all', { body: '{}' }, observed), ['braces-not-signed']],
    ['a condition order', idsFor('POST', '/fapi/v1/conditionOrder/', { body }), ['path-slash']],
    ['a prefix', idsFor('POST', '/fapi/v1/order', { body, prefix }), ['prefix-not-signed']],
    [
      'a prefix that is signed',
      idsFor('POST', '/fapi/v1/order', { body, prefix }, { signPrefix: true }),
      ['prefix-signed'],
    ],
  ])('%s: these, then the encoding and the secret', (_, ids, wanted) => {
    expect(ids).toStrictEqual([...wanted, 'hex-sent', 'other-secret']);
  });

  it('asks whether hex is wanted where it sends base64', () => {
    expect(idsFor('GET', '/fapi/v1/openOrders', {}, { signatureEncoding: 'base64' })).toStrictEqual([
      'base64-sent',
      'other-secret',
    ]);
  });

  it('names for each but the secret an option of the dialect', () => {
    const requests = [
      { method: 'GET', target: QUERY, body, prefix },
      { method: 'POST', target: '/fapi/v1/conditionOrder', body: '{}' },
      { method: 'POST', target: '/fapi/v1/cancel_all' },
    ];
    const all = requests.flatMap((request) => possibleMistakes({ ...NOW, ...request }));
    const options = all.filter(({ id }) => id !== 'other-secret').map(({ option }) => option?.replace('dialect.', ''));
    expect(options.filter((option) => option === undefined || !(option in documented))).toStrictEqual([]);
    expect(new Set(options)).toStrictEqual(
      new Set(['signQuery', 'getBody', 'emptyPost', 'signPrefix', 'conditionOrderSlash', 'signatureEncoding']),
    );
  });

  it('says it as a difference to the deployment, not as a slip of the client', () => {
    const [first] = possibleMistakes({ ...NOW, method: 'GET', target: QUERY });
    expect(first).toStrictEqual({
      id: 'query-signed',
      title: 'the query is in the signed text, and the deployment may sign without it',
      fix: 'leave the query out of the text; old deployments want that',
      option: 'dialect.signQuery',
      source: '2.2',
    });
  });
});
