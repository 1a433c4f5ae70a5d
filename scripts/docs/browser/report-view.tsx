import { VERDICT_MEANINGS } from '../../../src/conformance/reports/verdicts.js';
import type { HeldReport, HeldResult } from './report-read.js';
import { hrefHere } from './site-form.js';
import { VerdictWord } from './verdict-word.js';
import { byOperation, countVerdicts, minuteOf, verdictWord } from './verdicts-told.js';

/** A report at a glance: whose, how many of each verdict, what failed, and where. */
export function ReportView({ report }: { report: HeldReport }) {
  const { target, mode, startedAt, results } = report;
  const failed = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'harness-error');
  return (
    <>
      <h2>{headline(report)}</h2>
      <dl class="facts">
        <dt>Target</dt>
        <dd>
          {target.label} <code>{target.baseUrl}</code>
        </dd>
        <dt>Mode</dt>
        <dd>{mode}</dd>
        <dt>When</dt>
        <dd>{minuteOf(startedAt)}</dd>
        {countVerdicts(results).map(([verdict, count]) => (
          <>
            <dt>
              {count} {verdict}
            </dt>
            <dd>{VERDICT_MEANINGS[verdict]}</dd>
          </>
        ))}
      </dl>
      {failed.length > 0 && (
        <ul class="checks">
          {failed.map((result) => (
            <li>
              <VerdictWord report={report} result={result} />{' '}
              <a href={hrefHere(`conformance.html#check.${encodeURI(result.id)}`)}>
                <code>{result.id}</code>
              </a>{' '}
              {result.reason}
            </li>
          ))}
        </ul>
      )}
      <OperationTable results={results} />
    </>
  );
}

function headline(report: HeldReport): string {
  const failed = report.results.filter((result) => verdictWord(report, result) === 'fail').length;
  const { length } = report.unexpectedPasses;
  if (failed > 0) return failed === 1 ? '1 declared fact fails' : `${failed} declared facts fail`;
  if (length > 0) return `${length} known ${length === 1 ? 'failure' : 'failures'} passed`;
  return report.results.some(({ verdict }) => verdict === 'pass') ? 'Nothing declared failed' : 'Nothing was judged';
}

function OperationTable({ results }: { results: readonly HeldResult[] }) {
  const verdicts = countVerdicts(results).map(([verdict]) => verdict);
  return (
    <div class="table" tabIndex={0} role="region" aria-label="Verdicts by operation">
      <table>
        <caption>Verdicts by operation. A check that calls several counts for each.</caption>
        <thead>
          <tr>
            <th scope="col">operation</th>
            {verdicts.map((verdict) => (
              <th scope="col">{verdict}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...byOperation(results)].map(([name, judged]) => (
            <tr>
              <th scope="row">
                <OperationName name={name} />
              </th>
              {verdicts.map((verdict) => {
                const count = judged.filter((one) => one.verdict === verdict).length;
                return <td class={count > 0 ? `judged-${verdict}` : ''}>{count}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links to operations that the site has; a report can name others. */
function OperationName({ name }: { name: string }) {
  if (name === '') return <>no operation</>;
  const page = hrefHere(`${name}.html`);
  const known = [...document.querySelectorAll('nav a')].some((link) => link.getAttribute('href') === page);
  return known ? (
    <a href={hrefHere(`${name}.html#${name}.checks`)}>
      <code>{name}</code>
    </a>
  ) : (
    <code>{name}</code>
  );
}
