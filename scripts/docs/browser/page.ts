import { rememberDeclaredOnly } from './declared-only.js';
import { mount } from './mount.js';
import { revealTarget } from './reveal.js';
import { Search } from './search.js';
import { Theme } from './theme.js';

/** What every page has: search, theme and the switch. */
export function furnishPage(): void {
  mount('search', Search);
  mount('theme', Theme);
  rememberDeclaredOnly();
  revealTarget();
}
