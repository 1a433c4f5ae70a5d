import { LANGUAGE_KEY } from './choices.js';
import { store } from './stored.js';

/** Keeps the language of the samples for the next page. The tabs themselves need no script. */
export function rememberLanguage(): void {
  for (const tab of document.querySelectorAll<HTMLInputElement>('.tabs input')) {
    tab.addEventListener('change', () => store(LANGUAGE_KEY, tab.value));
  }
}
