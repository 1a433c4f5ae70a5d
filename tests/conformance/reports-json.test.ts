import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { toHar } from '../../src/conformance/reports/har.js';
import { toJson } from '../../src/conformance/reports/write.js';
import { toOverlay } from '../../src/conformance/reports/overlay.js';
import { everyVerdict, exchange, HOSTILE, hostile, report, result } from './fixtures/report.js';

/*
 * The parts of HAR 1.2 that the reports use, written down from its specification. No member is allowed that does not stand in it, so
 * that a misspelt one is noticed.
 */

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const bag = { type: 'object' };
const listOf = (items: object): object => ({ type: 'array', items });
const closed = (required: object, optional: object = {}): object => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const time = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$` };

const pairs = listOf(closed({ name: text, value: text }));
const size = { type: 'integer', minimum: -1 };
const own = { _check: text, _clause: bag, _verdict: text, _operationId: text, _signingString: text, _failure: text };

const harSchema = closed({
  log: closed(
    {
      version: { const: '1.2' },
      creator: closed({ name: text, version: text }),
      entries: listOf(
        closed(
          {
            startedDateTime: time,
            time: { type: 'number', minimum: 0 },
            request: closed(
              {
                method: text,
                url: text,
                httpVersion: text,
                cookies: pairs,
                headers: pairs,
                queryString: pairs,
                headersSize: size,
                bodySize: size,
              },
              { postData: closed({ mimeType: text, text }) },
            ),
            response: closed({
              status: { type: 'integer' },
              statusText: text,
              httpVersion: text,
              cookies: pairs,
              headers: pairs,
              content: closed({ size: count, mimeType: text, text }),
              redirectURL: text,
              headersSize: size,
              bodySize: size,
            }),
            cache: closed({}),
            timings: closed({ send: { type: 'number' }, wait: { type: 'number' }, receive: { type: 'number' } }),
          },
          own,
        ),
      ),
    },
    { _run: bag },
  ),
});

const ajv = new Ajv({ allErrors: true, strict: false });

function valid(schema: object, document: unknown): any {
  const isValid = ajv.compile(schema);
  expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true);
  return document;
}

/** A file holds bytes: halves of a surrogate pair become U+FFFD, unless they are escaped. */
const throughFile = (written: Iterable<string>): string => Buffer.from([...written].join(''), 'utf8').toString('utf8');

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
      throughFile(toHar(report([result('a', 'fail', { exchanges: [late] }), result('b', 'fail')]))),
    ).log;
    expect(entries.map((entry: Record<string, string>) => entry['_check'])).toEqual(['b', 'a']);
    expect(entries[0]['_signingString']).toBe('1767323045678GET/fapi/v1/openOrders?contractName=E-BTC-USDT');
    expect(entries[0].request.queryString).toEqual([{ name: 'contractName', value: 'E-BTC-USDT' }]);
    expect(entries[1].response.content).toMatchObject({ size: 5 << 20, text: 'x'.repeat(5 << 20) });
  });

  test('says of each call which check sent it, by which clause, and of which run it is', () => {
    const { log } = JSON.parse(throughFile(toHar(everyVerdict)));
    const { target, mode, seed, clockOffsetMs, digests } = everyVerdict;
    expect(log['_run']).toEqual({ target, mode, seed, clockOffsetMs, digests });
    expect(log.entries[0]['_clause']).toEqual(everyVerdict.results[1]!.clause);
  });

  test('keeps the body of a GET, and gives status 0 to a call without an answer', () => {
    const { request } = exchange();
    const silent = exchange({ request: { ...request, body: '{"a":"é"}' }, response: undefined, failure: 'reset' });
    const [entry] = JSON.parse(throughFile(toHar(report([result('a', 'cannot-tell', { exchanges: [silent] })])))).log
      .entries;
    expect(entry.request).toMatchObject({ postData: { text: '{"a":"é"}' }, bodySize: 10 });
    expect([entry.response.status, entry['_failure']]).toEqual([0, 'reset']);
  });
});

describe('the overlay of observations', () => {
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
