import type { Bundle } from './tool.js';

/** What became of a tool: for each bundle, undefined when it worked. */
export interface Row {
  readonly title: string;
  readonly note: string;
  readonly failures: ReadonlyMap<Bundle, string | undefined>;
}

/** What became of a collection on the sandbox. */
export interface CollectionRow {
  readonly title: string;
  readonly failure: string | undefined;
}

/** They need Java, Python or a container, so they are not run here. What they demand, by their documentation. */
const NOT_RUN: readonly (readonly [tool: string, demands: string])[] = [
  ['openapi-generator', 'Java 11; it calls its support of OpenAPI 3.1 beta'],
  ['Schemathesis', 'Python; it sends fixed headers, so the [sidecar](sidecar.md) has to sign'],
  ['Specmatic', 'Java or a container; the sidecar has to sign'],
];

/** docs/tools.md, from what was run. */
export function toolsDocument(
  rows: readonly Row[],
  collections: readonly CollectionRow[],
  bundles: readonly Bundle[],
): string {
  return `<!-- Written by \`npm run tools\`. Never edit. -->

# Tools that read OpenAPI

The package ships \`openapi.json\` (everything, with sources), \`openapi.declared.json\` (what the service document says) and
\`openapi.observed.json\` (what deployments were seen to accept). Take the last one for tools that cannot send a GET with a body: getOrder has
its fields in the query. \`npm run tools\` gives them to these tools:

${table([['tool', ...bundles.map((bundle) => `\`${bundle}\``), 'what it does'], ...rows.map((row) => [row.title, ...bundles.map((bundle) => outcome(row.failures.get(bundle))), row.note])])}

Generated code was compiled under strict settings.

## Not run

${table([['tool', 'what its documentation demands'], ...NOT_RUN])}

## Collections that sign

The collections for Postman and Bruno in \`generated/\` of the repository sign each request by a script. Set \`baseUrl\`, \`apiKey\` and
\`apiSecret\`. Write what needs escaping in a URL percent-encoded: what stands there is signed.

${table([['collection', 'every call on the sandbox, no signature refused'], ...collections.map(({ title, failure }) => [title, outcome(failure)])])}
`;
}

const outcome = (failure: string | undefined): string => (failure === undefined ? 'works' : '**fails**');

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
