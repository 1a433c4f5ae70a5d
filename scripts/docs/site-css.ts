import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const FILES = ['site.css', 'parts/reference.css', 'browser/islands.css', 'browser/ui.css'];

/** The style of every page, without what only its writers need. */
export function siteCss(): string {
  const css = FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('');
  return transformSync(css, { loader: 'css', minify: true, target: 'esnext' }).code;
}
