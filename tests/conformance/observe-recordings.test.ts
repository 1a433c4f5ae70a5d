import { describe, expect, it } from 'vitest';
import { observeTraffic, type ObserveOptions, type Report } from '../../src/conformance/index.js';
import { readHar } from '../../src/conformance/recorded-traffic/read-har.js';
import { signRequest } from '../../src/core/signing.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import type { Entry as RecordedEntry } from './recorded/damage.js';
import { playAndJudge } from './recorded/judge-server.js';

const BASE = 'https://futures.example';
const START = Date.parse('2026-01-05T10:00:00Z');
const credentials = { apiKey: 'recorded-key-1', apiSecret: 'recorded-secret-1' };

interface Entry {
  readonly target: string;
  readonly method?: string;
  readonly body?: string;
  readonly atMs?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly response?: object;
  readonly status?: number;
  readonly text?: string;
}

const entry = ({
  target,
  method = 'GET',
  body,
  atMs = 0,
  headers = [],
  response,
  status = 200,
  text = '{}',
}: Entry): object => ({
  startedDateTime: new Date(START + atMs).toISOString(),
  time: 5,
  request: {
    method,
    url: target.startsWith('http') ? target : BASE + target,
    headers: headers.map(([name, value]) => ({ name, value })),
    bodySize: body?.length ?? 0,
    ...(body !== undefined && { postData: { mimeType: 'application/json', text: body } }),
  },
  response: response ?? { status, headers: [], content: { size: text.length, mimeType: 'application/json', text } },
});

const har = (...entries: readonly object[]): string => JSON.stringify({ log: { version: '1.2', entries } });

const observe = (text: string, options: ObserveOptions = {}): Report =>
  observeTraffic([{ name: 'traffic.har', text }], options);

const verdictOf = (report: Report, id: string): string => report.results.find((result) => result.id === id)!.verdict;

function signed(target: string, atMs = 0, lower = false): readonly (readonly [string, string])[] {
  const timestampMs = String(START + atMs);
  const signature = signRequest({ timestampMs, method: 'GET', target, apiSecret: credentials.apiSecret });
  const all = [
    ['X-CH-APIKEY', credentials.apiKey],
    ['X-CH-TS', timestampMs],
    ['X-CH-SIGN', signature],
  ] as const;
  return lower ? [[':path', target], ...all.map(([name, value]) => [name.toLowerCase(), value] as const)] : all;
}

const OPEN = '/fapi/v1/openOrders';
const TIME = '{"serverTime":1767607200000,"timezone":"UTC"}';

