import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const PREACT = `
  import { h, render } from 'preact';
  import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
  import { Fragment, jsx, jsxs } from 'preact/jsx-runtime';
  globalThis.used = [h, render, useEffect, useLayoutEffect, useRef, useState, Fragment, jsx, jsxs];
`;

async function weightOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2023',
    charset: 'utf8',
    legalComments: 'none',
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

test('search, theme and switch add at most 10 kB to what renders them, compressed', async () => {
  const [all, renderer] = await Promise.all([
    weightOf(`import { furnishPage } from './scripts/docs/browser/page.ts'; furnishPage()`),
    weightOf(PREACT),
  ]);
  expect(all - renderer).toBeGreaterThan(6000);
  expect(all - renderer).toBeLessThanOrEqual(10_000);
});
