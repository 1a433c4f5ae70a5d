import packageJson from '../../../package.json' with { type: 'json' };
import { EARLY_SCRIPT, SWITCH_SCRIPT } from '../browser/early-script.js';
import { groupId, type SitePage } from '../page.js';
import { Article } from './article.js';
import { Contents } from './contents.js';

const { version } = packageJson;

export interface Assets {
  readonly css: string;
  readonly scripts: readonly string[];
}

/** Nothing leaves a page. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' file: 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

interface LayoutProps {
  readonly title: string;
  readonly pages: readonly SitePage[];
  readonly page: SitePage;
  readonly assets: Assets;
}

/*
 *   header    name · search · theme
 *   contents │ where this is · switch │
 *            │ title, text            │ samples, or what is on this page
 *            │ previous · next        │
 *   footer
 */

export function Layout({ title, pages, page, assets }: LayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={page.summary} />
        <link rel="alternate" type="text/markdown" href={`${page.id}.md`} />
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the text
        </a>
        <header>
          <div class="bar">
            <a class="home" href="index.html">
              futures<span class="long">-trading-client</span>
            </a>
            <span class="version">{version}</span>
            <div data-island="search" />
            <div data-island="theme" />
          </div>
        </header>
        <div class="columns">
          <Contents pages={pages} current={page} />
          <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
          <main id="main" tabIndex={-1}>
            <div class="tools">
              {page.id !== 'index' && <Breadcrumb page={page} />}
              {page.marked && (
                <>
                  <label class="switch">
                    <input type="checkbox" id="declared-only" autocomplete="off" /> declared facts only
                  </label>
                  <script dangerouslySetInnerHTML={{ __html: SWITCH_SCRIPT }} />
                </>
              )}
              <a class="twin" href={`${page.id}.md`}>
                Markdown
              </a>
            </div>
            <Article page={page} />
            <Neighbours pages={pages} page={page} />
          </main>
        </div>
        <Footer />
        {assets.scripts.map((src) => (
          <script src={src} defer />
        ))}
      </body>
    </html>
  );
}

function Breadcrumb({ page: { group, title, label } }: { page: SitePage }) {
  return (
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <ol>
        <li>
          <a href="index.html">Home</a>
        </li>
        <li>
          <a href={`index.html#${groupId(group)}`}>{group}</a>
        </li>
        <li aria-current="page">{label ?? title}</li>
      </ol>
    </nav>
  );
}

function Neighbours({ pages, page }: { pages: readonly SitePage[]; page: SitePage }) {
  const place = pages.indexOf(page);
  const [previous, next] = [pages[place - 1], pages[place + 1]];
  return (
    <nav class="neighbours" aria-label="Previous and next page">
      {previous && (
        <a rel="prev" href={`${previous.id}.html`}>
          <small>Previous</small> {previous.label ?? previous.title}
        </a>
      )}
      {next && (
        <a rel="next" href={`${next.id}.html`}>
          <small>Next</small> {next.label ?? next.title}
        </a>
      )}
    </nav>
  );
}

const Footer = () => (
  <footer>
    <p>
      futures-trading-client {version} · <a href="downloads.html">openapi.json and other downloads</a> ·{' '}
      <a href="changelog.html">Changelog</a> · <a href="security.html">Security</a> · This site makes no request to
      anywhere.
    </p>
  </footer>
);
