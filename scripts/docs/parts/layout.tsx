import { EARLY_SCRIPT } from '../browser/early-script.js';
import { GROUPS, type Page } from '../page.js';
import { headingsOf } from './headings.js';

/** What every page links to, or holds where all are in one file. */
export interface Assets {
  readonly css: string;
  /** Addresses of scripts, in the order in which they run. */
  readonly scripts: readonly string[];
}

/** Nothing leaves a page. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' file: 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

interface LayoutProps {
  readonly title: string;
  readonly pages: readonly Page[];
  /** The page that is shown; undefined where all are. */
  readonly page?: Page;
  readonly assets: Assets;
}

/** A document with the table of contents beside what it shows. */
export function Layout({ title, pages, page, assets }: LayoutProps) {
  const shown = page === undefined ? pages : [page];
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        {page && <meta name="description" content={page.summary} />}
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the text
        </a>
        <header>
          <a class="home" href="index.html">
            futures-trading-client
          </a>
          <div data-island="search" />
          {shown.some(({ marked }) => marked) && (
            <label class="switch">
              <input type="checkbox" id="declared-only" autocomplete="off" /> declared facts only
            </label>
          )}
          <div data-island="theme" />
        </header>
        <div class="columns">
          <Contents pages={pages} {...(page && { current: page })} />
          <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
          <main id="main" tabIndex={-1}>
            {shown.map(({ id, title: heading, body }) => (
              <article id={`page-${id}`} data-page={id}>
                <h1>{heading}</h1>
                {body}
              </article>
            ))}
          </main>
        </div>
        {assets.scripts.map((src) => (
          <script src={src} defer />
        ))}
      </body>
    </html>
  );
}

/** A script closes it where it would stand before the text. */
function Contents({ pages, current }: { pages: readonly Page[]; current?: Page }) {
  return (
    <nav aria-label="Pages">
      <details open>
        <summary>Pages</summary>
        {GROUPS.map((group) => (
          <section>
            <h2>{group}</h2>
            <ul>
              {pages
                .filter((page) => page.group === group)
                .map((page) => (
                  <li>
                    <a href={`${page.id}.html`} aria-current={page === current ? 'page' : undefined}>
                      {page.title.split(':')[0]}
                    </a>
                    {page === current && <Parts page={page} />}
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  );
}

/** What is on the page that is open. */
function Parts({ page }: { page: Page }) {
  const headings = headingsOf(page.body);
  if (headings.length < 2) return null;
  return (
    <ul>
      {headings.map(({ id, text }) => (
        <li>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}
