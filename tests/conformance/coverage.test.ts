import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.js';
import { coverageOf, type CoveredCheck, describedReach } from '../../src/conformance/coverage/coverage.js';
import { descriptionPoints } from '../../src/conformance/coverage/points.js';
import { type CoveredCall, reachedPoints } from '../../src/conformance/coverage/reached-points.js';
import { toSummary } from '../../src/conformance/index.js';
import type { Verdict } from '../../src/conformance/model/report-model.js';
import { toBadge } from '../../src/conformance/reports/badge.js';
import { toHtml } from '../../src/conformance/reports/html.js';
import { toMarkdown } from '../../src/conformance/reports/markdown.js';
import { result } from './fixtures/report.js';
import { runOverHttp } from './sandboxes.js';

const call = (change: Partial<CoveredCall> = {}): CoveredCall => ({
  operationId: 'createOrder',
  method: 'POST',
  target: '/prefix/fapi/v1/order',
  headers: [['x-ch-ts', '1']],
  body: '{"price":1,"type":"LIMIT","timeInForce":"LATER"}',
  response: { status: 200, body: '{}' },
  ...change,
});

test('a call shows its operation, parameters that are present and absent, listed values, and its status', () => {
  const points = reachedPoints(call());
  expect(points).toEqual(
    expect.arrayContaining([
      'createOrder',
      'createOrder X-CH-TS present',
      'createOrder X-CH-SIGN absent',
      'createOrder price present',
      'createOrder type=LIMIT',
      'createOrder timeInForce present',
      'createOrder volume absent',
      'createOrder → 200',
    ]),
  );
  expect(points.filter((point) => point.includes('='))).toEqual(['createOrder type=LIMIT']);
  expect(reachedPoints(call({ response: { status: 418, body: '' } }))).toContain('createOrder → default');
});

test.each([
  ['is not answered', { response: undefined }],
  ['has another method', { method: 'PUT' }],
  ['goes elsewhere', { target: '/fapi/v1/orders' }],
  ['is of no operation', { operationId: undefined }],
])('a call that %s shows nothing', (_, change) => {
  expect(reachedPoints(call(change))).toEqual([]);
});

test('response fields are seen inside the envelope, and in a list where one entry has them', () => {
  const body = JSON.stringify({ code: '0', msg: 'success', data: { contracts: [{}, { bid: '1' }] } });
  const points = reachedPoints(
    call({ operationId: 'getContracts', method: 'GET', target: '/pub/contracts', response: { status: 200, body } }),
  );
  expect(points.filter((point) => point.includes('bid') || point.includes('ask'))).toEqual([
    'getContracts → contracts.bid',
  ]);
});

const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;

test.each([nested, `{"code":"0","data":${nested}}`, `{"code":"0","data":{"contracts":${nested}}}`])(
  'a response with lists in lists shows no fields, and ends nothing (%#)',
  (body) => {
    const contracts = {
      operationId: 'getContracts',
      method: 'GET',
      target: '/pub/contracts',
      body: undefined,
    } as const;
    const points = reachedPoints(call({ ...contracts, response: { status: 200, body } }));
    expect(points.filter((point) => point.includes('contracts.'))).toEqual([]);
  },
);

test.each([nested, '{"toString":1}'])(
  'a recorded input that has no text shows no value, and ends nothing (%#)',
  (value) => {
    const points = reachedPoints(call({ body: `{"type":${value}}` }));
    expect(points).toContain('createOrder type present');
    expect(points.filter((point) => point.includes('='))).toEqual([]);
  },
);

test('every declared point is in reach of a check, or says why it is not', () => {
  const reach = describedReach();
  const stray = descriptionPoints.filter(({ id, outOfReach }) => outOfReach === undefined && !reach.has(id));
  expect(stray).toEqual([]);
  expect([...reach.values()].filter((checks) => checks.length === 0)).toEqual([]);
  expect(new Set(descriptionPoints.map(({ id }) => id)).size).toBe(descriptionPoints.length);
  const declared = Object.values(operations).filter(({ evidence }) => evidence === 'declared');
  expect(descriptionPoints.filter(({ kind }) => kind === 'operation')).toHaveLength(declared.length);
});

const covered = (verdict: Verdict, calls: readonly CoveredCall[], id = 'shape/a'): CoveredCheck => ({
  check: result(id, verdict, { family: 'SHAPE', reason: 'the money', operations: ['createOrder'] }),
  calls,
});
const reach = new Map([['createOrder type=LIMIT', ['shape/a']]]);
const stateOf = (checks: readonly CoveredCheck[]) =>
  coverageOf(checks, reach).points.find(({ point }) => point === 'createOrder type=LIMIT');

test('a point is judged by a verdict alone; reached without one, it says what stopped the check', () => {
  expect(stateOf([covered('fail', [call()])])?.state).toBe('judged');
  expect(stateOf([covered('cannot-tell', [call()])])).toMatchObject({
    state: 'reached',
    why: 'cannot-tell: the money',
  });
  expect(stateOf([covered('not-run', [])])).toMatchObject({ state: 'not-reached', why: 'not-run: the money' });
  expect(stateOf([])).toMatchObject({ state: 'not-reached', why: 'its checks were not selected' });
});

test('what only an observation sends is not judged', () => {
  const clause = { kind: 'unknown', id: 'timestamp.window' } as const;
  const seen = { check: result('b', 'not-specified', { clause }), calls: [call()] };
  expect(stateOf([seen])?.state).toBe('reached');
});

test('a run reports what it judged of the description, and why not more', async () => {
  const report = await runOverHttp({ checks: ['shape/contracts/', 'shape/time/'] });
  const { percent, byKind, points } = report.coverage!;
  expect(byKind.field).toMatchObject({ judged: byKind.field.reachable });
  expect(byKind.operation.judged).toBe(2);
  expect(percent).toBeGreaterThan(10);
  const texts = [toSummary(report), toMarkdown(report), toHtml(report), toBadge(report)];
  for (const text of texts) expect(text).not.toContain(`${percent} %`);
  for (const text of texts.slice(0, 3)) expect(text).toContain('judged in one form of call');
  expect(points.find(({ point }) => point === 'ping')).toMatchObject({ why: 'its checks were not selected' });
  expect(toSummary(report)).toContain('Coverage of the description: operations 2 of 16');
  expect(toHtml(report)).toContain('Out of reach: no response counts the weight of a call (2)');
});
