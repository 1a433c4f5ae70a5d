import { expect, it } from 'vitest';
import { askTwin } from '../../src/cli/sandbox/ask-twin.js';
import { describeTwin } from '../../src/cli/sandbox/twin.js';
import { isSameObservation } from '../../src/conformance/compare/same-observation.js';
import { conformanceChecks, parseReport, type Report, twinOptions } from '../../src/conformance/index.js';
import { observationsOf } from '../../src/conformance/twin/twin-options.js';
import { type Variant, createPrepared, COMPLIANT, VARIANTS } from '../../src/faulty-servers/index.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import { runInProcess } from './sandboxes.js';

const UNMEASURED = 'the kit cannot measure it by itself';

/** Compliant variants whose twins answer as the sandbox does, by the reason. */
const NOT_TAKEN: Readonly<Record<string, readonly string[]>> = {
  'messages are in English': ['refusals-in-another-language'],
  'a report does not say which of several new fields stands for which, or what their values mean': [
    ...['orders-with-other-fields', 'trades-known-by-number', 'profits-with-contract', 'condition-receipts-say-plan'],
    ...['types-as-words', 'volumes-doubled', 'client-order-ids-not-kept', 'client-order-ids-in-capitals'],
    'refusals-with-200-and-the-members-of-receipts',
  ],
  'input is read in one way': [
    ...['order-details-from-the-query', 'cancel-all-takes-no-body', 'condition-path-without-slash', 'numbers-in-text'],
    ...['content-type-with-bodies-only', 'trigger-types-in-words', 'leverage-up-to-three', 'leverage-twenty-elsewhere'],
    ...['condition-orders-are-market-orders', 'condition-orders-without-client-id', 'position-modes-other-way-round'],
    ...['market-orders-near-the-price', 'market-orders-rest', 'client-ids-of-digits', 'client-ids-once'],
    ...['profits-without-range', 'trades-without-contract-are-none'],
  ],
  'headers and timestamps are read in one way': [
    ...['timestamps-with-fractions', 'header-names-case-sensitive', 'recv-window-in-the-query'],
    ...['public-calls-refuse-headers', 'undeclared-operations-without-headers', 'weights-counted-by-user'],
  ],
  'its base URL has no path': ['behind-a-gateway-that-is-signed'],
  'a report does not say for how long, or by what rule': [
    ...['lists-lag', 'lists-lag-long', 'order-details-lag', 'trades-of-other-orders', 'time-in-steps'],
  ],
  [UNMEASURED]: [
    'position-modes-far-away',
    'trigger-types-in-words-of-its-own',
    'orders-expire-at-once',
    'closing-orders-open',
  ],
};

/** Pages that are full show with many records only. */
const LONG = ['order-pages-of-100', 'profit-pages-of-20'];

/** The clock stands still but for what a run waits. */
const STOPPED = Date.now() + 60_000;

const checksOf = ({ answers = [] }: Variant): string[] =>
  conformanceChecks
    .filter(({ clause }) => clause.kind === 'unknown' && answers.some((id) => id === clause.id))
    .map(({ id }) => id);

type Measurable = Pick<Variant, 'id' | 'options' | 'patch' | 'basePath'>;

/** The kit's report on a server in this process, as it is read from a file. */
async function measure({ id, options, patch, basePath }: Measurable, checks: readonly string[]): Promise<Report> {
  const length = LONG.includes(id) ? 'long' : 'short';
  const prepared = createPrepared({ now: () => STOPPED, ...options }, patch, length);
  const report = await runInProcess({ ...prepared, basePath }, { checks, patienceMs: undefined });
  return parseReport(JSON.stringify(report), id);
}

const FORMS = conformanceChecks
  .filter(({ id, clause }) => clause.kind === 'unknown' && id.startsWith('shape/'))
  .map(({ id }) => id);

