import { expect, it } from 'vitest';
import { conformanceChecks } from '../../src/conformance/index.js';
import { runIn } from '../../src/conformance/run/run.js';
import { createPrepared, VARIANTS } from '../../src/faulty-servers/index.js';

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
  const variant = Object.values(VARIANTS)
    .flat()
    .find((one) => one.id === id)!;
  const accused: string[] = [];
  for (const check of looking) {
    const { sandbox } = createPrepared(variant.options, variant.patch, 'short');
    const { url: baseUrl, credentials, now, wait, plainFetch: fetch } = sandbox;
    const permission = { hosts: [new URL(baseUrl).host], account: 'test', wipe: [] };
    const options = {
      baseUrl,
      credentials,
      permission,
      mode: 'sandbox',
      checks: [check.id],
      patienceMs: 3000,
    } as const;
    const { results } = await runIn(options, { now, pause: async (ms) => wait(ms) }, fetch);
    for (const { verdict, reason } of results)
      if (verdict === 'fail' || verdict === 'harness-error') accused.push(`${check.id}: ${reason}`);
  }
  expect(looking.length).toBeGreaterThan(15);
  expect(accused).toEqual([]);
});
