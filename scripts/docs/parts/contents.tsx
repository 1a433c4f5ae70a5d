import { GROUPS, type SitePage } from '../page.js';
import { HeadingList, headingsOf } from './article.js';

/** The table of contents: beside the text, or behind a button of the header. A script opens it where it stands beside. */
export function Contents({ pages, current }: { pages: readonly SitePage[]; current: SitePage }) {
  return (
    <nav class="contents" aria-label="Pages">
      <details>
        <summary>
          <span aria-hidden="true">☰</span> <span class="hidden">Pages</span>
        </summary>
        <div class="groups">
          {GROUPS.map((group) => (
            <section>
              <h2>{group}</h2>
              <ul>
                {pages
                  .filter((page) => page.group === group)
                  .map((page) => (
                    <li>
                      <a href={`${page.id}.html`} aria-current={page === current ? 'page' : undefined}>
                        {page.label ?? page.title}
                      </a>
                      {/* Where its samples stand in the place of a list beside the text. */}
                      {page === current && page.panel && <HeadingList headings={headingsOf(page)} />}
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      </details>
    </nav>
  );
}
