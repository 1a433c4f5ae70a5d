import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../src/conformance/call/answer.js';
import type { InProcessFetch } from '../../src/conformance/call/in-process-sender.js';
import { learnRefusals } from '../../src/conformance/call/refusal-shape.js';
import { createPrepared, type Mutation } from '../../src/faulty-servers/index.js';
import { refuse } from '../../src/sandbox/exchange/refusal.js';
import { changing, runInProcess, serverOf } from './sandboxes.js';

type Served = Awaited<ReturnType<InProcessFetch>>;

/** A run in mode read against the sandbox, each response of which may be changed. No socket and no waiting. */
async function read(
  change: (response: Served, url: URL, count: number) => Served | Promise<Served>,
  checks?: string[],
  patch?: Mutation['patch'],
) {
  const prepared = createPrepared({}, patch, 'short');
  let count = 0;
  const fetch: InProcessFetch = async (url, init) =>
    change(await prepared.sandbox.fetch(url, init), new URL(url), count++);
  const { results } = await runInProcess(prepared, { mode: 'read', patienceMs: undefined, checks }, fetch);
  return new Map(results.map((result) => [result.id, result]));
}

const answer = (status: number, body: string) =>
  readAnswer({ call: { operationId: 'ping' }, exchange: {}, response: { status, headers: [], body } } as never);

/** Deeper than the decoder goes, and no fault of a server. */
const DEEP = `${'['.repeat(200)}${']'.repeat(200)}`;

describe('JSON of which the digits cannot be read', () => {
  it.each([
    [200, 'unread'],
    [302, 'unread'],
    [404, 'refused'],
    [429, 'limited'],
    [500, 'unread'],
  ])('with status %d is %s, and nothing in it is looked at', (status, kind) => {
    const { summary, json, exact, ...reading } = answer(status, `{"code":"0","data":${DEEP}}`);
    expect([reading.kind, reading.code, json, exact]).toEqual([kind, undefined, undefined, undefined]);
    expect(summary).toBe(`status ${status} and JSON that the kit cannot read: JSON is nested deeper than 128 levels`);
  });

  it('accuses no server, and passes for none', async () => {
    const results = await read(async (response, { pathname }) => {
      if (pathname !== '/fapi/v1/openOrders' || response.status !== 200) return response;
      const body = await response.text();
      return {
        ...pick(response),
        text: async () =>
          body.replace(/^\[(.)/, (_, next) => `[{"orderId":1,"more":${DEEP}}${next === ']' ? ']' : `,${next}`}`),
      };
    });
    const all = [...results.values()];
    expect(all.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error')).toEqual([]);
    expect(results.get('shape/getOpenOrders/success')).toMatchObject({ verdict: 'cannot-tell' });
  });
});

it('reads every digit of what is nested within bounds', () => {
  const nested = `${'['.repeat(30)}256609229205684228${']'.repeat(30)}`;
  expect(JSON.stringify(answer(200, nested).exact)).toContain('"256609229205684228"');
});

const pick = ({ status, headers, text }: Served): Served => ({ status, headers, text });

it('knows a header by its name in any letter case, which may change from one response to the next', async () => {
  const spellings = ['X-Used-Weight-UID', 'x-used-weight-uid', 'X-USED-WEIGHT-Uid'];
  const spelled = async (response: Served, _: URL, count: number): Promise<Served> => {
    const body = await response.text();
    const named = [['Content-Type', 'application/json'] as const, [spellings[count % 3]!, '12'] as const];
    return { status: response.status, headers: named as unknown as Headers, text: async () => body };
  };
  for (const offset of [0, 1, 2]) {
    const results = await read((response, url, count) => spelled(response, url, count + offset));
    expect([...results.values()].filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(results.get('limit/weights')?.observed).toEqual({ headers: ['x-used-weight-uid: 12'] });
    expect(results.get('limit/counted-by')?.observed).toEqual({ headers: ['x-used-weight-uid'], by: ['uid'] });
  }
});

it('accuses a server that takes a declared string as a number only, by the row of the field', async () => {
  const prepared = createPrepared(
    {},
    (reference) => ({
      readInput(operation, request) {
        if (/"triggerPrice":"/.test(request.body)) return refuse('-1102', 'triggerPrice is a number here.');
        const body = request.body.replace(/"triggerPrice":([\d.]+)/, '"triggerPrice":"$1"');
        return reference.readInput(operation, { ...request, body });
      },
    }),
    'short',
  );
  const { results } = await runInProcess(prepared, { checks: ['shape/createConditionOrder/success'] });
  expect(results[0]).toMatchObject({
    verdict: 'fail',
    clause: { heading: 'Condition order (create request)', quote: '| triggerPrice | string | yes |' },
    reason: 'createConditionOrder refuses triggerPrice as text, and takes it as a number',
  });
});

it('passes no check of signatures on a server that verifies none, whichever response is too slow', async () => {
  const { patch } = serverOf('any-signature-accepted');
  const told = new Set<string | undefined>();
  const checks = ['sign/hmac-sha256', 'sign/public/ping/without-headers'];
  for (let slow = 0; slow < 16; slow++) {
    const change = (response: Served, _: URL, count: number): Served | Promise<Served> =>
      count === slow ? Promise.reject(new Error('timed out')) : response;
    const results = await read(change, checks, patch);
    expect([slow, checks.map((id) => results.get(id)!.verdict)]).toEqual([slow, ['cannot-tell', 'cannot-tell']]);
    for (const id of checks) told.add(results.get(id)!.reason);
  }
  expect(told).toContain('nothing shows that it refuses a forged signature (cannot-tell)');
});

it.each([
  [2, 'pass'],
  [3, 'fail'],
])('takes %i lists without content, and no more: %s', async (times, verdict) => {
  let left = times;
  const { patch } = changing(({ path }) =>
    /myTrades.*limit=5$/.test(path) && left-- > 0 ? { status: 204, body: '' } : undefined,
  );
  const checks = ['shape/getTradeHistory/every-time', 'shape/every-success-has-status-200'];
  const { results } = await runInProcess(createPrepared({}, patch, 'short'), { checks });
  expect([results.at(-1)!.verdict, left < 0]).toEqual([verdict, true]);
});

it('lays a lost order to the price where the list shows one that fills it, and names the field with its value', async () => {
  const prepared = createPrepared({ mutation: 'placed-order-lost' }, undefined, 'short');
  const { plainFetch } = prepared.sandbox;
  const report = await runInProcess(prepared, { checks: ['state/order/placed-is-open'] }, async (url, init) => {
    const response = await plainFetch(url, init);
    const text = async (): Promise<string> => (await response.text()).replaceAll(/"low":\s*"[^"]*"/g, '"low":"1.5"');
    return url.endsWith('/contracts') ? { ...response, text } : response;
  });
  expect(report.results).toMatchObject([
    { verdict: 'cannot-tell', reason: expect.stringContaining('low of E-BTC-USDT is 1.5: the price has been where') },
  ]);
});

it('takes a refusal without a message for one, where all others have one', () => {
  const sample = (json: unknown) => ({ status: 200, json });
  const refusal = (retMsg: string) => sample({ retCode: 10001, retMsg });
  const pairs = ['wrong price', 'unknown order'].map((text) => [refusal(text), refusal(text)] as const);
  expect(learnRefusals(pairs, sample([]))!.isRefusal(refusal(''))).toBe(true);
});
