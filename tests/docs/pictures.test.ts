import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const readme = readFileSync(new URL('README.md', root), 'utf8');

test.each([
  ['docs/pictures/operation-page.png', 1280],
  ['docs/pictures/start.png', 980],
])('the README shows %s, a small picture with a text in its place', (path, width) => {
  const png = readFileSync(new URL(path, root));
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  expect(png.readUInt32BE(16)).toBe(width);
  expect(png.length).toBeLessThan(200_000);
  const [, text] = readme.split(`](${path})`)[0]!.match(/!\[([^\]]*)$/) ?? [];
  expect(text?.length).toBeGreaterThan(40);
});
