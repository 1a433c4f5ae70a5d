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
  [
    '[openapi-generator](https://openapi-generator.tech)',
    'Java 11. It calls its support of OpenAPI 3.1 beta. A generated client of a language whose HTTP library sends no body with a GET needs `openapi.observed.json`.',
  ],
  [
    '[Schemathesis](https://schemathesis.readthedocs.io)',
    'Python. It sends fixed headers with `--header`; a signature over each request needs a hook in Python, or the [sidecar](sidecar.md), which signs what passes.',
  ],
  [
    '[Specmatic](https://docs.specmatic.io)',
    'Java or a container. It calls a server with what it generates, so it needs the [sidecar](sidecar.md) to sign.',
  ],
];

/** docs/tools.md, from what was run. */
export function toolsDocument(
  rows: readonly Row[],
  collections: readonly CollectionRow[],
  bundles: readonly Bundle[],
): string {
  return `<!-- Written by \`npm run tools\`. Never edit. -->

# Tools that read OpenAPI

The package ships three descriptions. \`npm run tools\` gives each of them to these tools, in exactly these versions.

- \`futures-trading-client/openapi.json\`: everything, with marks and sources.
- \`futures-trading-client/openapi.declared.json\`: what the service document says, and nothing else.
- \`futures-trading-client/openapi.observed.json\`: what deployments were seen to accept. Take it for tools that cannot send a GET with a body:
  getOrder takes its fields in the query.

${table([['tool', ...bundles.map((bundle) => `\`${bundle}\``), 'what it does'], ...rows.map((row) => [row.title, ...bundles.map((bundle) => outcome(row.failures.get(bundle))), row.note])])}

Generated code was compiled by TypeScript under strict settings.

## Not run

${table([['tool', 'what its documentation demands'], ...NOT_RUN])}

## Collections that sign

\`generated/postman.collection.json\` and \`generated/bruno/\` in the repository are collections for Postman and Bruno, made from the description.
Their scripts sign each request just before it is sent. Set the variables \`baseUrl\`, \`apiKey\` and \`apiSecret\`. getOrder has its fields in the
query. Write a value that needs escaping in a URL percent-encoded: what stands in the URL is signed.

${table([['collection', 'every call on the sandbox, no signature refused'], ...collections.map(({ title, failure }) => [title, outcome(failure)])])}
`;
}

const outcome = (failure: string | undefined): string => (failure === undefined ? 'works' : '**fails**');

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
