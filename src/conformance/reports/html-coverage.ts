import { type Coverage, POINT_KINDS } from '../model/coverage-model.js';
import { KIND_NAMES, ONE_FORM, unjudgedByReason } from './coverage-text.js';
import { type Markup, markup } from './markup.js';

/** The judged part of the description, and the reasons why the rest was not judged. */
export function coverageSection(coverage: Coverage): Markup {
  const rows = POINT_KINDS.map((kind) => {
    const { described, reachable, reached, judged } = coverage.byKind[kind];
    const cells = [described, reachable, reached, judged].map((count) => markup`<td class="count">${count}</td>`);
    return markup`<tr><th scope="row">${KIND_NAMES[kind]}</th>${cells}</tr>\n`;
  });
  const groups = unjudgedByReason(coverage).map(
    ([why, points]) =>
      markup`<details><summary>${why} (${points.length})</summary><ul>${points.map(({ point }) => markup`<li><code>${point}</code></li>`)}</ul></details>\n`,
  );
  return markup`<section aria-labelledby="coverage"><h2 id="coverage">Coverage of the description</h2>
<p class="soft">Judged: a declared check that came to it passed or failed. Reachable: a check of the kit can judge it, in some mode. Parameters count as present, absent and with each declared value. ${ONE_FORM}</p>
<table><thead><tr><td></td><th scope="col" class="count">described</th><th scope="col" class="count">reachable</th><th scope="col" class="count">reached</th><th scope="col" class="count">judged</th></tr></thead>
<tbody>${rows}</tbody></table>
${groups}</section>
`;
}
