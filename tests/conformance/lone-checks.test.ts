import { expect, it } from 'vitest';
import { conformanceChecks } from '../../src/conformance/index.js';
import { createPrepared } from '../../src/faulty-servers/index.js';
import { failedIn, runInProcess, serverOf } from './sandboxes.js';

/** Variants that show late what a call did. */
const LAGGING = ['lists-lag', 'lists-lag-long', 'lists-lag-at-times', 'cancels-of-listed-orders-only'];

const LISTED = ['getOpenOrders', 'cancelOrder', 'cancelAllOrders'] as const;

/** Checks that look for orders after something was changed: alone, no other check has waited before them. */
const looking = conformanceChecks.filter(
  ({ clause, effect, family, operations }) =>
    clause.kind === 'declared' &&
    effect !== 'read' &&
    !['SIGN', 'ROBUST'].includes(family) &&
    LISTED.some((id) => operations.includes(id)),
);

it.each(LAGGING)('%s is accused by no check that runs alone', async (id) => {
  const variant = serverOf(id);
  const accused: string[] = [];
  for (const check of looking) {
    const { sandbox } = createPrepared(variant.options, variant.patch, 'short');
    accused.push(...failedIn(await runInProcess({ sandbox }, { checks: [check.id], patienceMs: 3000 })));
  }
  expect(looking.length).toBeGreaterThan(15);
  expect(accused).toEqual([]);
});
