import { fileURLToPath } from 'node:url';
import type { SitePage } from '../page.js';

/** A file that the site serves unchanged from the repository. */
export interface Download {
  readonly name: string;
  readonly source: string;
  readonly about: string;
}

const download = (path: string, about: string, name = path.slice(path.lastIndexOf('/') + 1)): Download => ({
  name,
  source: fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
  about,
});

export const downloads: readonly Download[] = [
  download(
    'generated/openapi.json',
    'the OpenAPI 3.1 description with everything that was observed, error codes and unknowns included',
  ),
  download('generated/openapi.declared.json', 'the same with nothing but what the service document declares'),
  download(
    'generated/openapi.observed.json',
    'what deployments were seen to accept, for tools that cannot send a GET with a body',
  ),
  download('generated/postman.collection.json', 'a Postman collection whose script signs'),
  download('openapi/workflows.arazzo.yaml', 'workflows of several calls, in Arazzo'),
  download('openapi/error-codes.yaml', 'the error codes that were seen, with meaning, outcome and sources'),
  download('openapi/unknowns.yaml', 'what the service document leaves open, and what the client does'),
  download('vectors/signing-vectors.json', 'requests with signed text and signature, to test your own signer'),
];

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
