import type { Clause, Report, Result } from '../model.js';
import { exchangeLine, exchangeText, observedText } from './evidence.js';
import { type Markup, markup } from './markup.js';
import { isKnownFailure, isUnexpectedPass, reasonOf } from './verdicts.js';

/** A page of fifty megabytes is read by nobody. */
const BODY_LIMIT = 16_384;

/** One result: what was claimed, by what right it is judged, what was seen, and, folded away, each call. */
export function article(report: Report, result: Result): Markup {
  const { id, title, verdict, family, effect, operations, exchanges, observed } = result;
  const isOpen = verdict === 'fail' && exchanges.length === 1;
  const about = [family, `effect ${effect}`, ...operations].join(' · ');
  return markup`<article class="${verdict}" id="check-${id}">
<h3><span class="verdict">${verdictText(report, result)}</span> <code>${id}</code></h3>
<p>${title}</p>
${verdict === 'pass' && !isUnexpectedPass(report, result) ? undefined : markup`<p><strong>${reasonOf(report, result)}</strong></p>\n`}${clause(result.clause)}
<p class="soft">${about}</p>
${observed === undefined ? undefined : markup`<details${verdict === 'not-specified' ? markup` open` : undefined}><summary>Observed</summary><pre>${observedText(observed, BODY_LIMIT)}</pre></details>\n`}${exchanges.map(
    (exchange, index) =>
      markup`<details${isOpen ? markup` open` : undefined}><summary>Call ${index + 1} of ${exchanges.length}: <code>${exchangeLine(exchange)}</code></summary><pre>${exchangeText(exchange, BODY_LIMIT)}</pre></details>\n`,
  )}</article>
`;
}

function verdictText(report: Report, result: Result): string {
  if (isKnownFailure(report, result)) return 'fail (known)';
  return isUnexpectedPass(report, result) ? 'pass (unexpected)' : result.verdict;
}

function clause(from: Clause): Markup {
  return from.kind === 'declared'
    ? markup`<blockquote>${from.quote} <cite>Service document, ${from.heading}</cite></blockquote>`
    : markup`<p class="soft">Not specified: unknown <code>${from.id}</code>, openapi/unknowns.yaml</p>`;
}
