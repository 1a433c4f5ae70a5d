import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/operations.js';
import type { Report } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { CREDENTIALS, runChanged, runOverHttp, wholeReport } from './sandboxes.js';

const WRITES = Object.values(operations).filter(({ effect }) => effect !== 'read');
const READS = Object.values(operations).filter(({ effect }) => effect === 'read');

const told = ({ results }: Report, ...verdicts: string[]): string[] =>
  results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ id, verdict, reason }) => `${id} ${verdict} ${reason}`);

describe('the sandbox', () => {
  it('passes or explains every check in mode sandbox', async () => {
    const report = await wholeReport();
    expect(told(report, 'fail', 'harness-error', 'cannot-tell', 'not-run', 'not-applicable')).toEqual([]);
    expect(report).toMatchObject({ ok: true, clockOffsetMs: expect.any(Number) });
    expect(report.totals.specifiedNotReached).toBe(0);
    const open = report.coverage!.points.filter(({ state }) => state === 'reached' || state === 'not-reached');
    expect(open).toEqual([]);
  });

  it('makes the trades that pages need where there are none', async () => {
    const report = await runOverHttp({ mode: 'sandbox', checks: ['page/'] }, { sandbox: createSandbox() });
    const declared = report.results.filter(({ clause }) => clause.kind === 'declared');
    expect(declared.map(({ verdict }) => verdict)).toEqual(Array(15).fill('pass'));
    expect(new Set(report.results.map(({ verdict }) => verdict))).toEqual(new Set(['pass', 'not-specified']));
  });

  it('measures the window of X-CH-TS', async () => {
    const prepared = createPrepared({ window: { behindMs: 2500, aheadMs: 700 } });
    const report = await runOverHttp({ mode: 'sandbox', checks: ['sign/window/'] }, prepared);
    const [stale, future] = report.results.map(({ observed }) => observed as { acceptedMs: number; refusedMs: number });
    expect(stale!.acceptedMs).toBeGreaterThan(2300);
    expect(stale!.refusedMs).toBeLessThan(2700);
    expect(future!.acceptedMs).toBeGreaterThan(500);
    expect(future!.refusedMs).toBeLessThan(900);
  });

  it('is judged by its own clock', async () => {
    const prepared = createPrepared({ now: () => Date.now() + 7_200_000 });
    const report = await runOverHttp({ checks: ['sign/getOpenOrders/', 'shape/getOpenOrders/success'] }, prepared);
    expect(told(report, 'pass')).toHaveLength(13);
    expect(Math.abs(report.clockOffsetMs! - 7_200_000)).toBeLessThan(1000);
  });
});

describe('mode read', () => {
  it('sends no write, in no spelling, and at most 100 calls', async () => {
    const { report, seen } = await runChanged(undefined, { existing: undefined });
    expect(report.ok).toBe(true);
    expect(seen.length).toBe(report.calls);
    expect(report.calls).toBeLessThanOrEqual(100);
    for (const { method, path } of seen) {
      expect(READS.some((row) => row.method === method && row.path === path)).toBe(true);
      expect(WRITES.some((row) => row.method === method && row.path === path)).toBe(false);
    }
    expect(told(report, 'cannot-tell', 'fail', 'harness-error')).toEqual([]);
  });

  it('stays within 100 calls on an account without anything', async () => {
    const report = await runOverHttp({}, { sandbox: createSandbox() });
    expect(report.calls).toBeLessThanOrEqual(100);
    expect(told(report, 'fail', 'harness-error')).toEqual([]);
    expect(report.ok).toBe(true);
  });

  it.each(['order-history-default-50', 'narrowed-lists-cut-short'])(
    'stays within 100 calls on a server that makes it look twice (%s)',
    async (mutation) => {
      const { sandbox } = createPrepared({ mutation });
      const report = await runOverHttp({ patienceMs: 20 }, { sandbox });
      expect(report.calls).toBeLessThanOrEqual(100);
      expect(told(report, 'harness-error')).toEqual([]);
      expect(report.ok).toBe(false);
    },
  );

  it('blames nobody for an orderId that was given and is no order', async () => {
    const existing = { contractName: 'E-BTC-USDT', orderId: '1' };
    const report = await runOverHttp({ existing, checks: ['shape/getOrder/success'] });
    expect(report.results[0]).toMatchObject({
      verdict: 'cannot-tell',
      reason: expect.stringContaining('existing.orderId'),
    });
  });

  it('runs the public checks without credentials and says why the others do not run', async () => {
    const report = await runOverHttp({ credentials: undefined });
    const one = (id: string) => report.results.find((result) => result.id === id);
    expect(one('shape/ping/exactly-empty-object')).toMatchObject({ verdict: 'pass' });
    expect(one('sign/getOpenOrders/wrong-secret')).toMatchObject({
      verdict: 'not-run',
      reason: 'no credentials were given: set the option credentials',
    });
    expect(one('shape/createOrder/success')?.reason).toContain('effect money');
  });
});

describe('a report', () => {
  it('shows neither key nor secret, in evidence of refusals either', async () => {
    const report = await wholeReport();
    const text = JSON.stringify(report).toLowerCase();
    expect(text).toContain('<api_key>');
    expect(text).not.toContain(CREDENTIALS.apiKey.toLowerCase());
    expect(text).not.toContain(CREDENTIALS.apiSecret.toLowerCase());
    expect(text).toContain('<signature>');
    // 64 digits in hex are a signature, unless they are a digest.
    expect(new Set(text.match(/(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g))).toEqual(
      new Set(Object.values(report.digests)),
    );
  });

  it('breaks on a known failure that passes', async () => {
    const knownFailures = ['shape/ping/exactly-empty-object'];
    const report = await runOverHttp({ checks: ['shape/ping/'], knownFailures });
    expect(report).toMatchObject({ ok: false, unexpectedPasses: knownFailures });
  });

  it('lists the calls of a dry run and sends none', async () => {
    const { report, seen } = await runChanged(undefined, { mode: 'sandbox', dryRun: true });
    expect(seen).toEqual([]);
    expect(report.calls).toBe(0);
    expect(report.budget?.byOperation['createOrder']).toBeGreaterThan(20);
    expect(report.results.every(({ verdict }) => verdict === 'not-run')).toBe(true);
    expect(
      report.results.find(({ id }) => id === 'rule/cancel-all/cancels-every-contract')?.exchanges.length,
    ).toBeGreaterThan(5);
  });
});
