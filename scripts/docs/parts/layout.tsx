import { GROUPS, type Page } from '../page.js';

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
              <input type="checkbox" id="declared-only" /> declared facts only
            </label>
          )}
          <div data-island="theme" />
        </header>
        <div class="columns">
          <Contents pages={pages} {...(page && { current: page.id })} />
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

function Contents({ pages, current }: { pages: readonly Page[]; current?: string }) {
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
                .map(({ id, title }) => (
                  <li>
                    <a href={`${id}.html`} aria-current={id === current ? 'page' : undefined}>
                      {title.split(':')[0]}
                    </a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  );
}
