import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Variant, createPrepared, MUTATIONS, COMPLIANT, VARIANTS } from '../../src/faulty-servers/index.js';
import { randomOf } from '../../src/conformance/findings/property.js';
import { failedIn, runInProcess, runOverHttp } from './sandboxes.js';

const register = parse(readFileSync(new URL('../../openapi/unknowns.yaml', import.meta.url), 'utf8')) as readonly {
  readonly id: string;
  /** Ids of the compliant variants that answer it in another way, or one sentence: why none can. */
  readonly variant?: readonly string[] | string;
}[];

it('are as many as the guide says', () => {
  const guide = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  const covered = new Set(COMPLIANT.flatMap(({ answers = [] }) => answers)).size;
  // The reference is compliant, too.
  expect(guide).toContain(
    `detects ${MUTATIONS.length} of ${MUTATIONS.length} faulty servers and accuses 0 of ${COMPLIANT.length + 1} compliant ones. ` +
      `The compliant ones differ in ${covered} of the ${register.length} questions`,
  );
});

it.each(register.map((entry) => [entry.id, entry.variant] as const))(
  'openapi/unknowns.yaml lists the variants that answer %s in another way, or says why there is none',
  (question, variant) => {
    const ids = COMPLIANT.filter(({ answers = [] }) => answers.some((id) => id === question)).map(({ id }) => id);
    if (ids.length > 0) expect(variant).toEqual(ids);
    else expect(variant).toMatch(/^[A-Z].*\.$/s);
  },
);

/** Differences in these families show without a full page. */
const SHORT: readonly Variant[] = [VARIANTS['signing'], VARIANTS['values'], VARIANTS['orders']].flatMap((one) => one!);

it.each(COMPLIANT)('$id is accused of nothing in mode read', async (variant) => {
  const { options, patch, basePath } = variant;
  const prepared = createPrepared(options, patch, variant.history ?? (SHORT.includes(variant) ? 'short' : 'long'));
  const report = await (variant.isOnTheWire === true
    ? runOverHttp({}, prepared)
    : runInProcess({ ...prepared, basePath }, { mode: 'read', patienceMs: undefined }));
  expect(failedIn(report)).toEqual([]);
  expect(report.calls).toBeLessThanOrEqual(100);
});

const LIMITED = VARIANTS['limits']!.filter(({ id }) => /-(?:seconds?|minute)$/.test(id));

it.each(LIMITED)('$id is accused of no refusal where each call takes another time', async ({ options, patch }) => {
  for (let seed = 0; seed < 12; seed++) {
    const prepared = createPrepared(options, patch);
    const { plainFetch, wait } = prepared.sandbox;
    const random = randomOf(`way ${seed}`);
    const report = await runInProcess(prepared, { seed, checks: OFTEN_CALLED }, async (...request) => {
      wait(random(120));
      const response = await plainFetch(...request);
      wait(random(120));
      return response;
    });
    expect(failedIn(report)).toEqual([]);
  }
});

const OFTEN_CALLED = ['createOrder', 'cancelOrder', 'cancelAllOrders', 'getOrderHistory', 'getTradeHistory'].map(
  (operationId) => `shape/${operationId}/every-time`,
);