it.each<SandboxOptions>([
  { dialect: { decimals: 'string', times: 'string', codes: 'number', receipt: 'wrapped' } },
  { dialect: { order: 'wrapped', lists: 'list', emptyList: 'null', extraFields: true } },
  { dialect: { ids: 'string', order: 'array', lists: 'wrapped', contentType: 'text/plain', refusalStatus: 403 } },
  { dialect: { signing: { encoding: 'base64url' }, refusalCodes: { '-1022': '10002' }, conditionReceipt: 'bare' } },
  { strict: 'http', dialect: { signing: { emptyBody: '{}' } } },
])('finds the options of a sandbox by its responses: %j', async (options) => {
  expect(twinOptions(await measure({ id: 'own', options }, FORMS))).toMatchObject(options);
});

it('measures the time that a cancel takes, and what a server said in two ways is the choice of the sandbox', async () => {
  const slow = await measure({ id: 'slow', options: { dialect: { cancelDelayMs: 5000 } } }, ['state/order/through-c']);
  expect(twinOptions(slow).dialect.cancelDelayMs).toBe(1000);
  const both = await measure({ id: 'both' }, FORMS);
  const receipt = both.results.find(({ id }) => id === 'shape/createOrder/fields')!;
  const text = { ...receipt, observed: { form: 'bare object', fields: { orderId: 'string' } } };
  expect(twinOptions({ ...both, results: [...both.results, text] }).dialect).not.toHaveProperty('ids');
});

it('takes no identifier for another name of a contract', async () => {
  const report = await measure({ id: 'own' }, ['shape/getOrder/fields']);
  const [result] = report.results;
  const { form, fields } = result!.observed as { readonly form: string; readonly fields: Record<string, string> };
  const renamed = (name: string) => ({
    ...report,
    results: [{ ...result!, observed: { form, fields: { ...fields, [name]: 'string' } } }],
  });
  for (const name of ['pair', 'paid'])
    expect(twinOptions(renamed(name)).dialect).toHaveProperty('fieldNames.getOrder.symbol', name);
  expect(twinOptions(renamed('clientId')).dialect).not.toHaveProperty('fieldNames');
});

it('refuses a report that measured no server, and takes what a recording showed', async () => {
  const report = await measure({ id: 'any', options: { dialect: { ids: 'string' } } }, ['shape/createOrder/fields']);
  expect(() => twinOptions({ ...report, mode: 'caller' })).toThrow(
    'This report, of mode caller, measured nothing at a server.',
  );
  expect(twinOptions({ ...report, mode: 'observe' }).dialect.ids).toBe('string');
});

it('says where the answers of a twin come from, and what it cannot take over', async () => {
  const variant = VARIANTS['records']!.find(({ id }) => id === 'content-type-with-bodies-only')!;
  const report = await measure(variant, [...FORMS, 'request/content-type', 'sign/encoding']);
  const options = twinOptions(report);
  const answers = await askTwin(report, options);
  expect(answers).toMatchObject({ notTaken: ['request.content-type'] });
  expect(answers.measured).toContain('signing.encoding');
  expect(answers.assumed).toContain('limits.rates');
  expect(describeTwin(report, options, answers)).toMatch(
    /^Twin of https:.*\n {2}described: .*\n {2}measured \(\d+\): .*\n( {4}.*\n)+ {2}measured, not taken \(1\): .*\n {4}request.content-type\n {2}assumed/,
  );
});

const measurable = COMPLIANT.filter((one) => checksOf(one).length > 0);

it.each(measurable)('the twin of $id gives the same answers, unless the table names it', async (variant) => {
  const report = await measure(variant, checksOf(variant));
  const theirs = observationsOf(report);
  expect(theirs.size === 0).toBe(NOT_TAKEN[UNMEASURED]!.includes(variant.id));
  if (theirs.size === 0) return expect(() => twinOptions(report)).toThrow('measured nothing');
  const twin = { id: variant.id, options: twinOptions(report) };
  const ours = observationsOf(await measure(twin, checksOf(variant)));
  const others = [...theirs].filter(([id, observed]) => !isSameObservation(observed, ours.get(id)));
  expect(others.length > 0, JSON.stringify(others)).toBe(Object.values(NOT_TAKEN).flat().includes(variant.id));
});
