import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { conformanceChecks as checks } from '../../src/conformance/index.js';
import { partsOfGuide, partsOfList, withGenerated } from './document.js';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}.md`, import.meta.url));

test.each([
  ['conformance', 'every verdict and mode', await partsOfGuide()],
  ['conformance-checks', 'every check', partsOfList(checks)],
])('docs/%s.md lists %s as the code has them (npm run conformance-docs rewrites it)', async (name, _, parts) => {
  const path = pathOf(name);
  await expect(await withGenerated(readFileSync(path, 'utf8'), parts, path)).toMatchFileSnapshot(path);
});

test('a document whose markers are gone is refused, not silently left as it is', async () => {
  await expect(withGenerated('# No markers', partsOfList(checks), pathOf('conformance-checks'))).rejects.toThrow(
    'no markers',
  );
});

test('the example of known failures names checks', () => {
  const example = /## Known failures[^]*?```text\n([^]*?)```/.exec(readFileSync(pathOf('conformance'), 'utf8'))![1]!;
  const names = example.split('\n').map((line) => line.replace(/#.*/, '').trim());
  for (const name of names.filter(Boolean)) expect(checks.map(({ id }) => id)).toContain(name);
});
