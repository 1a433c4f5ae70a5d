import type { Clause, Report, Result } from '../model/report-model.js';
import { callsLeftOut, callsShown, cut, decidingPlace, exchangeLine, exchangeText, observedText } from './evidence.js';
import { type Markup, markup } from './markup.js';
import { clauseText, isKnownFailure, isUnexpectedPass, reasonOf } from '../model/verdicts.js';

/** A page of fifty megabytes helps no reader. */
const BODY_LIMIT = 16_384;
const REASON_LIMIT = 2000;
const MOST_CALLS = 200;
const MOST_OPERATIONS = 50;

/** True when there is more to show than fits into a line of a table. */
export function isWorthAnArticle({ verdict, exchanges, observed }: Result): boolean {
  if (verdict === 'pass') return false;
  return verdict === 'fail' || verdict === 'harness-error' || exchanges.length > 0 || observed !== undefined;
}

/** One result: what was claimed, by what right it is judged, what was seen, and, folded away, each call. */
export function article(report: Report, result: Result): Markup {
  const { id, title, verdict, family, effect, operations, exchanges, observed } = result;
  const place = verdict === 'fail' && exchanges.length === 1 ? 0 : decidingPlace(result);
  const shown = callsShown(result, MOST_CALLS);
  const more = operations.length - MOST_OPERATIONS;
  const names = [...operations.slice(0, MOST_OPERATIONS), ...(more > 0 ? [`and ${more} more`] : [])];
  const about = [family, `effect ${effect}`, ...names].join(' · ');
  return markup`<article class="${verdict}" id="check-${id}">
<h3><span class="verdict">${verdictText(report, result)}</span> <code>${id}</code></h3>
<p>${title}</p>
<p><strong>${reasonText(report, result)}</strong></p>
${clause(result.clause)}
<p class="soft">${about}</p>
${observed === undefined ? undefined : markup`<details${verdict === 'not-specified' ? markup` open` : undefined}><summary>Seen here</summary><pre>${observedText(observed, BODY_LIMIT)}</pre></details>\n`}${shown.map(
    ([index, exchange]) =>
      markup`<details${index === place ? markup` open` : undefined}><summary>Call ${index + 1} of ${exchanges.length}${index === place && exchanges.length > 1 ? ', which decides' : ''}: <code>${exchangeLine(exchange)}</code></summary><pre>${exchangeText(exchange, BODY_LIMIT)}</pre></details>\n`,
  )}${shown.length < exchanges.length ? markup`<p class="soft">${callsLeftOut(exchanges.length - shown.length)}</p>\n` : undefined}</article>
`;
}

/** Results of one verdict of which there is little to say; those with the same reason stand together. */
export function resultTable(report: Report, results: readonly Result[]): Markup {
  const isPassing = results.every(({ verdict }) => verdict === 'pass');
  const rows = results
    .map((result) => ({ result, why: isPassing ? undefined : reasonText(report, result) }))
    .sort((one, other) => (one.why ?? '').localeCompare(other.why ?? '', 'en'));
  return markup`<table class="results"><thead><tr><th scope="col">Check</th><th scope="col">Claim</th>${isPassing ? undefined : markup`<th scope="col">Why</th>`}<th scope="col">Judged by</th></tr></thead>
<tbody>${rows.map(
    ({ result, why }) =>
      markup`<tr id="check-${result.id}"><th scope="row"><code>${result.id}</code>${isUnexpectedPass(report, result) ? markup` <span class="bad">${verdictText(report, result)}</span>` : undefined}</th><td>${result.title}</td>${why === undefined ? undefined : markup`<td>${why}</td>`}<td>${clause(result.clause)}</td></tr>\n`,
  )}</tbody></table>
`;
}

/** Why a result is what it is; the reason may quote what a server sent. */
export const reasonText = (report: Report, result: Result): string => cut(reasonOf(report, result), REASON_LIMIT);

export function verdictText(report: Report, result: Result): string {
  if (isKnownFailure(report, result)) return 'fail (known)';
  return isUnexpectedPass(report, result) ? 'pass (unexpected)' : result.verdict;
}

function clause(from: Clause): Markup {
  return from.kind === 'declared'
    ? markup`<blockquote>${from.quote} <cite>Service document, ${from.heading}</cite></blockquote>`
    : from.kind === 'unknown'
      ? markup`<p class="soft">Not declared: open question <code>${from.id}</code></p>`
      : markup`<p class="soft">${clauseText({ clause: from })}</p>`;
}
