import { describe, expect, it } from 'vitest';
import type { ConformanceOptions, Result } from '../../src/conformance/model/report-model.js';
import { type Passing, runChanged } from './sandboxes.js';

type Body = Readonly<Record<string, unknown>>;
const bodyOf = ({ requestBody }: Passing): Body => JSON.parse(requestBody || '{}') as Body;
const isOrder = ({ method, path }: Passing): boolean => method === 'POST' && path === '/fapi/v1/order';

/** Runs one check against the sandbox with one thing wrong. */
async function check(id: string, accepts: (passing: Passing) => boolean, more: Partial<ConformanceOptions> = {}) {
  const change = (passing: Passing) => (accepts(passing) ? { status: 200, body: '{}' } : undefined);
  const { report } = await runChanged(change, { mode: 'sandbox', checks: [id], ...more });
  return { result: report.results[0]!, report };
}

const MISSING = 'robust/createOrder/missing-required-field-refused';
const TYPE = 'robust/createOrder/wrong-type-refused';
const VALUE = 'robust/createOrder/unknown-value-refused';
const ANSWERED = 'robust/getTradeHistory/valid-input-is-answered';

const lastBody = ({ exchanges }: { exchanges: readonly { request: { body: string | undefined } }[] }): Body =>
  JSON.parse(exchanges.at(-1)?.request.body ?? '{}') as Body;

