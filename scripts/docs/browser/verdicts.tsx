import { type ComponentChild, render } from 'preact';
import type { HeldReport, HeldResult } from './report-read.js';
import { hrefHere } from './site-form.js';
import { VerdictWord } from './verdict-word.js';
import { countsText, originOf } from './verdicts-told.js';

/** Puts what a report says of each operation beside its documentation, and takes away what an earlier one said. */
export function showVerdicts(report: HeldReport | undefined): void {
  for (const old of document.querySelectorAll('[data-report]')) old.remove();
  if (report === undefined) return;
  const byId = new Map(report.results.map((result) => [result.id, result]));
  for (const article of document.querySelectorAll('article')) showIn(article, report, byId);
}

function showIn(article: HTMLElement, report: HeldReport, byId: ReadonlyMap<string, HeldResult>): void {
  const lines = [...article.querySelectorAll<HTMLElement>('[data-check]')];
  if (lines.length === 0) return;
  const results: HeldResult[] = [];
  for (const line of lines) {
    const result = byId.get(line.dataset['check'] ?? '');
    if (result === undefined) continue;
    results.push(result);
    line.append(
      made(
        'div',
        <>
          <VerdictWord report={report} result={result} /> {result.reason}
        </>,
      ),
    );
  }
  const failed = results.filter(({ verdict }) => verdict === 'fail');
  const list = lines[0]!.closest('details');
  list?.before(made('p', summary(report, results, lines.length - results.length)));
  if (failed.length === 0) return;
  article.querySelector('h1')?.after(made('p', warning(report, failed, article), 'warning'));
  if (list) list.open = true;
}

function summary(report: HeldReport, results: readonly HeldResult[], absent: number): ComponentChild {
  return (
    <>
      <strong>{results.length === 0 ? 'Not judged' : countsText(results)}</strong>, from the report of{' '}
      {originOf(report)}
      {absent > 0 && `; ${absent} of these checks ${absent === 1 ? 'is' : 'are'} not in it`}.
    </>
  );
}

function warning(report: HeldReport, failed: readonly HeldResult[], article: HTMLElement): ComponentChild {
  const id = article.dataset['page'];
  return (
    <>
      <strong>{failed.length === 1 ? '1 declared fact fails' : `${failed.length} declared facts fail`}</strong> on{' '}
      {originOf(report)}: <a href={hrefHere(`${id}.html#${id}.checks`)}>the checks of this operation</a>.
    </>
  );
}

/** An element that a later report takes away again. Text of a report comes into the page as text alone. */
function made(name: string, content: ComponentChild, className = ''): HTMLElement {
  const element = document.createElement(name);
  element.dataset['report'] = '';
  element.className = className;
  render(content, element);
  return element;
}
