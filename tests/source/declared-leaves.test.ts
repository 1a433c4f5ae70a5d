import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asObject, join, loadBundle, operationsOf, textsUnder, words } from './bundle.js';
import { bundleLeaves, faultsIn } from './declared-leaves.js';
import { isSaid, REWORDED } from './declared-prose.js';
import { foreignNames, placedExamples } from './example-walk.js';
import { serviceDocument } from './service-document.js';

const full = loadBundle('openapi.json');
const declared = loadBundle('openapi.declared.json');

/** The next step of a person whose fact has no origin. */
const ADVICE =
  'mark what the service document does not say (x-evidence in openapi/), or add it to tests/source/service-document.md';

it('the service document is kept byte for byte', () => {
  const digest = createHash('sha256').update(serviceDocument.text).digest('hex');
  expect(digest).toBe('0a5ef3529630bb8b1c0b033d0b8e4fff811e87b7d50d74e239829d42ac53a88c');
});

it('every rule binds an operation, and every "not shown" is in the list of them', () => {
  const clauses = serviceDocument.rules.flatMap((rule) => rule.clauses);
  expect(clauses.filter(({ binds }) => binds.length === 0)).toEqual([]);
  expect(serviceDocument.notShown).toHaveLength(serviceDocument.text.match(/not shown/gu)!.length);
});

describe.each([
  ['openapi.json', full],
  ['openapi.declared.json', declared],
])('generated/%s', (_name, bundle) => {
  it('says without a mark what the service document says, no more and no less', () => {
    expect(bundleLeaves(bundle).length).toBeGreaterThan(500);
    expect(faultsIn(bundle, serviceDocument), ADVICE).toEqual([]);
  });

  it('says how many sources there are only by counting them', () => {
    const prose = textsUnder(bundle, ['x-evidence-note', 'text', 'observed', 'description', 'summary']);
    expect(prose.filter((text) => /\bn\s*(?:[=<>≤≥])\s*\d/u.test(text))).toEqual([]);
  });
});

it('quotes behind the number of a rule that rule alone', () => {
  const prose = operationsOf(full).flatMap(({ operation }) => String(operation['description']).split(/(?=Rule \d)/u));
  const quotes = prose.flatMap((text) => [...text.matchAll(/^Rule (\d+) \(declared\): (.*?)\s*$/gsu)]);
  expect(quotes.length).toBeGreaterThan(serviceDocument.rules.length);
  for (const [, number, text = ''] of quotes) {
    const rule = serviceDocument.rules.find((each) => each.number === Number(number))!;
    const sentences = words(text).split(/(?<=\.) /u);
    expect(sentences.filter((sentence) => !rule.text.includes(sentence.replace(/\.$/u, '')))).toEqual([]);
  }
});

it('the declared bundle holds no evidence mark, no note, no observed text and no setting of our tools', () => {
  expect(JSON.stringify(declared)).not.toMatch(
    /"(?:x-evidence|x-observed)[\w-]*":|"observed":[^n]|"x-(?:effect|safe-method|selectors|result|format|sources|hints)/u,
  );
});

it('declared prose is reworded only where the document has the words behind it', () => {
  const prose = textsUnder(declared, ['description', 'summary']);
  expect(REWORDED.filter(([, quote]) => !isSaid(serviceDocument, quote))).toEqual([]);
  expect(REWORDED.filter(([ours]) => !prose.some((text) => text.includes(ours)))).toEqual([]);
});

const examples = placedExamples(full);

it('examples are marked, are used, and have only names of their schema', () => {
  expect(examples.filter(({ marked }) => !marked)).toEqual([]);
  expect(examples.flatMap((example) => foreignNames(full, example))).toEqual([]);
  const placed = new Set(examples.map(({ pointer }) => pointer));
  const components = Object.keys(asObject(asObject(full['components'])['examples']));
  expect(components.filter((name) => !placed.has(join('/components/examples', name, 'value')))).toEqual([]);
});