describe('a server that accepts one kind of wrong input', () => {
  it.each<[string, string, (body: Body) => boolean, object]>([
    ['the missing field', MISSING, (body) => !('side' in body), { field: 'side', rule: 'missing' }],
    ['a list', TYPE, ({ price }) => typeof price === 'object', { field: 'price', rule: 'type', as: 'list' }],
    ['the shortest value', VALUE, ({ open }) => !/^(OPEN|CLOSE)$/.test(String(open)), { field: 'open', as: 'XX' }],
  ])('fails by %s, and the evidence marks that call', async (_, id, isTaken, fault) => {
    const { result } = await check(id, (passing) => isOrder(passing) && isTaken(bodyOf(passing)));
    expect(result).toMatchObject({ verdict: 'fail', observed: { smallest: [fault] } });
    const marked = lastBody({ exchanges: result.exchanges.filter(({ deciding }) => deciding === true) });
    expect(isTaken(marked)).toBe(true);
    expect(Object.keys(marked)).toContain('volume');
  });

  it.each(['positionId', 'amount'])('fails by a margin without %s where no position is named', async (name) => {
    const checks = ['robust/adjustPositionMargin/missing-required-field-refused'];
    const { report } = await runChanged(
      ({ path, requestBody = '' }) =>
        path.endsWith('/edit_position_margin') && !requestBody.includes(name) ? { body: '{"code":"0"}' } : undefined,
      { mode: 'sandbox', checks, existing: {} },
    );
    expect(report.results[0]).toMatchObject({
      verdict: 'fail',
      reason: `a call with no ${name} was accepted (status 200, code 0)`,
    });
    const whole = await runChanged(undefined, { mode: 'sandbox', checks, existing: {} });
    expect(whole.report.results[0]).toMatchObject({ verdict: 'not-run' });
  });

  it('says nothing of a mode without its contract that is refused as one for the first contract is', async () => {
    const closed = { body: '{"code":"-1020","msg":"Not possible while there are positions."}' };
    const change = ({ path, requestBody }: Passing) =>
      path.endsWith('/edit_user_position_model') && !/E-(?!BTC)/.test(requestBody ?? '') ? closed : undefined;
    const checks = ['robust/changePositionMode/missing-required-field-refused'];
    const { report } = await runChanged(change, { mode: 'sandbox', checks });
    expect(report.results[0]).toMatchObject({ verdict: 'cannot-tell' });
    expect(report.results[0]?.reason).toContain('is refused as one for E-BTC-USDT is');
  });

  it('fails by two missing fields where one alone is refused, and names no third', async () => {
    const accepts = (passing: Passing): boolean =>
      isOrder(passing) &&
      ['volume', 'price', 'type', 'side', 'open'].filter((name) => !(name in bodyOf(passing))).length > 1;
    const found = [];
    for (let seed = 1; seed <= 6; seed++) {
      const { result } = await check(MISSING, accepts, { seed });
      if (result.verdict === 'fail') found.push(result.observed as { smallest: readonly { rule: string }[] });
    }
    expect(found.length).toBeGreaterThan(0);
    for (const { smallest } of found) expect(smallest.map(({ rule }) => rule)).toEqual(['missing', 'missing']);
  });

  it('fails by the smallest valid input that a page answers', async () => {
    const { result } = await check(ANSWERED, () => false);
    expect(result.verdict).toBe('pass');
    const fromId = ({ path }: Passing): bigint => BigInt(new URLSearchParams(path.split('?')[1]).get('fromId') ?? -1);
    const failing = (passing: Passing) =>
      fromId(passing) >= 0n ? { status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' } : undefined;
    const { report } = await runChanged(failing, { mode: 'sandbox', checks: [ANSWERED] });
    const [wrong] = report.results;
    expect(wrong).toMatchObject({ verdict: 'fail', observed: { smallest: { fromId: '0' } } });
    expect(wrong?.exchanges.at(-1)?.request.url).toContain('fromId=0');
  });
});

it('repeats a failure of a whole family when the check runs alone with the seed of the report', async () => {
  const accepts = (passing: Passing): boolean => isOrder(passing) && !('price' in bodyOf(passing));
  const whole = await check('robust/createOrder/', accepts, { seed: 42 });
  const alone = await check(MISSING, accepts, { seed: whole.report.seed });
  expect(whole.report.results.find(({ id }) => id === MISSING)?.observed).toEqual(alone.result.observed);
});

it('keeps to the calls of mode read, also where everything wrong is accepted', async () => {
  const { report } = await runChanged(({ body }) => (body.includes('-1102') ? { body: '[]' } : undefined));
  expect(
    report.results.filter(({ family, verdict }) => family === 'ROBUST' && verdict === 'fail').length,
  ).toBeGreaterThan(0);
  expect(report.calls).toBeLessThanOrEqual(100);
});

describe('a server that accepts whatever order it gets', () => {
  /** The responses to orders, each with the id that `next` gives. */
  const accepting = (next: () => unknown) => (passing: Passing) =>
    isOrder(passing) ? { status: 200, body: JSON.stringify({ orderId: next() }) } : undefined;
  // The ids of this server follow the order of its calls.
  const checkIds = async (next: () => unknown): Promise<Result> => {
    const { report } = await runChanged(accepting(next), { mode: 'sandbox', checks: [MISSING], lanes: 1 });
    return report.results[0]!;
  };

  it('fails by ids that go on counting, small ones as well, and the evidence marks the wrong call', async () => {
    for (const first of [1, 1_800_000_000_000_000]) {
      let id = first;
      const result = await checkIds(() => ++id);
      expect(result).toMatchObject({ verdict: 'fail', reason: 'a call with no volume was accepted (status 200)' });
      const marked = result.exchanges.filter(({ deciding }) => deciding === true);
      expect(marked).toHaveLength(1);
      expect(Object.keys(lastBody({ exchanges: marked }))).not.toContain('volume');
    }
  });

  it('is not accused by one id for all orders, and the reason says so', async () => {
    const { verdict, reason } = await checkIds(() => 12_345);
    expect(verdict).toBe('cannot-tell');
    expect(reason).toContain('got the same orderId as an earlier order, 12345');
  });

  it('is not accused by a small number that does not follow those of right calls', async () => {
    let calls = 0;
    const { verdict, reason } = await checkIds(() => (++calls % 2 === 0 ? 7 : 100 + calls));
    expect(verdict).toBe('cannot-tell');
    expect(reason).toMatch(/got the orderId \d+, which does not follow those of right calls/);
  });
});
