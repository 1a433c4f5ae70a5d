import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { operations } from '../../generated/operations.js';
import { toHar } from '../../src/conformance/reports/har.js';
import { toJson } from '../../src/conformance/reports/json.js';
import { toOverlay } from '../../src/conformance/reports/overlay.js';
import { toSarif } from '../../src/conformance/reports/sarif.js';
import { everyVerdict, exchange, HOSTILE, hostile, report, result } from './fixtures/report.js';
import { harSchema, overlaySchema, sarifSchema } from './fixtures/report-schemas.js';

const ajv = new Ajv({ allErrors: true, strict: false });

function valid(schema: object, document: unknown): any {
  const isValid = ajv.compile(schema);
  expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true);
  return document;
}

/** A file holds bytes: halves of a surrogate pair become U+FFFD, unless they are escaped. */
const throughFile = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

describe('a JSON report', () => {
  test('holds the report exactly, hostile texts and bodies of five megabytes included', () => {
    const big = result('a', 'fail', {
      exchanges: [exchange({ response: { status: 200, headers: [], body: 'x'.repeat(5 << 20) } })],
    });
    for (const whole of [everyVerdict, hostile, report([big])]) {
      expect(JSON.parse(throughFile(toJson(whole)))).toEqual(whole);
    }
  });
});

describe('a SARIF report', () => {
  test.each([
    ['every verdict', everyVerdict],
    ['hostile texts', hostile],
    ['no result', report([])],
  ])('of %s is what SARIF 2.1.0 declares', (_, each) => {
    valid(sarifSchema, JSON.parse(throughFile(toSarif(each))));
  });

  test('has a rule for each check, with its clause, and a result for what failed, broke or was observed', () => {
    const [run] = JSON.parse(toSarif(everyVerdict)).runs;
    expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(everyVerdict.results.map(({ id }) => id));
    expect(run.tool.driver.rules[1].fullDescription.text).toContain('Signed endpoints need three headers.');
    expect(run.results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual([
      ['sign/header/key-missing', 'error'],
      ['sign/window', 'note'],
      ['robust/order', 'warning'],
    ]);
    for (const { ruleId, ruleIndex, locations } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(locations[0].logicalLocations).toEqual([{ name: 'getOpenOrders', kind: 'function' }]);
    }
    expect(run.results[1].message.text).toContain('"staleMs": 5000');
    expect(run.invocations[0].executionSuccessful).toBe(false);
  });

  test('suppresses a known failure, and reports an unexpected pass', () => {
    const known = report([result('a', 'fail'), result('b', 'pass')], { knownFailures: ['a'], unexpectedPasses: ['b'] });
    const [first, second] = JSON.parse(toSarif(known)).runs[0].results;
    expect(first.suppressions).toHaveLength(1);
    expect([second.ruleId, second.level, second.suppressions]).toEqual(['b', 'error', undefined]);
  });

  test('says what the evidence depends on, and what was left behind', () => {
    const [run] = valid(sarifSchema, JSON.parse(toSarif({ ...everyVerdict, leftBehind: ['E-BTC-USDT 77'] }))).runs;
    expect(run.invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'error', message: { text: expect.stringContaining('E-BTC-USDT 77 was left behind') } },
    ]);
    const { clockOffsetMs, seed, digests } = everyVerdict;
    expect(run.properties).toMatchObject({ clockOffsetMs, seed, digests });
    expect(run.results[0].webRequest.properties.signingString).toContain('1767323045678GET/fapi');
  });

  test('cuts a body of five megabytes and says so', () => {
    const big = exchange({ response: { status: 200, headers: [], body: 'x'.repeat(5 << 20) } });
    const text = toSarif(report([result('a', 'fail', { exchanges: [big] })]));
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain('[cut: 16,384 of 5,242,880 characters');
  });
});

