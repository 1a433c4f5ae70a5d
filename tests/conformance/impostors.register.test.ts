import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mock, startMock } from '../../scripts/mock.js';
import { type Report, runConformance } from '../../src/conformance/index.js';
import { runIn } from '../../src/conformance/run/run.js';
import { startServer } from '../support/raw-server.js';
import { virtualTime } from './virtual-time.js';

const credentials = { apiKey: 'Key-One', apiSecret: 'Secret-One' };
const json = { 'content-type': 'application/json' };

const passes = ({ results }: Report): readonly string[] =>
  results.filter(({ family, verdict }) => family === 'SIGN' && verdict === 'pass').map(({ id }) => id);

// Servers that know nothing of the description are controls of the self-test.
describe('a mock server that knows the description', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock();
  });
  afterAll(() => mock.close());

  it.each(['read', 'sandbox'] as const)(
    'is not believed in mode %s, although it refuses calls without headers',
    async (mode) => {
      const report = await runConformance({ baseUrl: mock.url, credentials, mode, patienceMs: 20 });
      const find = (id: string) => report.results.find((result) => result.id === id);
      expect(report.ok).toBe(false);
      expect(passes(report)).toEqual([]);
      expect(report.totals.byVerdict['harness-error']).toBe(0);
      expect(find('sign/getOpenOrders/signature-bit-flipped')).toMatchObject({ verdict: 'fail' });
      expect(find('sign/getOpenOrders/without-signature')).toMatchObject({
        verdict: 'cannot-tell',
        reason: 'the target takes a forged signature for a right one',
        observed: { status: 401 },
      });
    },
  );

  it('is not believed in a check that runs alone either, and the forgery itself is judged', async () => {
    const one = async (check: string) =>
      (await runConformance({ baseUrl: mock.url, credentials, checks: [check] })).results[0]!.verdict;
    expect(await one('sign/public/ping/without-headers')).toBe('cannot-tell');
    expect(await one('sign/getOpenOrders/signature-bit-flipped')).toBe('fail');
  });
});

const BODIES = [
  '',
  '{',
  'null',
  '[]',
  '{}',
  '[null]',
  '[{}]',
  '[[[1]]]',
  '0',
  '"x"',
  '{"code":0}',
  '{"code":{}}',
  '{"code":"0","data":null}',
  '{"data":{"contracts":[null,{"last_price":"x","base_currency":"BTC","quote_currency":"USDT"}]},"code":"0","msg":"success"}',
  '{"code":"0","msg":"success","data":{"contracts":[{"last_price":"2.0","base_currency":"BTC","quote_currency":"USDT"},{"last_price":"2.0","base_currency":"ETH","quote_currency":"USDT"}]}}',
  '{"serverTime":1700000000000,"timezone":"UTC"}',
  '{"serverTime":99999999999999}',
  '[{"orderId":"1","tradeId":"x"}]',
  '{"orderId":1}',
  '[{"orderId":{}}]',
  '[{"tradeId":1},{"tradeId":2},{"tradeId":1},{"tradeId":2},{"tradeId":1}]',
  '\u0000',
  '['.repeat(5000),
];

it('never fails on an open question, never breaks and never hangs, whatever a server does', async () => {
  const kind = fc.constantFrom('answer', 'answer', 'answer', 'reset', 'gzip', 'short');
  const answers = fc.record({
    status: fc.constantFrom(200, 200, 200, 201, 204, 302, 401, 404, 410, 429, 500),
    body: fc.oneof(fc.constantFrom(...BODIES), fc.json()),
    kind,
  });
  const property = fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 8 }), async (script) => {
    let count = 0;
    const { origin: baseUrl, cut } = await startServer((response) => {
      const { status, body, kind: how } = script[count++ % script.length]!;
      if (how === 'reset') return void response.socket?.destroy();
      if (how === 'gzip') return void response.writeHead(status, { 'content-encoding': 'gzip' }).end(body);
      if (how === 'short')
        return void response
          .writeHead(status, { 'content-length': body.length + 5 })
          .end(body, () => response.socket?.destroy());
      response.writeHead(status, json).end(body);
    });
    const report = await runIn({ baseUrl, credentials, mode: 'sandbox', timeoutMs: 50 }, virtualTime());
    cut();
    for (const { id, clause, verdict, reason } of report.results) {
      expect([id, verdict, verdict === 'harness-error' ? reason : '']).not.toContain('harness-error');
      if (clause.kind === 'unknown') expect([id, verdict]).not.toContain('fail');
    }
  });
  await fc.assert(property, { numRuns: Number(process.env['FUZZ_RUNS'] ?? 10) });
});
