import { render } from 'preact-render-to-string';
import { parse } from 'node-html-parser';
import type { SitePage } from '../page.js';

/** A page: title, text, samples. The order is that of a phone and of paper; a wide screen puts the samples beside the text. */
export function Article({ page }: { page: SitePage }) {
  const { id, title, lead, panel, body } = page;
  return (
    <article id={`page-${id}`} data-page={id} class={panel ? 'with-panel' : 'plain'}>
      <div class="head">
        <h1>{title}</h1>
        {lead}
      </div>
      {!panel && <OnThisPage page={page} />}
      <div class="text">{body}</div>
      {panel && (
        <aside class="panel" aria-label={`Samples of ${id}`}>
          {panel}
        </aside>
      )}
    </article>
  );
}

/** Closed before the text; beside it where there is room. */
function OnThisPage({ page }: { page: SitePage }) {
  const headings = headingsOf(page);
  if (headings.length < 2) return null;
  return (
    <nav class="toc" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        <HeadingList headings={headings} />
      </details>
    </nav>
  );
}

export const HeadingList = ({ headings }: { readonly headings: readonly Heading[] }) => (
  <ul>
    {headings.map(({ id, text }) => (
      <li>
        <a href={`#${id}`}>{text}</a>
      </li>
    ))}
  </ul>
);

interface Heading {
  readonly id: string;
  readonly text: string;
}

/** The parts of a page, from the page as it will be: guides are Markdown, and only so their headings are known. */
export const headingsOf = ({ panel, body }: SitePage): readonly Heading[] =>
  parse(
    render(
      <>
        {panel}
        {body}
      </>,
    ),
  )
    .querySelectorAll('h2[id]')
    .map(({ id, text }) => ({ id, text }));
