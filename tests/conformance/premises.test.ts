import { expect, it } from 'vitest';
import { unknowns } from '../../generated/description.js';
import { operations } from '../../generated/operations.js';
import { conformanceChecks as checks } from '../../src/conformance/index.js';

const ids = unknowns.map(({ id }) => id);

it.each(checks.map((check) => [check.id, check] as const))('%s names each premise once, by its id', (_, check) => {
  expect(new Set(check.premises).size).toBe(check.premises.length);
  for (const id of check.premises) expect(ids).toContain(id);
});

it('takes how a call is signed for granted wherever a call is signed, and nowhere else', () => {
  for (const { id, premises, operations: called, clause } of checks) {
    const signs = called.some((operationId) => operations[operationId].security !== 'public');
    const measures = clause.kind === 'unknown' && clause.id === 'signing.composition';
    if (signs) expect([id, premises.includes('signing.composition')]).toEqual([id, !measures]);
  }
  const ping = checks.find(({ id }) => id === 'shape/ping/exactly-empty-object')!;
  expect(ping.premises).toEqual([]);
});

it('takes no answer for granted that it measures itself', () => {
  for (const { clause, premises } of checks) if (clause.kind === 'unknown') expect(premises).not.toContain(clause.id);
});
