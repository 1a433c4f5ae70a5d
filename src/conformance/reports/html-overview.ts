import { type Coverage, POINT_KINDS } from '../model/coverage-model.js';
import { countsOfProgram } from '../model/caller-verdicts.js';
import { REPORT_FAMILIES, type Report } from '../model/report-model.js';
import { KIND_NAMES, ONE_FORM, recordingLine, signingText, unjudgedByReason } from './run-texts.js';
import { counted } from '../model/counted.js';
import { type Markup, markup } from './markup.js';
import { VERDICTS } from '../model/verdicts.js';

/** Counts of the declared facts that were judged and not judged, and of the answered open questions. */
export function totalsList({ totals }: Report): Markup {
  const rows = [
    [totals.specifiedAndChecked, 'declared and judged', 'declared facts that were judged'],
    [totals.specifiedNotReached, 'declared, not judged', 'declared facts that this run says nothing about'],
    [
      totals.notSpecifiedObserved,
      'not declared, seen here',
      'open questions for which something was seen at this server',
    ],
  ] as const;
  return markup`<ul class="totals">${rows.map(
    ([count, name, meaning]) =>
      markup`<li><strong>${count} ${name}</strong><br><span class="soft">${meaning}</span></li>\n`,
  )}</ul>`;
}

export function familyTable({ results, totals }: Report): Markup {
  const shown = VERDICTS.filter((verdict) => results.some((result) => result.verdict === verdict));
  const rows = REPORT_FAMILIES.filter((family) => family !== 'CALLER').map((family) => {
    const cells = shown.map((verdict) => {
      const count = results.filter((result) => result.family === family && result.verdict === verdict).length;
      return markup`<td class="count">${count === 0 ? '' : count}</td>`;
    });
    return markup`<tr><th scope="row">${family}</th>${cells}</tr>\n`;
  });
  return markup`<table class="families"><caption>${totals.checks} checks by family</caption>
<thead><tr><th scope="col">Family</th>${shown.map((verdict) => markup`<th scope="col" class="count">${verdict}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table>`;
}

/** The scenes of a program by their verdicts. */
export function callerTable({ results }: Report): Markup {
  const rows = countsOfProgram(results).map(
    ([name, count]) => markup`<tr><th scope="row">${name}</th><td class="count">${count}</td></tr>\n`,
  );
  return markup`<table><caption>Scenes by verdict</caption><tbody>${rows}</tbody></table>`;
}

export function facts(report: Report): Markup {
  const { mode, clockOffsetMs, signing, budget, recording } = report;
  const isCaller = mode === 'caller';
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Target', report.target.baseUrl],
    ['Label', report.target.label],
    ['Mode', mode],
    ['Started', report.startedAt],
    ['Took', `${(report.durationMs / 1000).toFixed(1)} s, ${counted(report.calls, 'call')}`],
    ['Budget', budget && `weight ${budget.weight} for ${counted(budget.calls, 'call')} by plan`],
    ['Journal', report.journal],
    [
      'Clock offset',
      isCaller
        ? undefined
        : clockOffsetMs === null
          ? 'not measured'
          : `${clockOffsetMs} ms (service minus this machine)`,
    ],
    ['Signed', signing && signingText(signing)],
    ['Recording', recording && recordingLine(recording)],
    ['Not in the recording', recording && (recording.notContained.join('; ') || 'nothing that is looked for')],
    ['Wrong requests in it', recording?.requestFaults.join('; ') || undefined],
    ['Seed', isCaller || mode === 'observe' ? undefined : String(report.seed)],
    ['Description', `SHA-256 ${report.digests.description}`],
    ['Suite', `SHA-256 ${report.digests.suite}`],
  ];
  const known = rows.filter(([, value]) => value !== undefined);
  return markup`<dl>${known.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`;
}

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
