import type { Entry } from '../search-entries.js';
import { createIndex, type SearchResult } from './search-index.js';

declare global {
  /** Set by search-index.js. */
  var futuresDocsIndex: readonly Entry[] | undefined;
}

export async function loadIndex(): Promise<(typed: string) => SearchResult> {
  if (globalThis.futuresDocsIndex === undefined) await loadScript('search-index.js');
  const find = createIndex(globalThis.futuresDocsIndex ?? []);
  return (typed) => find(typed, document.querySelector('article')?.dataset['page']);
}

/** A script loads from a file as from a server; `fetch` does not. */
export function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${src} could not be loaded`)));
    document.head.append(script);
  });
}