describe('a HAR report', () => {
  test.each([
    ['every verdict', everyVerdict],
    ['hostile texts', hostile],
    ['no result', report([])],
  ])('of %s is what HAR 1.2 declares', (_, each) => {
    valid(harSchema, JSON.parse(throughFile(toHar(each))));
  });

  test('holds every call in the order of time, whole, with the text that was signed', () => {
    const late = exchange({
      startedAt: '2026-01-02T03:04:09.000Z',
      response: { status: 200, headers: [], body: 'x'.repeat(5 << 20) },
    });
    const { entries } = JSON.parse(
      toHar(report([result('a', 'fail', { exchanges: [late] }), result('b', 'fail')])),
    ).log;
    expect(entries.map((entry: Record<string, string>) => entry['_check'])).toEqual(['b', 'a']);
    expect(entries[0]['_signingString']).toBe('1767323045678GET/fapi/v1/openOrders?contractName=E-BTC-USDT');
    expect(entries[0].request.queryString).toEqual([{ name: 'contractName', value: 'E-BTC-USDT' }]);
    expect(entries[1].response.content).toMatchObject({ size: 5 << 20, text: 'x'.repeat(5 << 20) });
  });

  test('says of each call which check sent it, by which clause, and of which run it is', () => {
    const { log } = JSON.parse(toHar(everyVerdict));
    const { target, mode, seed, clockOffsetMs, digests } = everyVerdict;
    expect(log['_run']).toEqual({ target, mode, seed, clockOffsetMs, digests });
    expect(log.entries[0]['_clause']).toEqual(everyVerdict.results[1]!.clause);
  });

  test('keeps the body of a GET, and gives status 0 to a call without an answer', () => {
    const { request } = exchange();
    const silent = exchange({ request: { ...request, body: '{"a":"é"}' }, response: undefined, failure: 'reset' });
    const [entry] = JSON.parse(toHar(report([result('a', 'cannot-tell', { exchanges: [silent] })]))).log.entries;
    expect(entry.request).toMatchObject({ postData: { text: '{"a":"é"}' }, bodySize: 10 });
    expect([entry.response.status, entry['_failure']]).toEqual([0, 'reset']);
  });
});

describe('the overlay of observations', () => {
  test.each([
    ['every verdict', everyVerdict],
    ['hostile texts', hostile],
    ['no observation', report([])],
  ])('of %s is what Overlay 1.0 declares, read by YAML 1.1 and 1.2 alike', (_, each) => {
    const text = throughFile(toOverlay(each));
    const document = valid(overlaySchema, parse(text));
    expect(parse(text, { version: '1.1' })).toEqual(document);
  });

  test('adds each observation, with where it comes from, to each of its operations', () => {
    const { actions } = parse(toOverlay(everyVerdict));
    expect(actions).toHaveLength(2);
    expect(actions[1]).toEqual({
      target: `$.paths['${operations.getOpenOrders.path}'].get`,
      update: {
        'x-observed': {
          checks: {
            'sign/window': {
              value: { staleMs: 5000, futureMs: 1000 },
              claim: 'A signed call without its key is refused',
              check: 'sign/window',
              unknown: 'signing.window',
              target: 'https://futures.example',
              at: '2026-01-02T03:04:05.000Z',
            },
          },
        },
      },
    });
  });

  test('holds what a server sent as one value, not as YAML', () => {
    const { actions } = parse(toOverlay(hostile));
    const { value } = actions[1].update['x-observed'].checks['hostile/not-specified'];
    expect(value).toEqual({ [HOSTILE]: [HOSTILE] });
    const tricky = ['yes', '0777', '2026-01-02', '- a: b', '*x', '!!js/function', '1e3', '~', 'a\n\nb: c', '#'];
    const seen = report([result('a', 'not-specified', { operations: [], observed: tricky })]);
    for (const version of ['1.1', '1.2'] as const) {
      expect(parse(toOverlay(seen), { version }).actions[1]).toMatchObject({
        target: '$',
        update: { 'x-observed': { checks: { a: { value: tricky } } } },
      });
    }
  });

  test('gives one operation one action, however many checks observed it', () => {
    const both = report([result('a', 'not-specified', { observed: 1 }), result('b', 'not-specified', { observed: 2 })]);
    const { actions } = parse(toOverlay(both));
    expect(actions).toHaveLength(2);
    expect(Object.keys(actions[1].update['x-observed'].checks)).toEqual(['a', 'b']);
  });
});
