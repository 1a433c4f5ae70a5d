import type { Report, Verdict } from '../model.js';
import { article } from './html-result.js';
import { STYLE } from './html-style.js';
import { type Markup, markup, unescaped } from './markup.js';
import { VERDICT_MEANINGS, VERDICTS } from './verdicts.js';

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
${outcome(report)}
</header>
<main>
<section aria-labelledby="run"><h2 id="run">The run</h2>
${facts(report)}
${verdictTable(report)}
<p>${report.totals.specifiedAndChecked} specified and checked, ${report.totals.specifiedNotReached} specified but not reached, ${report.totals.notSpecifiedObserved} not specified and observed.</p>
</section>
<div id="results">
${shown.map((verdict) => section(report, verdict))}</div>
</main>
</body>
</html>
`.text;
}

function outcome({ ok, unexpectedPasses, totals: { byVerdict } }: Report): Markup {
  if (ok) return markup`<p class="good"><strong>Nothing declared failed.</strong></p>`;
  const reasons = [
    byVerdict.fail > 0 ? `${byVerdict.fail} declared ${byVerdict.fail === 1 ? 'fact fails' : 'facts fail'}` : [],
    unexpectedPasses.length > 0 ? `known failures that passed: ${unexpectedPasses.join(', ')}` : [],
    byVerdict['harness-error'] > 0
      ? `${byVerdict['harness-error']} ${byVerdict['harness-error'] === 1 ? 'fault' : 'faults'} of the kit`
      : [],
  ].flat();
  return markup`<p class="bad"><strong>Not ok${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`}.</strong></p>`;
}

function facts({ target, mode, startedAt, durationMs, calls, seed, clockOffsetMs, digests }: Report): Markup {
  const rows: readonly (readonly [string, string])[] = [
    ['Target', target.baseUrl],
    ...(target.label === undefined ? [] : [['Label', target.label] as const]),
    ['Mode', mode],
    ['Started', startedAt],
    ['Took', `${(durationMs / 1000).toFixed(1)} s, ${calls} calls`],
    ['Clock offset', clockOffsetMs === null ? 'not measured' : `${clockOffsetMs} ms (service minus this machine)`],
    ['Seed', String(seed)],
    ['Description', `SHA-256 ${digests.description}`],
    ['Suite', `SHA-256 ${digests.suite}`],
  ];
  return markup`<dl>${rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

function verdictTable({ totals: { byVerdict, checks } }: Report): Markup {
  const rows = VERDICTS.map(
    (verdict) =>
      markup`<tr><th scope="row">${byVerdict[verdict] > 0 ? markup`<a href="#${verdict}">${verdict}</a>` : verdict}</th><td class="count">${byVerdict[verdict]}</td><td>${VERDICT_MEANINGS[verdict]}</td></tr>\n`,
  );
  return markup`<table><caption>${checks} checks by verdict</caption>
<thead><tr><th scope="col">Verdict</th><th scope="col">Checks</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function section(report: Report, verdict: Verdict): Markup {
  const results = report.results.filter((result) => result.verdict === verdict);
  return markup`<section aria-labelledby="${verdict}"><h2 id="${verdict}">${verdict} (${results.length})</h2>
<p class="soft">${VERDICT_MEANINGS[verdict]}</p>
${results.map((result) => article(report, result))}</section>
`;
}
