import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultsOfChangelog } from '../../scripts/release/changelog.js';
import { missingOfPublisher } from '../../scripts/release/manifest.js';
import { bundledParts, withBundled } from '../../scripts/release/sbom.js';
import { strayFiles } from '../../scripts/release/shipped-files.js';

const named = { author: 'A', homepage: 'https://a.test', bugs: { url: 'https://a.test/b' }, repository: 'github:a/b' };

test('a publisher has to name repository, bugs, homepage and author, and no placeholder will do', () => {
  expect(missingOfPublisher(named)).toEqual([]);
  expect(missingOfPublisher({ ...named, repository: { url: ' ' } })).toEqual([
    expect.stringContaining('no repository'),
  ]);
  expect(missingOfPublisher({ ...named, homepage: 'https://example.com' })).toEqual([
    expect.stringContaining('placeholder for homepage'),
  ]);
  expect(missingOfPublisher({ ...named, private: true })).toHaveLength(1);
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(missingOfPublisher({ ...own, author: undefined, repository: undefined })).toEqual(
    expect.arrayContaining([expect.stringContaining('no repository'), expect.stringContaining('no author')]),
  );
});

test.each([
  ['# C\n\n## Unreleased\n\n## 1.2.0 - 2026-11-22\n\n- a\n', []],
  ['# C\n\n## Unreleased\n\n## [1.2.0] - 2026-11-22\n\n- a\n', []],
  ['# C\n\n## Unreleased\n\n- b\n\n## 1.2.0 - 2026-11-22\n\n- a\n', ['under Unreleased']],
  ['# C\n\n## Unreleased\n\n## 1.1.0 - 2026-11-22\n\n- a\n', ['is 1.1.0, and package.json has 1.2.0']],
  ['# C\n\n## Unreleased\n\n## 1.2.0 - 2026-13-45\n\n- a\n', ['2026-13-45']],
  ['# C\n\n## Unreleased\n\n## 1.2.0 - 2026-11-22\n', ['says nothing']],
  ['# C\n\n## 1.2.0 - 2026-11-22\n\n- a\n', ['does not begin with an Unreleased']],
])('a CHANGELOG is compared with version 1.2.0: %j', (text, faults) => {
  expect(faultsOfChangelog(text, '1.2.0')).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

test('a tarball holds what is on the list, and nothing else', () => {
  const fine = ['package.json', 'dist/src/cli/main.js', 'dist/shared/client.js', 'docs/cli.md', 'dist/openapi.json'];
  expect(strayFiles([...fine, '.env', 'dist/src/a.js.map', 'src/index.ts', 'docs/pictures/a.png'])).toEqual([
    '.env',
    'dist/src/a.js.map',
    'src/index.ts',
    'docs/pictures/a.png',
  ]);
});

test('the SBOM lists what is bundled, with licences', () => {
  const parts = bundledParts('# Notice\n\n## @a/b 1.0.0 (MIT)\n\ntext\n\n## c 2.1.0 (MIT OR Apache-2.0)\n');
  const { components } = withBundled({ bomFormat: 'CycloneDX', components: [{ name: 'installed' }] }, parts);
  expect(components).toMatchObject([
    { name: 'installed' },
    { name: '@a/b', purl: 'pkg:npm/%40a/b@1.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { name: 'c', licenses: [{ expression: 'MIT OR Apache-2.0' }] },
  ]);
  expect(() => bundledParts('# Notice')).toThrow('names no package');
});
