import { expect, it } from 'vitest';
import type { Report } from '../../src/conformance/index.js';
import { orderOf } from '../../src/conformance/run/lanes.js';
import { catalogue } from '../../src/conformance/checks/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import type { Patch } from '../../src/sandbox/stages.js';
import { runOverHttp, serverOf } from './sandboxes.js';

const CHECKS = [
  ...['sign/getOpenOrders/', 'sign/cancelOrder/', 'sign/cancelAllOrders/', 'robust/getTradeHistory/', 'shape/ping/'],
  'page/trades/',
];

const run = (lanes: number, patch?: Patch, mutation?: string): Promise<Report> =>
  runOverHttp(
    { mode: 'sandbox', patienceMs: 250, lanes, checks: CHECKS },
    createPrepared({ ...(mutation && { mutation }) }, patch),
  );

const verdicts = ({ results }: Report): readonly string[] => results.map(({ id, verdict }) => `${id} ${verdict}`);

it.each([undefined, 'large-pages-unsigned'])(
  'gives the same verdicts with one call at a time and with eight (%s)',
  async (mutation) => {
    const one = await run(1, undefined, mutation);
    expect(verdicts(await run(8, undefined, mutation))).toEqual(verdicts(one));
    expect(one.ok).toBe(true);
  },
);

it('sends one call at a time where each timestamp has to be later than the one before it', async () => {
  const { patch } = serverOf('timestamps-rise');
  expect(verdicts(await run(8, patch))).toEqual(verdicts(await run(1, patch)));
});

it('puts each check into the order of a run once, and nothing aside where calls count', () => {
  const { inTurn, lanes, last } = orderOf(catalogue, 'sandbox');
  const all = [...inTurn, ...lanes.flat(), ...last].map(({ id }) => id);
  expect(all.toSorted()).toEqual(catalogue.map(({ id }) => id).toSorted());
  expect(orderOf(catalogue, 'mutate').inTurn).toEqual(catalogue);
  expect(orderOf(catalogue, 'read').inTurn).toEqual(catalogue);
});

it('keeps what cancels or places orders out of lanes, unless the call is wrong on purpose', () => {
  const inLanes = orderOf(catalogue, 'sandbox').lanes.flat();
  const writes = inLanes.filter(({ effect }) => effect === 'wipe' || effect === 'money');
  expect([...new Set(writes.map(({ family }) => family))].toSorted()).toEqual(['ROBUST', 'SIGN']);
  expect(inLanes.filter(({ operations }) => operations.length > 1)).toEqual([]);
});
