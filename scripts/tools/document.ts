import type { Bundle } from './tool.js';

/** The result of a tool: for each bundle, undefined when it worked. */
export interface ToolResult {
  readonly title: string;
  readonly note: string;
  readonly failures: ReadonlyMap<Bundle, string | undefined>;
}

/** The result of a collection on the sandbox. */
export interface CollectionRow {
  readonly title: string;
  readonly failure: string | undefined;
}

/** A line for each tool. */
export const toolsTable = (rows: readonly ToolResult[], bundles: readonly Bundle[]): string =>
  table([
    ['tool', ...bundles.map((bundle) => `\`${bundle}\``), 'what it does'],
    ...rows.map((row) => [row.title, ...bundles.map((bundle) => outcome(row.failures.get(bundle))), row.note]),
  ]);

/** A line for each collection. */
export const collectionsTable = (collections: readonly CollectionRow[]): string =>
  table([
    ['collection', 'every call on the sandbox, no signature refused'],
    ...collections.map(({ title, failure }) => [title, outcome(failure)]),
  ]);

const outcome = (failure: string | undefined): string => (failure === undefined ? 'works' : '**fails**');

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
