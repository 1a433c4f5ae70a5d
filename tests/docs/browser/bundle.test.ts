import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.js';
import { precompiledValidators } from '../../../scripts/docs/browser/build/precompiled-validators.js';
import { assertAllMet } from '../../../scripts/docs/browser/build/page-modules.js';
import { bundleBrowser, type BrowserBundle } from '../../../scripts/docs/browser-bundle.js';
import { type Place, type Validate, validatorOf } from '../../../src/sandbox/validators.js';
import { operationExamples } from '../../support/operation-examples.js';

/** What the scripts may take of the 250 kB that the whole site has in one file. */
const MOST_BYTES = 90_000;

const BROWSER = resolve(import.meta.dirname, '../../../scripts/docs/browser');

describe('the scripts of the site', () => {
  let bundle: BrowserBundle;
  beforeAll(async () => {
    bundle = await bundleBrowser();
  });

  test('are small enough to stand in one file with all pages', () => {
    expect(gzipSync(bundle.code + bundle.sandbox, { level: 9 }).length).toBeLessThan(MOST_BYTES);
  });

  test.each(['eval(', 'new Function', 'XMLHttpRequest', 'WebSocket', '</script'])('have no %s', (word) => {
    expect(bundle.code + bundle.sandbox).not.toContain(word);
  });

  test('keep nothing of what is typed into calculator, forensics and sandbox', () => {
    const folders = ['calculator', 'forensics', 'try-it', 'parts'].map((name) => join(BROWSER, name));
    const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
    expect(files.length).toBeGreaterThan(10);
    for (const file of files)
      expect([file, readFileSync(file, 'utf8')]).not.toEqual([file, expect.stringMatching(/[sS]torage|stored\.js/)]);
  });

  test('have Preact once', () => {
    expect(bundle.code).toContain('__html');
    expect(bundle.sandbox).not.toContain('__html');
  });

  test('need every file in the list of replaced ones', () => {
    expect(() => assertAllMet(new Set())).toThrow('src/sandbox/validators.ts');
  });
});

describe.each(['body', 'query'] as const)('validators that are compiled for the page, %s', (place: Place) => {
  const cases = operationExamples.filter(
    ({ operation }) => operation.input === place || (place === 'query' && operation.getBody),
  );

  test.each(cases)('judge as those of the sandbox do: $title', async ({ operation, input }) => {
    const code = precompiledValidators(place);
    const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, Validate>;
    const compiled = module[operation.operationId]!;
    const names = Object.values(operations[operation.operationId].fields).map(({ name }) => name);
    const judged = (validate: Validate, value: unknown): unknown => {
      const copy: unknown = structuredClone(value);
      const fits = validate(copy);
      return {
        fits,
        copy,
        errors: fits
          ? []
          : validate.errors?.map(({ instancePath, message, params }) => ({ instancePath, message, params })),
      };
    };
    const changed = fc
      .tuple(fc.constantFrom(...names, 'other'), fc.oneof(fc.jsonValue(), fc.constant(undefined)))
      .map(([name, value]) => ({ ...input, [name]: value }));
    let refused = 0;
    fc.assert(
      fc.property(fc.oneof(changed, fc.jsonValue()), (value) => {
        const expected = judged(validatorOf(operation, place), value);
        if (!(expected as { fits: boolean }).fits) refused++;
        expect(judged(compiled, value)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(0);
  });
});
