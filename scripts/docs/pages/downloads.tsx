import { downloads } from '../downloads.js';
import type { SitePage } from '../page.js';

/** The machine-readable files behind the site. */
export const downloadsPage: SitePage = {
  id: 'downloads',
  group: 'Reference',
  title: 'Downloads',
  summary: 'openapi.json, workflows, error codes, unknowns, signing vectors, and this site as text',
  body: <Downloads />,
};

function Downloads() {
  return (
    <>
      <h2 id="downloads-programs">For programs</h2>
      <ul>
        {downloads.map(({ name, about }) => (
          <li>
            <FileLink name={name} />: {about}.
          </li>
        ))}
      </ul>
      <h2 id="downloads-reading">To read offline</h2>
      <ul>
        <li>
          <FileLink name="llms.txt" />: the list of pages, for a language model.
        </li>
        <li>
          <FileLink name="llms-full.txt" />: all pages as one Markdown text.
        </li>
      </ul>
      <p>
        Each page is there as Markdown, too: put <code>.md</code> in place of <code>.html</code>.
      </p>
    </>
  );
}

const FileLink = ({ name }: { readonly name: string }) => <a href={name}>{name}</a>;
