import { describe, expect, it, test } from 'vitest';
import { catalogue } from '../../src/conformance/checks/index.js';
import { reportOf } from '../../src/conformance/run/run-report.js';
import { isJudged, undecidedOf } from '../../src/conformance/run/run-success.js';
import { conformanceChecks, type Result, type Verdict } from '../../src/conformance/index.js';
import { createSandbox } from '../../src/sandbox/index.js';
import { report as reportWith } from './fixtures/report.js';
import { runChanged, runOverHttp } from './sandboxes.js';

const SIGNED = 'sign/getOpenOrders/without-key';
const PUBLIC = 'shape/ping/exactly-empty-object';
const OPEN = conformanceChecks.find(({ clause }) => clause.kind === 'unknown')!.id;
const WRITING = 'shape/createOrder/success';

const result = (id: string, verdict: Verdict): Result => ({
  ...conformanceChecks.find((check) => check.id === id)!,
  verdict,
  reason: '',
  durationMs: 0,
  exchanges: [],
});
const credentials = { apiKey: 'key', apiSecret: 'secret' };

describe('what keeps a run from being a success although nothing failed', () => {
  it.each([
    ['a declared check that could not tell', SIGNED, 'cannot-tell', { credentials }],
    ['a signed check without credentials', SIGNED, 'not-run', {}],
    ['strictly, a declared check that did not apply', PUBLIC, 'not-applicable', { strict: true }],
    ['strictly, a declared check that was not run', SIGNED, 'not-run', { credentials, strict: true }],
  ] as const)('%s', (_, id, verdict, asked) => {
    expect(undecidedOf([result(id, verdict)], asked)).toEqual([id]);
  });

  it.each([
    ['not an open question without an answer', OPEN, 'cannot-tell', { credentials, strict: true }],
    ['not a declared check that did not apply', PUBLIC, 'not-applicable', { credentials }],
    ['not a check that the mode rules out, strictly or not', WRITING, 'not-run', { mode: 'read', strict: true }],
    ['not a check that passed', SIGNED, 'pass', { strict: true }],
    ['not a failure, which has its own place', SIGNED, 'fail', { strict: true }],
  ] as const)('%s', (_, id, verdict, asked) => {
    expect(undecidedOf([result(id, verdict)], asked)).toEqual([]);
  });
});

describe('a run is a success', () => {
  it.each<[string, boolean, readonly Result[], readonly string[]]>([
    ['when a public and a signed check passed', true, [result(PUBLIC, 'pass'), result(SIGNED, 'pass')], []],
    ['although a known failure failed', true, [result(PUBLIC, 'pass'), result(SIGNED, 'fail')], [SIGNED]],
    ['not when a check failed', false, [result(PUBLIC, 'pass'), result(SIGNED, 'fail')], []],
    ['not when the kit failed, known or not', false, [result(PUBLIC, 'harness-error')], [PUBLIC]],
    ['not when nothing was judged', false, [], []],
    ['not when nothing could be judged', false, [result(PUBLIC, 'cannot-tell')], []],
    ['not when all that was signed led nowhere', false, [result(PUBLIC, 'pass'), result(SIGNED, 'cannot-tell')], []],
    ['not when all that was public led nowhere', false, [result(PUBLIC, 'not-applicable'), result(SIGNED, 'pass')], []],
  ])('%s', (_, ok, results, knownFailures) => {
    const judged = { results, knownFailures, undecided: [], isWhole: isJudged(results), covered: undefined };
    expect(reportOf(reportWith([]), judged).ok).toBe(ok);
  });
});

test('publicOnly runs every check that needs no credentials, no other, and needs none', async () => {
  const report = await runOverHttp({ credentials: undefined, publicOnly: true });
  const wanted = catalogue.filter(({ signed }) => !signed).map(({ id }) => id);
  expect(report.results.map(({ id }) => id)).toEqual(wanted);
  expect([report.ok, report.undecided]).toEqual([true, undefined]);
  expect(report.results.flatMap(({ exchanges }) => exchanges).filter(({ request }) => request.signingString)).toEqual(
    [],
  );
});

test('strict wants a judgement where the account has nothing to judge', async () => {
  const checks = ['shape/ping/', 'sign/getOpenOrders/without-key', 'page/trades/default-100'];
  const [lenient, strict] = await Promise.all(
    [false, true].map((given) => runOverHttp({ checks, strict: given }, { sandbox: createSandbox() })),
  );
  const found = lenient!.results.find(({ id }) => id === 'page/trades/default-100');
  expect(found).toMatchObject({ verdict: 'not-applicable' });
  expect([lenient!.ok, strict!.ok]).toEqual([true, false]);
  expect(strict!.undecided).toEqual(['page/trades/default-100']);
});

it('cannot tell of an operation that breaks once while others answer', async () => {
  let pings = 0;
  const { report } = await runChanged(
    ({ path }) => (path === '/fapi/v1/ping' && ++pings === 1 ? { status: 500, body: '{}' } : undefined),
    { checks: ['shape/ping/success'], publicOnly: true },
  );
  const { verdict, reason } = report.results[0]!;
  expect(`${verdict}: ${reason}`).toMatch(/^cannot-tell: status 500; once more it/);
});