describe('observeTraffic', () => {
  it('refuses an option that is misspelt', () => {
    expect(() => observe(har(), { shared: true } as never)).toThrow(/shared is not an option .*sharedAccount/);
  });

  it('judges a file that ends in the middle as far as it goes, and says so', () => {
    const whole = har(...[0, 1, 2].map((atMs) => entry({ target: '/fapi/v1/time', atMs, text: TIME })));
    const cut = { name: 'traffic.har', text: whole.slice(0, -20) };
    const { recording, results } = observeTraffic([cut]);
    expect(recording).toMatchObject({ calls: 2, files: [expect.stringContaining('it ends in the middle')] });
    expect(results.find(({ id }) => id === 'shape/time/milliseconds')?.verdict).toBe('pass');
    const { notContained } = observeTraffic([cut, { name: 'later.har', text: whole }]).recording!;
    expect(notContained.join()).toContain('traffic.har ends in the middle, and other files go on');
    for (let length = 0; length < whole.length; length += 7) {
      const judged = readHar('x', [whole.slice(0, length), whole.slice(length)]);
      expect(judged, `in two pieces, at ${length}`).toEqual(readHar('x', [whole]));
    }
  });

  it('says of a file without a whole call why it cannot be judged', () => {
    expect(() => observe(har(entry({ target: '/fapi/v1/ping' })).slice(0, -20))).toThrow('ends in the middle, before');
    expect(() => observe('')).toThrow('traffic.har is empty');
    expect(() => observe('\u001f\u008b')).toThrow('unpack it first');
    expect(() => observe('no json')).toThrow('traffic.har is not JSON');
    expect(() => observe('{"entries":[]}')).toThrow('not a HAR file');
    expect(() => observe('[{"request":{}}]')).toThrow('traffic.har is a list');
  });

  it('cannot tell anything from a recording without calls, which is no success', () => {
    const report = observe(har());
    expect(new Set(report.results.map(({ verdict }) => verdict))).toEqual(new Set(['cannot-tell']));
    expect(report.ok).toBe(false);
  });

  it('accuses a service of failures that come often while other calls succeed, and not of two in a long recording', () => {
    const verdict = (every: number): string => {
      const entries = Array.from({ length: 40 }, (_, n) => [
        n % every === 0 && n > 0
          ? entry({ target: '/fapi/v1/time', atMs: n * 100, status: 500, text: '{}' })
          : entry({ target: '/fapi/v1/time', atMs: n * 100, text: TIME }),
        entry({ target: '/fapi/v1/ping', atMs: n * 100 + 50 }),
      ]).flat();
      return verdictOf(observe(har(...entries)), 'shape/getServerTime/every-time');
    };
    expect([verdict(19), verdict(4)]).toEqual(['cannot-tell', 'fail']);
  });

  it('says how much of the description was judged, and what the recording did not show', () => {
    const noTime = entry({ target: '/fapi/v1/time', status: 503, text: 'no' });
    const open = entry({ target: OPEN, headers: signed(OPEN), text: '[]' });
    const { coverage } = observe(har(entry({ target: '/fapi/v1/ping' }), noTime, open), { credentials });
    const stateOf = (wanted: string) => coverage!.points.find(({ point }) => point === wanted);
    expect(stateOf('ping')).toEqual({ point: 'ping', kind: 'operation', state: 'judged' });
    expect(stateOf('getOpenOrders X-CH-SIGN present')?.state).toBe('judged');
    expect(stateOf('getServerTime')).toMatchObject({ state: 'reached', why: expect.stringContaining('cannot-tell') });
    const missing = { state: 'not-reached', why: 'cannot-tell: the recording has no call of createOrder' };
    expect(stateOf('createOrder timeInForce=IOC')).toMatchObject(missing);
    expect(coverage!.byKind.operation).toMatchObject({ judged: 2, reached: 3 });
    expect([coverage!.percent > 1, coverage!.percent < 20]).toEqual([true, true]);
  });

  it('reads bodies in base64', () => {
    const content = { size: TIME.length, encoding: 'base64', text: Buffer.from(TIME).toString('base64') };
    const report = observe(har(entry({ target: '/fapi/v1/time', response: { status: 200, headers: [], content } })));
    expect(verdictOf(report, 'shape/time/milliseconds')).toBe('pass');
  });

  it('judges what needs no secret without one', () => {
    const report = observe(
      har(entry({ target: '/fapi/v1/time', text: TIME }), entry({ target: OPEN, headers: signed(OPEN), text: '[]' })),
    );
    expect(verdictOf(report, 'shape/getOpenOrders/success')).toBe('pass');
    expect(report.recording!.notContained.join()).toContain('key and secret were not given');
    expect(report.ok).toBe(true);
  });

  it('takes a page without limit for one of the usual size only where a signature shows that none was sent', () => {
    const page = (query: string, length: number) => {
      const target = `/fapi/v1/myTrades?contractName=E-BTC-USDT${query}`;
      const trades = Array.from({ length }, (_, id) => ({ id: 9000 - id, price: '1' }));
      return entry({ target, headers: signed(target), text: JSON.stringify(trades) });
    };
    const recorded = har(page('&limit=60', 60), page('', 50));
    const id = 'page/trades/default-100';
    expect(verdictOf(observe(recorded), id)).not.toBe('fail');
    expect(verdictOf(observe(recorded, { credentials }), id)).toBe('fail');
  });

  it('verifies signatures whatever the case of header names, as HTTP/2 writes them', () => {
    const calls = [
      entry({ target: OPEN, headers: signed(OPEN, 0, true), text: '[]' }),
      entry({ target: OPEN, headers: signed(OPEN).slice(0, 2), text: '[]' }),
    ];
    const others = entry({ target: OPEN, headers: signed(OPEN, 9).slice(1), status: 401, text: '{"code":"-2015"}' });
    const report = observe(har(...calls), { credentials });
    expect(report.signing?.encoding).toBe('hex');
    // A recording program may have left it out, unless the caller is known to leave headers out.
    const id = 'sign/getOpenOrders/without-signature';
    expect(verdictOf(report, id)).toBe('cannot-tell');
    expect(verdictOf(observe(har(...calls, others), { credentials }), id)).toBe('fail');
  });

  it('does not take a refusal with status 500 and a code for a server that breaks', () => {
    const open = (text: string, atMs: number) =>
      entry({ target: OPEN, headers: signed(OPEN, atMs), status: 500, text, atMs });
    const ping = entry({ target: '/fapi/v1/ping', atMs: 20 });
    const verdict = (text: string): string =>
      verdictOf(observe(har(open(text, 0), open(text, 10), ping), { credentials }), 'shape/getOpenOrders/success');
    expect(verdict('{"code":"-2015","msg":"no permission"}')).toBe('cannot-tell');
    expect(verdict('{"error":"internal"}')).toBe('fail');
  });

  it('does not lay a call that was given up by the caller to the service', () => {
    const given = { ...entry({ target: '/fapi/v1/time', response: { status: 0, _error: 'net::ERR_ABORTED' } }) };
    const report = observe(har(given, given, entry({ target: '/fapi/v1/ping', atMs: 50 })));
    expect(verdictOf(report, 'shape/getServerTime/success')).toBe('cannot-tell');
  });

  it('finds the service among other hosts, and the path of its base URL', () => {
    const there = [0, 1].map((atMs) => entry({ target: 'https://gate.example/api/fapi/v1/time', atMs, text: TIME }));
    const report = observe(har(entry({ target: 'https://cdn.example/app.js' }), ...there));
    expect(report.target.baseUrl).toBe('https://gate.example/api');
    expect(report.recording).toMatchObject({ calls: 2, elsewhere: 1 });
  });

  it('concludes nothing from what shows too early, or where others trade on the account', () => {
    const order = '{"contractName":"E-BTC-USDT","orderId":"256609229205684228"}';
    const list = '[{"orderId":256609229205684228,"contractName":"E-BTC-USDT"}]';
    const target = `${OPEN}?contractName=E-BTC-USDT`;
    const calls = (afterMs: number): string =>
      har(
        entry({ target, headers: signed(target), text: list }),
        entry({
          target: '/fapi/v1/cancel',
          method: 'POST',
          body: order,
          headers: signed('/fapi/v1/cancel', 100),
          atMs: 100,
          text: '{"orderId":256609229205684228}',
        }),
        entry({ target, atMs: afterMs, headers: signed(target, afterMs), text: list }),
      );
    const id = 'state/order/cancelled-is-gone';
    expect(verdictOf(observe(calls(9000)), id)).toBe('fail');
    expect(verdictOf(observe(calls(900)), id)).toBe('cannot-tell');
    expect(verdictOf(observe(calls(900), { patienceMs: 500 }), id)).toBe('fail');
    expect(verdictOf(observe(calls(9000), { sharedAccount: true }), id)).toBe('cannot-tell');
  });

  it('judges on where the list of contracts is empty', () => {
    const text = '{"code":"0","msg":"success","data":{"contracts":[]}}';
    const report = observe(har(entry({ target: '/pub/contracts', text })));
    expect(verdictOf(report, 'shape/contracts/fields')).not.toBe('fail');
    expect(verdictOf(report, 'shape/contracts/envelope')).toBe('pass');
  });

  it('fails a cancel that cancels other orders, too, if prices are recent and the account is not shared', async () => {
    const { har: recorded } = await playAndJudge({ mutation: 'cancel-by-id-cancels-contract' }, ['bot']);
    const all: RecordedEntry[] = JSON.parse(recorded).log.entries;
    const [price] = all.filter(({ request }) => request.url.endsWith('/pub/contracts'));
    const others = all.filter(({ request }) => request.url !== price!.request.url);
    const agedBy = (ms: number): readonly object[] => {
      const atMs = Date.parse(String(price!.startedDateTime)) - ms;
      return [{ ...price, startedDateTime: new Date(atMs).toISOString() }, ...others];
    };
    const { credentials: own } = createPrepared().sandbox;
    const verdict = (entries: readonly object[], options: ObserveOptions = {}): string =>
      verdictOf(
        observe(har(...entries), { credentials: own, ...options }),
        'rule/cancel/order-id-cancels-that-order-only',
      );
    expect([verdict(agedBy(0)), verdict(agedBy(0), { sharedAccount: true })]).toEqual(['fail', 'cannot-tell']);
    expect(verdict(agedBy(60_000))).not.toBe('fail');
  });

  it('says that calls with several keys may be those of several accounts', () => {
    const calls = ['key-1', 'key-2'].map((key) => entry({ target: OPEN, headers: [['X-CH-APIKEY', key]], text: '[]' }));
    expect(observe(har(...calls)).recording!.notContained.join()).toContain('2 API keys, perhaps of several accounts');
  });

  it('does not blame a call with code -1006, which says that it may have acted', () => {
    const outcomes = (text: string) => {
      const cancel = entry({
        target: '/fapi/v1/cancel_all',
        method: 'POST',
        headers: signed('/fapi/v1/cancel_all'),
        text,
      });
      const { operations } = observe(har(cancel)).recording!;
      return operations.find(({ operationId }) => operationId === 'cancelAllOrders');
    };
    expect(outcomes('{"code":"-1006","msg":"x"}')).toMatchObject({ accepted: 0, refused: 0 });
    expect(outcomes('{"code":"-2015","msg":"x"}')).toMatchObject({ accepted: 0, refused: 1 });
  });

  it('names mistakes of the caller, such as a timestamp in seconds, and does not lay a refusal of them to the service', () => {
    const wrong = [0, 1000].map((atMs) => {
      const seconds = signed(OPEN, atMs).map(
        ([name, value]) => [name, name === 'X-CH-TS' ? value.slice(0, 10) : value] as const,
      );
      return entry({ target: OPEN, headers: seconds, status: 401, text: '{"code":"-1021"}' });
    });
    const report = observe(har(entry({ target: OPEN, headers: signed(OPEN), text: '[]' }), ...wrong));
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.recording!.requestFaults).toEqual([
      'getOpenOrders with an X-CH-TS that is not in milliseconds (2 times)',
    ]);
  });

  it('names a field that is spelled otherwise than it is declared: a cancel without its orderId may cancel a contract', () => {
    const body = '{"contractName":"E-BTC-USDT","orderID":"2006628908041359970"}';
    const cancel = entry({ target: '/fapi/v1/cancel', method: 'POST', headers: signed('/fapi/v1/cancel'), body });
    const { recording, results } = observe(har(cancel));
    expect(recording!.requestFaults).toEqual(['cancelOrder: it has the field orderID in place of orderId']);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it.each([
    ['names a number that is sent as text, and is refused', [400], ['changeLeverage: nowLevel is not a number']],
    ['names a body that is a form', [400], ['changeLeverage: its body is not an object of JSON'], 'nowLevel=20'],
    ['does not name one that is taken at other times', [400, 200], []],
    ['does not name one that is refused for another reason', [401], []],
  ])('%s', (_, statuses, faults, body = '{"contractName":"E-BTC-USDT","nowLevel":"20"}') => {
    const calls = statuses.map((status, at) => {
      const target = '/fapi/v1/edit_lever';
      const text = status === 200 ? '{}' : `{"code":"-${status === 400 ? 1102 : 1021}"}`;
      return entry({ target, method: 'POST', headers: signed(target, at), atMs: at, body, status, text });
    });
    const { recording, results } = observe(har(...calls));
    expect(recording!.requestFaults).toEqual(faults);
    expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it('shows no secret, key or signature, and marks the call that decides', () => {
    const calls = [entry({ target: OPEN, headers: signed(OPEN), status: 201, text: '[]' })];
    const report = observe(har(...calls), { credentials });
    const found = report.results.find(({ id }) => id === 'shape/getOpenOrders/success')!;
    expect(found).toMatchObject({ verdict: 'fail', exchanges: [{ deciding: true, operationId: 'getOpenOrders' }] });
    const text = JSON.stringify(report);
    for (const secret of [credentials.apiKey, credentials.apiSecret, signed(OPEN)[2]![1]])
      expect(text).not.toContain(secret);
  });
});

it('every third read that ends with 500 and a code, while the same ones before and after succeed, is a failure', () => {
  const calls = Array.from({ length: 24 }, (_, at) =>
    entry({
      target: '/fapi/v1/openOrders',
      atMs: at * 1000,
      headers: signed('/fapi/v1/openOrders', at * 1000),
      ...(at % 3 === 2 ? { status: 500, text: '{"code":-1000,"msg":"internal"}' } : { text: '[]' }),
    }),
  );
  expect(verdictOf(observe(har(...calls), { credentials }), 'shape/getOpenOrders/every-time')).toBe('fail');
});

it('an order that a response calls by no contract is not said to be of another one', () => {
  const order = '{"orderId":"2006628908041359970","status":"NEW"}';
  const target = (contract: string): string => `/fapi/v1/order?contractName=${contract}&orderId=2006628908041359970`;
  const lists = entry({ target: '/fapi/v1/openOrders', headers: signed('/fapi/v1/openOrders'), text: `[${order}]` });
  const details = [1000, 2000, 3000].map((atMs) => {
    const asked = target(`E-${'BTC,ETH,XRP'.split(',')[atMs / 1000 - 1]}-USDT`);
    return entry({ target: asked, atMs, headers: signed(asked, atMs), text: order });
  });
  const { results } = observe(har(lists, ...details), { credentials });
  expect(results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
});
