import { describe, expect, test } from 'vitest';
import { toSummary } from '../../src/conformance/index.js';
import type { Exchange, Report } from '../../src/conformance/model/report-model.js';
import { toBadge } from '../../src/conformance/reports/badge.js';
import { everyVerdict, exchange, hostile, report, result } from './fixtures/report.js';

const CONTROL = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u;

describe('the summary', () => {
  test('says of each failure why and where, then the totals and what to do next', () => {
    expect(toSummary(everyVerdict, { jsonFile: 'r.json' })).toMatchInlineSnapshot(`
      "FAIL  sign/header/key-missing  A signed call without its key is refused
        why    The call succeeded as if it were signed.
        rule   “Signed endpoints need three headers.” (service document, Authentication, 6)
        call   GET https://futures.example/fapi/v1/openOrders?contractName=E-BTC-USDT → 200
        signed 1767323045678GET/fapi/v1/openOrders?contractName=E-BTC-USDT
        got    []

      HARNESS ERROR  robust/order  A signed call without its key is refused
        why    TypeError in the check
        rule   “Signed endpoints need three headers.” (service document, Authentication, 6)
        call   GET https://futures.example/fapi/v1/openOrders?contractName=E-BTC-USDT → 200
        signed 1767323045678GET/fapi/v1/openOrders?contractName=E-BTC-USDT
        got    []

         1 cannot-tell: the control failed
         1 not-run: mode read sends no wipe
         1 not-applicable: there is no order

      1 fail, 1 harness-error, 1 cannot-tell, 1 not-specified, 1 not-run, 1 not-applicable, 1 pass
      declared: 2 judged, 4 not judged; not declared: 1 seen here
      assumed: the answer to 1 open question (--list --json names what each check rests on)

      Not ok: 1 declared fact fails; 1 fault of the kit. https://futures.example, mode read: 42 calls in 1.2 s, clock offset -3 ms, seed 7

      Run one again, re-signed: npx futures-trading-client conformance replay r.json sign/header/key-missing --base-url https://futures.example
      "
    `);
  });

  test('has colour codes for a terminal, and none in a pipe', () => {
    expect(toSummary(everyVerdict, { colour: true })).toContain('\u001B[31mFAIL\u001B[39m');
    expect(toSummary(everyVerdict)).not.toContain('\u001B');
  });

  test('lets a server write nothing on the terminal but text', () => {
    expect(toSummary(hostile)).not.toMatch(CONTROL);
    expect(toSummary(hostile)).toContain('<script>alert(1)</script>');
  });

  test('shows of a missing path the call that got 404, and not the forged one after it, and counts one call as one', () => {
    const [missing, forged] = [404, 200].map((status) =>
      exchange({ response: { status, headers: [], body: `{"code":"${status === 404 ? '404' : '-1022'}"}` } }),
    );
    const reason = 'the call as described was refused: status 404, code 404; the server may not have it';
    const lacking = result('shape/getOpenOrders/success', 'cannot-tell', { reason, exchanges: [missing!, forged!] });
    const summary = toSummary(report([lacking], { calls: 1 }));
    expect(summary).toMatch(/^The server may not have getOpenOrders: 1 check\./);
    expect(summary).toContain('got    {"code":"404"}');
    expect(summary).toContain('mode read: 1 call in');
  });

  test('counts what stopped many checks once', () => {
    const limited = Array.from({ length: 40 }, (_, i) => result(`a/${i}`, 'cannot-tell', { reason: 'rate limited' }));
    expect(toSummary(report(limited)).match(/rate limited.*/gi)).toEqual(['Rate limited: 40 checks.']);
    const away = result('b', 'cannot-tell', { reason: 'the target is away' });
    expect(toSummary(report([...limited, away]))).toMatch(
      /^Rate limited: 40 checks\.\n[^]*^The target is away: 1 check\.\n/m,
    );
  });

  test('shows the marked call, else the last one of the own operations, and no control after it', () => {
    const own = exchange({ response: { status: 404, headers: [], body: '' } });
    const control = exchange({ operationId: 'getServerTime' });
    const marked = { ...exchange({ response: { status: 418, headers: [], body: '' } }), deciding: true } as const;
    const shown = (exchanges: readonly Exchange[]): string => toSummary(report([result('a', 'fail', { exchanges })]));
    expect(shown([own, control])).toMatch(/ {2}call .* → 404\n/);
    expect(shown([marked, own, control])).toMatch(/ {2}call .* → 418\n/);
    expect(shown([control])).toMatch(/ {2}call .* → 200\n/);
    const reset = exchange({ response: { status: 0, headers: [], body: '(the connection was reset)' } });
    expect(shown([reset])).toMatch(/ {2}call .* → no response\n/);
  });

  test('says what was seen here and taken into account', () => {
    const premises = [{ id: 'contracts.names', by: 'target', text: 'trading names a contract as BTCUSDT' }] as const;
    const judged = result('a', 'pass', { premises: ['contracts.names'] });
    const text = toSummary(report([judged], { premises }));
    expect(text).toContain('seen here, and taken into account: trading names a contract as BTCUSDT\n');
    expect(text).not.toContain('assumed:');
  });

  test('does not call a known failure a failure, and names what passed unexpectedly', () => {
    const results = [result('a', 'fail'), result('b', 'pass')];
    const known = toSummary(report(results, { knownFailures: ['a'], ok: true }));
    expect(known).toContain('1 fail (1 known)');
    expect(known).toContain('Nothing new failed. Known failures: 1.');
    expect(known).not.toContain('FAIL ');
    const badge = (more: Partial<Report>): unknown => JSON.parse(toBadge(report(results, more)));
    expect(badge({ knownFailures: ['a'], ok: true })).toMatchObject({ message: '1 failed, 1 passed', color: 'yellow' });
    expect(badge({ ok: false })).toMatchObject({ color: 'red' });
    const passed = toSummary(report(results, { knownFailures: ['a'], unexpectedPasses: ['b'], ok: false }));
    expect(passed).toContain('UNEXPECTED PASS  b');
    expect(passed).toContain('Take what passed off the list of known failures.');
  });

  test('praises no run that judged nothing', () => {
    expect(toSummary(report([result('a', 'not-run', { reason: 'no key' })]))).toContain('No declared fact was judged');
    expect(toSummary(report([], { ok: false }))).toContain('Not ok: no check was run.');
    const open = [result('a', 'not-applicable', { reason: 'not in it' })];
    expect(toSummary(report(open, { ok: false }))).toContain('Not ok: nothing could be judged.');
  });
});
