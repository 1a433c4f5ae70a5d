import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { toHtml } from '../../src/conformance/reports/html.js';
import { toJunit } from '../../src/conformance/reports/junit.js';
import { everyVerdict, exchange, hostile, report, result } from './fixtures/report.js';

/** The characters of XML 1.0, apart from those that the escaping keeps out anyway. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  // For &#39;.
  htmlEntities: true,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

type Parts = Readonly<Record<'type' | 'message' | '#text', string>>;
type Case = Partial<Readonly<Record<'failure' | 'error' | 'skipped', Parts>>> & {
  readonly name: string;
  readonly 'system-out'?: string;
};

function parse(xml: string): { suites: Record<string, string>; cases: Map<string, Case> } {
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = parser.parse(xml);
  const cases = testsuites.testsuite.flatMap((suite: { testcase: Case[] }) => suite.testcase) as Case[];
  return { suites: testsuites, cases: new Map(cases.map((each) => [each.name, each])) };
}

describe('a JUnit report', () => {
  test('marks the call that decides, among thousands too, as the HTML report does', () => {
    const control = exchange({ operationId: 'getServerTime' });
    const failed = report([result('a', 'fail', { exchanges: [exchange(), control] })]);
    const output = parse(toJunit(failed)).cases.get('a')?.['system-out'] ?? '';
    expect(output).toContain('--- call 1 of 2, which decides: ');
    expect(output).toContain('--- call 2 of 2: ');
    expect(toHtml(failed)).toMatch(/<details open><summary>Call 1 of 2, which decides: /);
    const many = Array.from({ length: 5000 }, () => exchange());
    many[4990] = { ...exchange(), deciding: true };
    const paged = report([result('a', 'fail', { exchanges: many })]);
    expect(toJunit(paged)).toContain('--- call 4991 of 5000, which decides: ');
    expect(toJunit(paged)).toContain('4980 more calls: the JSON and HAR reports hold all of them.');
    expect(toHtml(paged)).toMatch(/<details open><summary>Call 4991 of 5000, which decides: /);
    const alone = report([result('a', 'fail', { exchanges: [exchange()] })]);
    expect(toJunit(alone)).not.toContain('which decides');
  });

  test('fails what failed, errs where the kit did, skips what was not judged and passes the rest', () => {
    const { cases } = parse(toJunit(everyVerdict));
    const kinds = [...cases].map(([name, parts]) => {
      const kind = (['failure', 'error', 'skipped'] as const).find((one) => parts[one] !== undefined);
      return [name, kind ?? 'passed'];
    });
    expect(Object.fromEntries(kinds)).toEqual({
      'shape/ping/exactly-empty': 'passed',
      'sign/header/key-missing': 'failure',
      'sign/window': 'passed',
      'rule/cancel/empty': 'skipped',
      'state/x': 'skipped',
      'sign/secret-case': 'skipped',
      'robust/order': 'error',
    });
  });

  test('counts in every suite and in all what it holds', () => {
    const { suites } = parse(toJunit(everyVerdict));
    expect(suites).toMatchObject({ tests: '7', failures: '1', errors: '1', time: '1.234' });
    const sign = (suites['testsuite'] as unknown as Record<string, string>[]).find((suite) => suite['name'] === 'SIGN');
    expect(sign).toMatchObject({
      tests: '3',
      failures: '1',
      errors: '0',
      skipped: '1',
      timestamp: '2026-01-02T03:04:05',
    });
  });

  test('says in the text of a failure what was claimed, why it does not hold, and the clause', () => {
    const { failure, 'system-out': output } = parse(toJunit(everyVerdict)).cases.get('sign/header/key-missing')!;
    expect(failure!.message).toBe('The call succeeded as if it were signed.');
    for (const text of ['A signed call without its key', 'succeeded as if', 'Signed endpoints need three headers.']) {
      expect(failure!['#text']).toContain(text);
    }
    for (const text of ['signed text: 1767323045678GET/fapi', 'HTTP status 200', 'X-CH-APIKEY: <API_KEY>']) {
      expect(output).toContain(text);
    }
  });

  test('skips a known failure, and fails what was expected to fail and passed', () => {
    const { cases, suites } = parse(
      toJunit(
        report([result('sign/a', 'fail', { reason: 'r' }), result('sign/b', 'pass')], {
          knownFailures: ['sign/a'],
          unexpectedPasses: ['sign/b'],
        }),
      ),
    );
    expect(cases.get('sign/a')!.skipped!.message).toBe('known failure: r');
    expect(cases.get('sign/b')!.failure!.type).toBe('unexpected-pass');
    expect(suites).toMatchObject({ failures: '1' });
    expect(suites['testsuite']).toMatchObject([{ failures: '1', skipped: '1' }]);
  });

  test('has in each suite what its evidence depends on: clock offset, seed and digests', () => {
    const xml = toJunit(everyVerdict);
    expect(xml.match(/<properties>/g)).toHaveLength(xml.match(/<testsuite /g)!.length);
    for (const [name, value] of [
      ['clockOffsetMs', '-3'],
      ['seed', '7'],
      ['digest.description', 'd'.repeat(64)],
      ['digest.suite', 'e'.repeat(64)],
      ['specifiedNotReached', '4'],
    ]) {
      expect(xml).toContain(`<property name="${name}" value="${value}"/>`);
    }
  });

  test('fails one more case for each order that was left behind', () => {
    const xml = toJunit(report([result('sign/a', 'pass')], { leftBehind: ['E-BTC-USDT 77'] }));
    const { suites, cases } = parse(xml);
    expect(suites).toMatchObject({ tests: '2', failures: '1' });
    expect(cases.get('E-BTC-USDT 77')!.failure!.type).toBe('left-behind');
  });

  test('holds hostile texts as text: well-formed, no forbidden character, the same number of cases', () => {
    const xml = toJunit(hostile);
    expect(xml).not.toMatch(NOT_XML);
    const { cases } = parse(xml);
    expect(cases.size).toBe(5);
    expect(cases.get('hostile/fail')!['system-out']).toContain(`onerror=alert(1)>]]>&amp;--><!--`);
    expect(cases.get('hostile/fail')!.failure!.message).toContain('<script>alert(1)</script>');
    expect(cases.get('hostile/fail')!.failure!.message).toContain(String.raw`\u{0}\u{7}\u{1b}[31m`);
  });

  test.each([
    ['one result of each verdict', everyVerdict],
    ['hostile texts', hostile],
    ['orders left behind', report([result('sign/a', 'pass')], { leftBehind: ['E-BTC-USDT 77'] })],
    ['nothing', report([])],
  ])('with %s is valid by the schema of Jenkins', async (_, each) => {
    const schema = readFileSync(new URL('fixtures/junit-10.xsd', import.meta.url), 'utf8');
    expect((await validateXML({ xml: toJunit(each), schema })).errors).toEqual([]);
    const withSkipped = toJunit(each).replace('<testsuites ', '<testsuites skipped="1" ');
    expect((await validateXML({ xml: withSkipped, schema })).valid).toBe(false);
  });

  test('cuts a body of five megabytes and says so', () => {
    const body = '☃'.repeat(5 * 1024 * 1024);
    const big = exchange({ response: { status: 200, headers: [], body } });
    const xml = toJunit(report([result('sign/a', 'fail', { exchanges: [big] })]));
    expect(xml.length).toBeLessThan(40_000);
    expect(xml).toContain('[cut: 16,384 of 5,242,880 characters');
  });
});
