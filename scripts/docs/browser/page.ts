import { rememberDeclaredOnly } from './declared-only.js';
import { mount } from './mount.js';
import { reportIn } from './report-kept.js';
import { Report } from './report.js';
import { revealTarget } from './reveal.js';
import { Search } from './search.js';
import { Theme } from './theme.js';
import { showVerdicts } from './verdicts.js';

/** What every page has: search, theme, the switch, and the verdicts of a report that was dropped. */
export function furnishPage(): void {
  mount('search', Search);
  mount('theme', Theme);
  mount('report', Report);
  rememberDeclaredOnly();
  revealTarget();
  reportIn(showVerdicts);
}
