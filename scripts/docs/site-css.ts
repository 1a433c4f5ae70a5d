import { readFileSync } from 'node:fs';

const FILES = ['site.css', 'parts/reference.css', 'browser/islands.css', 'browser/ui.css'];

/** The style of every page, without what only its writers need. */
export function siteCss(): string {
  return FILES.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join('')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ');
}
