import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };

/** Everything that a person reads or copies a command from, and what prints one. */
const PLACES = ['README.md', 'SUPPORT.md', 'action.yml', '.github', 'docs', 'examples', 'openapi', 'src', 'scripts'];
const files = execFileSync('git', ['ls-files', '-z', ...PLACES], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(?:md|ts|tsx|html|ya?ml)$/.test(path));

/** Would take a package of this name from the registry where it is not installed. It is not published: the name is not ours. */
const BY_NAME = [
  /\b(?:npx|bunx|pnpm dlx|npm exec)(?! --no-install| --yes --package)[^\n`]{0,20} futures\b[^\n`]{0,40}/g,
  /\bnpm (?:install|i|add) (?:-\S+ )*futures-trading-client\b(?!-\d)[^\n`]{0,20}/g,
];

test('no text makes anybody run or install a package of this name from the registry', () => {
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) => {
    const text = readFileSync(root + path, 'utf8');
    return BY_NAME.flatMap((pattern) => text.match(pattern) ?? []).map((command) => `${path}: ${command}`);
  });
  expect(found).toEqual([]);
});

test('each tarball that a text names has the version of the package', () => {
  const texts = files.filter((path) => path.endsWith('.md')).map((path) => readFileSync(root + path, 'utf8'));
  const named = texts.flatMap((text) => text.match(/futures-trading-client-\d[\w.-]*\.tgz/g) ?? []);
  expect(new Set(named)).toEqual(new Set([`futures-trading-client-${version}.tgz`]));
});
