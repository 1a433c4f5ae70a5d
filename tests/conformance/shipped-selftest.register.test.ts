import { expect, test } from 'vitest';
import type { SelftestReport } from '../../src/conformance/selftest/selftest.js';
import { CONTROLS, MUTATIONS, COMPLIANT } from '../../src/faulty-servers/index.js';
import { startFutures } from '../cli/futures.js';

test('the self-test as shipped catches every mutant by each check that is named for it, believes no control and accuses no twin', async () => {
  const { code, stdout, stderr } = await startFutures(['conformance', '--mode', 'selftest', '--json']).ended;
  const { servers, ...rest } = JSON.parse(stdout) as SelftestReport;
  expect(servers.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
  expect(servers.map(({ id }) => id)).toEqual([
    'reference',
    ...CONTROLS,
    ...MUTATIONS.map(({ id }) => id),
    ...COMPLIANT.map(({ id }) => id),
  ]);
  expect(CONTROLS).toHaveLength(7);
  const { numbers, ...end } = rest;
  expect(end).toEqual({ ok: true, interrupted: false, durationMs: expect.any(Number), withoutKill: [] });
  const all = MUTATIONS.length;
  expect(numbers.faults).toEqual({ servers: all, caught: all, byRightCheck: all, byRightWords: all });
  expect(numbers.compliant.accused).toBe(0);
  expect(numbers.questions.covered).toBeGreaterThan(60);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^(?:futures: \d+\/\d+ .*\n)*$/);
});
