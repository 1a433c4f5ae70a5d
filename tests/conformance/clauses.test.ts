import { expect, it } from 'vitest';
import { operations } from '../../generated/operations.js';
import { conformanceChecks } from '../../src/conformance/index.js';
import { FAMILIES } from '../../src/conformance/model/report-model.js';
import { serviceDocument } from '../source/service-document.js';

const { sections } = serviceDocument;
const declared = conformanceChecks.flatMap(({ id, clause }) =>
  clause.kind === 'declared' ? [[id, clause.quote, clause.heading] as const] : [],
);

it.each(declared)('%s judges by words of the service document', (_, quote, heading) => {
  expect(sections.get(heading)?.text ?? '').toContain(quote);
});

/** The words that a sentence has to hold to say what a check judges. */
function wordsOf(id: string): readonly (string | RegExp)[] {
  const [family, operationId, what = ''] = id.split('/');
  const fields = operations[operationId as keyof typeof operations]?.fields ?? [];
  const field = fields.find(({ name }) => name === what);
  if (family === 'request') return [what, ...(field?.enum ?? [])];
  if (what === 'text-as-timestamp') return [/X-CH-TS (\(integer\)|\| current timestamp in milliseconds)/];
  if (what === 'missing-required-field-refused') return [/required|yes/];
  if (what === 'wrong-type-refused') return [/\((string|integer)[,)]|\| (number|string) \|/];
  if (what === 'unknown-value-refused') return ['LIMIT'];
  return what === 'filtered-by-contract' || what === 'of-its-contract' ? ['contractName'] : [];
}

it.each(declared)('%s quotes the cell that says what it judges', (id, quote) => {
  for (const word of wordsOf(id)) expect(quote).toMatch(word);
});

it('has an address of its own for each check, and a control that is one', () => {
  const ids = conformanceChecks.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { control } of conformanceChecks) if (control !== undefined) expect(ids).toContain(control);
});

it('has checks in every family', () => {
  expect(new Set(conformanceChecks.map(({ family }) => family))).toEqual(new Set(FAMILIES));
});

const rows = Object.values(operations);

it.each(rows.filter(({ evidence }) => evidence === 'declared'))(
  'has the generic checks of $operationId, which is declared',
  ({ operationId, security }) => {
    const ids = new Set(conformanceChecks.map(({ id }) => id));
    expect(ids).toContain(`shape/${operationId}/success`);
    expect(ids).toContain(`shape/${operationId}/content-type`);
    if (security === 'signed') expect(ids).toContain(`sign/${operationId}/without-signature`);
    const advice = `src/conformance/checks/observed/answers.ts: name the question that asks for the answer of ${operationId}`;
    if (security !== 'public') expect(ids, advice).toContain(`shape/${operationId}/fields`);
  },
);

it('judges no operation that the service document does not declare', () => {
  const others = rows.filter(({ evidence }) => evidence !== 'declared').map(({ operationId }) => operationId);
  const judged = conformanceChecks.filter(({ clause }) => clause.kind === 'declared');
  expect(judged.filter((check) => check.operations.some((id) => others.includes(id)))).toEqual([]);
});

it('takes how a call is signed for granted wherever a call is signed, and nowhere else', () => {
  for (const { id, premises, operations: called, clause } of conformanceChecks) {
    const signs = called.some((operationId) => operations[operationId].security !== 'public');
    const measures = clause.kind === 'unknown' && clause.id === 'signing.composition';
    if (signs) expect([id, premises.includes('signing.composition')]).toEqual([id, !measures]);
  }
  expect(conformanceChecks.find(({ id }) => id === 'shape/ping/exactly-empty-object')!.premises).toEqual([]);
});

it('names for each check the worst effect among its operations, or a worse one', () => {
  const order = ['read', 'reversible', 'money', 'wipe'];
  for (const check of conformanceChecks) {
    const worst = Math.max(...check.operations.map((id) => order.indexOf(operations[id].effect)));
    expect([check.id, order.indexOf(check.effect) >= worst]).toEqual([check.id, true]);
  }
});
