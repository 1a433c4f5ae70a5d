import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertAllMet, bundleBrowser, type BrowserBundle } from '../../../scripts/docs/browser-bundle.js';

const BROWSER = resolve(import.meta.dirname, '../../../scripts/docs/browser');

describe('the scripts of the site', () => {
  let bundle: BrowserBundle;
  beforeAll(async () => void (bundle = await bundleBrowser()));

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

  test('need every file in the list of replaced ones', () => {
    expect(() => assertAllMet(new Set())).toThrow('src/sandbox/http/writings.ts');
  });
});
