/**
 * The register of unknowns against the "not shown" statements.
 *
 * A statement is quoted when an entry's `documented` contains the whole statement: an entry asks one question, but it
 * quotes the sentence unshortened, so a reader never sees half of what the document says.
 */
import { describe, expect, it } from 'vitest';
import { asList, asObject, loadBundle, operationsOf, words } from './bundle.js';
import { serviceDocument } from './service-document.js';

const bundle = loadBundle('openapi.json');
const register = asList(bundle['x-unknowns'])
  .map(asObject)
  .map((node) => ({ id: String(node['id']), node }));
const general = asList(bundle['x-unknowns-general']).map(String);
const entries = register.map(({ id, node }) => [id, node] as const);
const statements = serviceDocument.notShown.map(({ heading, statement }) => [statement, heading] as const);
const { sections } = serviceDocument;

function textUnder(heading: string): string {
  const all = [...sections];
  const start = all.findIndex(([title]) => title === heading);
  if (start < 0) return '';
  const level = all[start]?.[1].level ?? 0;
  const length = all.slice(start + 1).findIndex(([, section]) => section.level <= level);
  return words(
    all
      .slice(start, length < 0 ? undefined : start + 1 + length)
      .map(([, section]) => section.text)
      .join(' '),
  );
}

/** The citations `Authentication, 6` and `Endpoints, rule 7` stand under the headings `Authentication` and `Endpoints`. */
const headingOf = (cited: string): string | undefined =>
  [...sections.keys()].find((title) => cited === title || cited.startsWith(`${title}, `));

describe('the register of unknowns', () => {
  it.each(statements)('quotes "%s" under %s', (statement) => {
    const quoting = register.filter(({ node }) => words(node['documented']).includes(statement));
    expect(quoting.map(({ id }) => id)).not.toEqual([]);
  });

  it.each(entries)('%s quotes the document exactly, under the heading it names', (_id, node) => {
    const heading = headingOf(words(node['heading']));
    expect(heading, `no heading of the document: ${words(node['heading'])}`).toBeDefined();
    expect(words(node['documented'])).not.toBe('');
    expect(textUnder(heading ?? '')).toContain(words(node['documented']));
  });

  it.each(entries)('%s answers every question of the register', (_id, node) => {
    // `variant` is compared in tests/conformance/variants.register.test.ts.
    const extra = ['sources', 'variant'];
    const answers = Object.keys(node).filter((key) => !key.startsWith('x-evidence') && !extra.includes(key));
    expect(node['sources'] === undefined).toBe(node['observed'] === null);
    expect(answers.sort()).toEqual('check client documented heading id observed option question'.split(' '));
    expect(words(node['id'])).toMatch(/^[a-z][A-Za-z0-9-]*(\.[A-Za-z0-9-]+)+$/u);
    expect(words(node['question'])).toMatch(/\?$/u);
    expect(words(node['client'])).not.toBe('');
  });

  it('has the entries that an operation or the general list refers to, and no other', () => {
    const inOperations = operationsOf(bundle).flatMap(({ operation }) => asList(operation['x-unknowns']).map(String));
    expect(new Set(general).size).toBe(general.length);
    expect([...new Set([...general, ...inOperations])].toSorted()).toEqual(register.map(({ id }) => id).toSorted());
  });

  it('is referred to by every operation whose answer is not shown', () => {
    const silent = serviceDocument.endpoints.filter((row) => row.headers !== 'none').map((row) => row.operationId);
    const referring = operationsOf(bundle)
      .filter(({ operation }) => asList(operation['x-unknowns']).length > 0)
      .map(({ operation }) => String(operation['operationId']));
    expect(silent.filter((operationId) => !referring.includes(operationId))).toEqual([]);
  });
});
