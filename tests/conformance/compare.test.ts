import { describe, expect, test } from 'vitest';
import { compareReports, parseReport, toComparisonText } from '../../src/conformance/index.js';
import type { Report } from '../../src/conformance/model/report-model.js';
import { everyVerdict, hostile, report, result } from './fixtures/report.js';

const unknown = (id: string) => ({ kind: 'unknown', id }) as const;
const seen = (observed: unknown, id = 'window') =>
  result(id, 'not-specified', { clause: unknown('timestamp.window'), observed });

describe('two reports', () => {
  test('of the same target are the same, whatever the calls took', () => {
    const later = structuredClone(everyVerdict);
    const slower: Report = {
      ...later,
      durationMs: 9999,
      startedAt: '2026-02-02T00:00:00.000Z',
      results: later.results.map((each) => ({ ...each, durationMs: 1 })).toReversed(),
    };
    expect(compareReports(everyVerdict, slower)).toMatchObject({ result: 'same', clauses: [], questions: [] });
    expect(toComparisonText(compareReports(everyVerdict, slower))).toMatch(/\n\nNo difference\.\n$/);
  });

  test.each([
    ['pass', 'fail', 'fails-now', 'worse'],
    ['cannot-tell', 'fail', 'fails-now', 'worse'],
    ['fail', 'pass', 'no-longer-fails', 'different'],
    ['fail', 'not-run', 'no-longer-judged', 'different'],
    ['pass', 'cannot-tell', 'no-longer-judged', 'different'],
    ['not-run', 'pass', 'judged-now', 'different'],
    ['not-run', 'harness-error', 'not-judged', 'different'],
  ] as const)('from %s to %s: %s, which is %s', (before, after, change, overall) => {
    const comparison = compareReports(report([result('a', before)]), report([result('a', after)]));
    expect(comparison.result).toBe(overall);
    expect(comparison.clauses).toEqual([
      { clause: everyVerdict.results[0]!.clause, checks: [expect.objectContaining({ id: 'a', change })] },
    ]);
  });

  test('are worse where a check fails that the first one does not have', () => {
    expect(compareReports(report([]), report([result('new', 'fail')]))).toMatchObject({
      result: 'worse',
      onlyAfter: ['new'],
    });
  });

  test('with one clause failing in two checks name it once', () => {
    const [before, after] = (['pass', 'fail'] as const).map((verdict) =>
      report([result('a', verdict, { reason: 'why' }), result('b', verdict)]),
    );
    expect(toComparisonText(compareReports(before!, after!))).toMatchInlineSnapshot(`
      "first   https://futures.example, mode read, 2026-01-02T03:04:05.000Z, 42 calls
      second  https://futures.example, mode read, 2026-01-02T03:04:05.000Z, 42 calls

      FAILS NOW  a  A signed call without its key is refused
        first  pass: why
        second fail: why
      FAILS NOW  b  A signed call without its key is refused
        first  pass
        second fail
        rule   “Signed endpoints need three headers.” (service document, Authentication, 6)

      Worse: 2 fails now.
      "
    `);
  });

  test.each([
    [{ acceptedMs: 500, refusedMs: 1000 }, { acceptedMs: 1000, refusedMs: 2000 }, 'same'],
    [{ acceptedMs: 3938, refusedMs: 4000 }, { acceptedMs: 4938, refusedMs: 5000 }, 'different'],
    [{ status: 200, code: undefined }, { status: 200 }, 'same'],
    [{ ageMs: 5000, outcome: 'refused' }, { ageMs: 5079, outcome: 'refused' }, 'same'],
    [{ ageMs: 5000, outcome: 'refused' }, { ageMs: 5079, outcome: 'accepted' }, 'different'],
    [{ ageMs: 5000 }, { ageMs: 60_000 }, 'different'],
    [['orderId', 'id'], ['orderId'], 'different'],
    [{ a: null }, { b: null }, 'different'],
  ])('that observed %j and %j are %s', (one, other, overall) => {
    expect(compareReports(report([seen(one)]), report([seen(other)])).result).toBe(overall);
  });

  test('name the open question, with what the runs went by', () => {
    const premise = { id: 'timestamp.window', by: 'target', text: 'signs in base64' } as const;
    const comparison = compareReports(report([seen(1)]), report([seen(2)], { premises: [premise] }));
    expect(comparison.questions).toMatchObject([
      {
        id: 'timestamp.window',
        checks: [{ id: 'window', before: { observed: 1 }, after: { observed: 2 } }],
        premise: { before: null, after: 'signs in base64' },
      },
    ]);
    expect(comparison.result).toBe('different');
  });

  test('print nothing of a server but text', () => {
    const other = { ...hostile, results: hostile.results.map((each) => ({ ...each, verdict: 'pass' as const })) };
    // oxlint-disable-next-line no-control-regex -- that is what must not be there
    expect(toComparisonText(compareReports(other, hostile))).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
  });
});

describe('a file that is not a report', () => {
  const broken = (change: object): string => JSON.stringify({ ...everyVerdict, ...change });
  test.each([
    ['', 'is empty'],
    ['{"version":1,', 'cannot be read as JSON: it is damaged, or cut off'],
    ['[]', 'it has no results'],
    ['{"openapi":"3.1.0"}', 'it has no results'],
    [broken({ version: 2 }), 'its version is 2'],
    [broken({ target: {} }), 'target.baseUrl is not a text'],
    [broken({ premises: [1] }), 'premises is not a list'],
    [broken({ results: [...everyVerdict.results, { id: 'x', verdict: 'maybe' }] }), 'results[7] is not the result'],
    [broken({ results: [{ ...everyVerdict.results[0], clause: { kind: 'declared' } }] }), 'results[0] is not'],
  ])('is refused in one sentence: %.40s', (text, problem) => {
    expect(() => parseReport(text, 'a.json')).toThrow(problem);
    expect(() => parseReport(text, 'a.json')).toThrow(/^a\.json /);
  });
});
