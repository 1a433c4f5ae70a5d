import { expect, test } from 'vitest';
import { readReport } from '../../../scripts/docs/browser/report-read.js';
import {
  byOperation,
  countsText,
  minuteOf,
  originOf,
  verdictWord,
} from '../../../scripts/docs/browser/verdicts-told.js';
import { everyVerdict, report, result } from '../../conformance/fixtures/report.js';

const held = (...args: Parameters<typeof report>) => readReport(JSON.stringify(report(...args)));

test('verdicts are counted with what needs attention first', () => {
  const { results } = held([result('a', 'pass'), result('b', 'fail'), result('c', 'pass'), result('d', 'not-run')]);
  expect(countsText(results)).toBe('1 fail, 1 not-run, 2 pass');
  expect(countsText(readReport(JSON.stringify(everyVerdict)).results).split(', ')).toHaveLength(7);
});

test('what was expected to fail says so, and so does what passed against expectation', () => {
  const one = held([result('a', 'fail'), result('b', 'fail'), result('c', 'pass'), result('d', 'pass')], {
    knownFailures: ['a'],
    unexpectedPasses: ['c'],
  });
  expect(one.results.map((each) => verdictWord(one, each))).toEqual([
    'fail (known)',
    'fail',
    'pass (unexpected)',
    'pass',
  ]);
});

test('a check that calls several operations counts once for each of them', () => {
  const operations = ['createOrder', 'getOrder', 'createOrder'] as const;
  const { results } = held([
    result('a', 'pass', { operations: [...operations] }),
    result('b', 'fail', { operations: [] }),
    result('c', 'fail', { operations: ['getOrder'] }),
  ]);
  const ids = [...byOperation(results)].map(([name, group]) => [name, group.map(({ id }) => id)]);
  expect(ids).toEqual([
    ['createOrder', ['a']],
    ['getOrder', ['a', 'c']],
    ['', ['b']],
  ]);
});

test('the origin of a report is its label, address and time, whatever stands there', () => {
  expect(originOf(held([]))).toBe('https://futures.example, 2026-01-02 03:04 UTC');
  expect(originOf(held([], { target: { baseUrl: 'https://x', label: 'mine' } }))).toMatch(/^mine, https:\/\/x, /);
  expect(minuteOf('yesterday')).toBe('yesterday');
});
