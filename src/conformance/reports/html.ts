import { cleanUpLine } from './run-texts.js';
import type { Report, Verdict } from '../model/report-model.js';
import { type Cause, causeLine, causesOf, isFailing } from './causes.js';
import { cut } from './evidence.js';
import { callerTable, coverageSection, facts, familyTable, totalsList } from './html-overview.js';
import { article, isWorthAnArticle, reasonText, resultTable, verdictText } from './html-result.js';
import { STYLE } from './html-style.js';
import { type Markup, markup, unescaped } from './markup.js';
import { breaksRun, isUnexpectedPass, outcomeText, VERDICT_MEANINGS, VERDICTS } from '../model/verdicts.js';

/**
 * One page that needs nothing: no script, no font, no file. What a server sent stands in it as text; should a mistake
 * ever let markup through, the policy in the page's head still runs and loads nothing.
 */
export function toHtml(report: Report): string {
  const title = `Conformance of ${report.target.label ?? report.target.baseUrl}`;
  const shown = VERDICTS.filter((verdict) => report.results.some((result) => result.verdict === verdict));
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${unescaped(STYLE)}</style>
</head>
<body>
<a class="skip" href="#results">To the results</a>
<header>
<h1>${title}</h1>
<p class="${report.ok ? 'good' : 'bad'}"><strong>${outcomeText(report)}</strong></p>
<nav aria-label="Results by verdict"><ul>${shown.map((verdict) => entry(report, verdict))}</ul></nav>
</header>
<main>
${causeList(report)}${leftBehind(report)}${troubles(report)}<section aria-labelledby="run"><h2 id="run">The run</h2>
${report.mode === 'caller' ? callerTable(report) : markup`${totalsList(report)}\n${familyTable(report)}`}
${facts(report)}
</section>
${report.coverage && coverageSection(report.coverage)}<div id="results">
${shown.map((verdict) => section(report, verdict))}</div>
</main>
</body>
</html>
`.text;
}

const entry = ({ totals }: Report, verdict: Verdict): Markup =>
  markup`<li class="${verdict}"><a class="verdict" href="#${verdict}">${verdict}</a> ${totals.byVerdict[verdict]}</li>`;

function causeList(report: Report): Markup | undefined {
  const causes = causesOf(report);
  if (causes.length === 0) return undefined;
  return markup`<section aria-labelledby="causes"><h2 id="causes">Causes</h2>
<ul>${causes.map((cause) => markup`<li>${isFailing(cause) || cause.advice !== undefined ? markup`<strong class="bad">${line(cause)}</strong>` : line(cause)}${cause.advice === undefined ? undefined : markup`<br>${cause.advice}`}</li>\n`)}</ul>
</section>
`;
}

const line = (cause: Cause): string => cut(causeLine(cause), 2000);

function leftBehind(report: Report): Markup | undefined {
  const { leftBehind: left = [] } = report;
  if (left.length === 0) return undefined;
  const command = cleanUpLine(report);
  return markup`<section class="trouble" aria-labelledby="left-behind"><h2 id="left-behind">Left behind</h2>
${command && markup`<p>Orders of the run could not be shown to be gone. To cancel them: <code>${command}</code></p>\n`}<ul>${left.map((order) => markup`<li><code>${order}</code></li>`)}</ul>
</section>
`;
}

function troubles(report: Report): Markup | undefined {
  const found = report.results.filter((result) => isUnexpectedPass(report, result) || breaksRun(report, result));
  if (found.length === 0) return undefined;
  const rows = found.map(
    (result) =>
      markup`<tr class="${result.verdict}"><th scope="row"><a href="#check-${result.id}"><code>${result.id}</code></a></th><td class="verdict">${verdictText(report, result)}</td><td>${reasonText(report, result)}</td></tr>\n`,
  );
  return markup`<section class="trouble" aria-labelledby="troubles"><h2 id="troubles">What breaks the run</h2>
<table><thead><tr><th scope="col">Check</th><th scope="col">Verdict</th><th scope="col">Why</th></tr></thead>
<tbody>${rows}</tbody></table>
</section>
`;
}

const UNFOLDED: readonly Verdict[] = ['fail', 'harness-error', 'cannot-tell'];

/** The target of a link stands inside what is folded, because a browser unfolds what it goes to. */
function section(report: Report, verdict: Verdict): Markup {
  const results = report.results.filter((result) => result.verdict === verdict);
  const [whole, short] = [results.filter(isWorthAnArticle), results.filter((result) => !isWorthAnArticle(result))];
  return markup`<section aria-labelledby="h-${verdict}"><details class="group"${UNFOLDED.includes(verdict) ? markup` open` : undefined}><summary><h2 id="h-${verdict}">${verdict} (${results.length})</h2></summary>
<p class="soft" id="${verdict}">${VERDICT_MEANINGS[verdict]}</p>
${short.length === 0 ? undefined : resultTable(report, short)}${whole.map((result) => article(report, result))}</details></section>
`;
}
