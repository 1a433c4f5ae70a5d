import { describe, expect, it } from 'vitest';
import { createPrepared, MUTATIONS, VARIANTS } from '../../src/faulty-servers/index.js';
import { playAndJudge, runAndJudge } from './recorded/judge-server.js';
import { failedIn } from './sandboxes.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Servers whose fault shows in what three programs record in some 150 calls: one or two of each kind. */
const SHOWN = words(`
  any-signature-accepted missing-key-accepted missing-timestamp-accepted missing-signature-accepted signature-beginning-compared
  signature-unchecked-on-order signature-unchecked-on-cancel-all call-without-headers-accepted secret-in-refusal ping-demands-a-key
  cancel-with-empty-id-cancels-nothing cancel-with-empty-id-cancels-all-contracts cancel-with-omitted-id-cancels-one-order
  cancel-with-omitted-id-cancels-another-contract cancel-by-id-cancels-contract cancel-by-id-cancels-another-order
  cancelled-order-still-open cancelled-order-comes-back cancel-does-nothing-2 cancel-all-cancels-one-contract
  cancel-all-leaves-the-third-contract cancel-all-does-nothing-1-in-2 placed-order-lost open-orders-filter-ignored
  open-orders-of-one-contract-only create-places-two-orders create-loses-order-3 create-gives-one-id-to-two create-sells-as-buys
  open-orders-show-the-other-side create-sells-at-another-price sells-listed-under-every-contract forged-create-acts
  incomplete-create-acts forged-cancel-acts forged-cancel-all-acts
  trade-history-limit-ignored trade-history-from-id-ignored
  order-history-filter-ignored profit-history-repeats-a-record trade-history-pages-disagree order-history-short-by-one
  order-history-from-id-ignored profit-history-from-id-ignored trade-history-leaves-out-the-second-from-id
  status-201-on-success body-not-json narrowed-lists-cut-short ids-through-a-double create-order-resets get-order-answers-504
  get-open-orders-fails-1-in-5 contracts-field-missing-1-in-2 time-in-seconds contracts-first-field-missing
  contracts-decimal-as-number missing-field-accepted unknown-value-accepted get-order-history-refuses-a-from-id
  time-demands-a-key cancel-all-cancels-nothing open-orders-of-another-account order-history-limit-ignored empty-body contracts-list-missing
  trade-history-repeats-a-record cancel-order-answers-500 get-contracts-answers-half change-margin-mode-resets server-time-as-text
  get-trade-history-answers-500 order-details-id-through-a-double change-leverage-answers-half create-order-gets-405 create-order-breaks-elsewhere
`);

const PROGRAMS = ['bot', 'histories', 'mistakes'] as const;
const faulty = SHOWN.map((id) => MUTATIONS.find((one) => one.id === id)!);
const { twins = [], records = [], oddities = [], ...others } = VARIANTS;
/** A history whose records do not differ is not read page by page. */
const compliant = [
  ...[...twins, ...records, ...oddities].map((variant) => ({ ...variant, programs: PROGRAMS })),
  ...Object.values(others)
    .flat()
    .map((variant) => ({ ...variant, programs: ['bot', 'mistakes'] as const })),
].map((variant) => {
  const signPrefix = variant.id === 'behind-a-gateway-that-is-signed' && { signPrefix: true };
  // On these, orders come and go without the calls of the recording, which is what the option is for.
  const sharedAccount = (VARIANTS['unrest'] ?? []).some(({ id }) => id === variant.id);
  return { ...variant, sharedAccount, rule: { ...variant.options?.dialect?.signing, ...signPrefix } };
});

describe('recorded traffic', () => {
  it('of a run on the sandbox itself is accused of nothing, and shows most of what can be judged', async () => {
    const report = await runAndJudge(createPrepared());
    expect(failedIn(report)).toEqual([]);
    expect(report.ok).toBe(true);
    expect(report.totals.byVerdict.pass).toBeGreaterThan(150);
  });

  it.each(faulty)('shows that $id: $title', async ({ id, killedBy }) => {
    const { report } = await playAndJudge({ mutation: id }, PROGRAMS);
    const failed = report.results.flatMap((result) => (result.verdict === 'fail' ? result.id : []));
    const catching = failed.filter((check) => killedBy.includes(check));
    expect(catching, `accused by ${failed.join(', ')}`).not.toEqual([]);
    expect(report.ok).toBe(false);
  });

  it.each(compliant)('does not accuse $id', async (variant) => {
    const { report } = await playAndJudge(variant, variant.programs);
    expect(failedIn(report)).toEqual([]);
  });
});
