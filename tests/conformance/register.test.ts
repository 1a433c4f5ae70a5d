import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { conformanceChecks as checks } from '../../src/conformance/index.js';

const path = fileURLToPath(new URL('../../openapi/unknowns.yaml', import.meta.url));
const text = readFileSync(path, 'utf8');
/** The register, as far as the kit goes: addresses of the checks that measure a question, or one sentence: why no check can. */
const register = parse(text) as readonly { readonly id: string; readonly check: readonly string[] | string | null }[];

/** The checks that measure an open question, in the order in which they run. */
const measuredBy = (question: string): readonly string[] =>
  checks.flatMap(({ id, clause }) => (clause.kind === 'unknown' && clause.id === question ? [id] : []));

/** The register with the addresses that the code has; a sentence stays where nothing measures the question. */
function withAddresses(): string {
  return text
    .split(/^(?=- id: )/m)
    .map((part) => {
      const id = /^- id: (\S+)/.exec(part)?.[1];
      const lines = id === undefined ? [] : measuredBy(id);
      if (lines.length === 0) return part;
      // `check` is the last member of an entry; the heading of the next group may follow.
      const list = `  check:\n${lines.map((line) => `    - ${line}\n`).join('')}`;
      return part.replace(/^ {2}check:.*\n(?: {4}.*\n)*/m, list);
    })
    .join('');
}

test('openapi/unknowns.yaml lists every check that measures a question (npm run conformance-docs rewrites it)', async () => {
  await expect(withAddresses()).toMatchFileSnapshot(path);
});

it.each(register.map((entry) => [entry.id, entry] as const))(
  '%s says what measures it, or why nothing can',
  (id, { check }) => {
    if (typeof check === 'string') {
      expect(measuredBy(id)).toEqual([]);
      expect(check).toMatch(/^[A-Z].*\.$/s);
    } else {
      expect(check).toEqual(measuredBy(id));
    }
  },
);
