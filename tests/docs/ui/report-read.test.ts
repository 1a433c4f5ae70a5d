import { describe, expect, test } from 'vitest';
import { assertSize, MAX_BYTES, readReport } from '../../../scripts/docs/browser/report-read.js';
import { toHar } from '../../../src/conformance/reports/har.js';
import { toHtml } from '../../../src/conformance/reports/html.js';
import { toJson } from '../../../src/conformance/reports/json.js';
import { toJunit } from '../../../src/conformance/reports/junit.js';
import { toSarif } from '../../../src/conformance/reports/sarif.js';
import { everyVerdict, HOSTILE, report, result } from '../../conformance/fixtures/report.js';

const textOf = (change: object): string => JSON.stringify({ ...report([result('a', 'pass')]), ...change });

describe('a report that is dropped', () => {
  test('is kept without its evidence, and can be read again from what was kept', () => {
    const held = readReport(toJson(everyVerdict));
    expect(held.results.map(({ id, verdict }) => [id, verdict])).toEqual(
      everyVerdict.results.map(({ id, verdict }) => [id, verdict]),
    );
    expect(JSON.stringify(held)).not.toContain('exchanges');
    expect(readReport(JSON.stringify(held))).toEqual(held);
  });

  test('has no text that is long, or that nobody sees', () => {
    const reason = HOSTILE.repeat(100);
    const held = readReport(toJson(report([result('a', 'fail', { reason })])));
    expect(held.results[0]!.reason!.length).toBeLessThan(600);
    expect(held.results[0]!.reason).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}]/u);
    expect(held.results[0]!.reason).toContain('<script>');
  });

  test('of a program that lists no operations counts for none', () => {
    const held = readReport(textOf({ results: [{ id: 'a', verdict: 'pass', operations: 'createOrder' }] }));
    expect(held.results).toEqual([{ id: 'a', verdict: 'pass', operations: [] }]);
  });
});

describe('a file that is no report is refused in words:', () => {
  test.each([
    ['nothing', ' \n', 'The file is empty.'],
    ['half a report', toJson(everyVerdict).slice(0, 500), /^The file is no JSON, or was cut off: /],
    ['the HTML of a report', toHtml(everyVerdict), /^This is HTML or XML\. .* --report json=report\.json\.$/],
    ['the JUnit of a report', toJunit(everyVerdict), /^This is HTML or XML/],
    ['the HAR of a report', toHar(everyVerdict), /^This is the HAR file of a report, not the report itself\./],
    ['the SARIF of a report', toSarif(everyVerdict), /^This is the SARIF file of a report/],
    ['the description', '{"openapi":"3.1.0"}', /^This is an OpenAPI description/],
    ['a list', '[]', /^This JSON is no conformance report\./],
    ['another object', '{"a":1}', /^This JSON is no conformance report\./],
    ['a number', '7', /^This JSON is no conformance report\./],
    ['null', 'null', /^This JSON is no conformance report\./],
    ['a later version', textOf({ version: 2 }), 'This is a report of version 2; these pages read version 1.'],
    ['no target', textOf({ target: 'x' }), 'The report is damaged: target.baseUrl is missing.'],
    ['no mode', textOf({ mode: 'x' }), 'The report is damaged: mode is none of read, sandbox, mutate.'],
    ['no time', textOf({ startedAt: 1 }), 'The report is damaged: startedAt is missing.'],
    ['a result that is none', textOf({ results: [1] }), 'The report is damaged: results[0] is no object.'],
    ['a result without id', textOf({ results: [{}] }), 'The report is damaged: results[0].id is missing.'],
    [
      'another verdict',
      textOf({ results: [{ id: 'a', verdict: 'ok' }] }),
      /^The report is damaged: results\[0\]\.verdict is none of fail, /,
    ],
    ['too many', textOf({ results: Array(10_001).fill(0) }), 'The report is damaged: it has more than 10000 checks.'],
  ])('%s', (_, text, message) => {
    expect(() => readReport(text)).toThrow(message);
  });

  test('one of more than 64 MB, before it is read', () => {
    expect(() => assertSize(MAX_BYTES)).not.toThrow();
    expect(() => assertSize(MAX_BYTES + 1)).toThrow('The file has 65 MB; this page reads up to 64 MB.');
  });
});
