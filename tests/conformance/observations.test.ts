import { expect, it } from 'vitest';
import { runConformance } from '../../src/conformance/index.js';
import { headerOf, startServer } from '../support/raw-server.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { runInProcess, runOverHttp, startSandbox } from './sandboxes.js';

const seenBy = async (checks: string[]): Promise<Map<string, unknown>> => {
  const dialect = { ids: 'string', newestFirst: true, fromIdInclusive: false } as const;
  const report = await runInProcess(createPrepared({ dialect }), { checks });
  return new Map(report.results.map(({ id, observed }) => [id, observed]));
};

it('stores what a deployment does where the document is silent', async () => {
  const seen = await seenBy([
    'page/',
    'shape/lists/',
    'sign/text/',
    'sign/encoding/',
    'state/order/',
    'shape/refusal/codes',
  ]);
  expect(seen.get('page/getTradeHistory/order-of-records')).toMatchObject({ tradeId: 'descending' });
  expect(seen.get('page/trades/from-id-inclusive')).toEqual({ inclusive: false, ascending: false });
  expect(seen.get('shape/lists/number-forms')).toMatchObject({ identifiers: ['string'] });
  expect(seen.get('sign/text/without-query')).toBe('refused, code -1022');
  expect(seen.get('sign/text/body-in-normal-form')).toMatchObject({ signedAsSent: 'accepted' });
  expect(seen.get('sign/encoding/base64')).toBe('refused, code -1022');
  expect(seen.get('state/order/through-cancellation')).toEqual(['NEW', 'CANCELED']);
  expect(seen.get('shape/refusal/codes')).toMatchObject({ 'without-key': 'refused, code -1002' });
});

it('measures whether the path of the base address is signed', async () => {
  const target = await startSandbox();
  const gateway = await startServer(async (response, request) => {
    const signing = ['X-CH-APIKEY', 'X-CH-TS', 'X-CH-SIGN'].map((name) => [name, headerOf(request, name) ?? '']);
    const url = target.baseUrl + request.target.replace('/gateway', '');
    const answer = await fetch(url, { method: request.method, headers: Object.fromEntries(signing) });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const { credentials } = target;
  const checks = ['sign/text/with-prefix'];
  const report = await runConformance({ baseUrl: `${gateway.origin}/gateway`, credentials, checks });
  await target.close();
  expect(report.results[0]?.observed).toEqual({ without: 'accepted', with: 'refused, code -1022' });
});

it('keeps values of the account out of what it stores of answers', async () => {
  const seen = await seenBy(['shape/', 'page/open-orders/without-contract', 'page/trades/without-contract']);
  const trading = [...seen].filter(([id]) => /\/fields$|without-contract$|number-forms$/.test(id));
  expect(trading.length).toBeGreaterThan(10);
  for (const [id, observed] of trading)
    expect([id, JSON.stringify(observed)]).not.toEqual([id, expect.stringMatching(/\d{6}/)]);
});

it('leaves out what takes its own calls when the budget of mode read is spent, and measures it alone', async () => {
  const whole = await runOverHttp({ existing: undefined, budget: 60 });
  const left = whole.results.filter(({ reason = '' }) => reason.includes('is spent'));
  expect(left.map(({ verdict }) => verdict)).toContain('not-run');
  expect(left.every(({ clause }) => clause.kind === 'unknown')).toBe(true);
  // By the check itself where it knows what it takes, by the run where it did not.
  for (const { reason } of left) expect(reason).toMatch(/the option checks (?:and|with) its address/);
  const first = left.find(({ reason = '' }) => reason.startsWith('the call budget of mode read'));
  const alone = await runOverHttp({ existing: undefined, checks: [first!.id] });
  expect(alone.results[0]).toMatchObject({ id: first!.id, verdict: 'not-specified' });
});
