import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pc from 'picocolors';
import { formatted } from './format.js';
import { inTemporaryFolder } from './temporary-folder.js';
import { collectionRunners, runCollection } from './tools/collections.js';
import { markdownTable, withSection } from './section.js';
import { generators } from './tools/generators.js';
import { readers } from './tools/readers.js';
import { type Bundle, bundles, root, type Tool } from './tools/tool.js';

/*
 * npm run tools: gives the shipped descriptions to the tools that people have, prints what became of it, and writes
 * docs/tools.md. The tools are installed into node_modules/.cache/tools, in the versions of scripts/tools/pins.json.
 */
const file = resolve(root, 'docs/tools.md');

interface ToolResult extends Pick<Tool, 'title' | 'note'> {
  readonly failures: ReadonlyMap<Bundle, string | undefined>;
}

const results: ToolResult[] = [];
for (const tool of [...readers, ...generators]) results.push(await tried(tool));
const collections: { readonly title: string; readonly failure: string | undefined }[] = [];
for (const runner of collectionRunners) {
  collections.push({ title: runner.title, failure: await failureOf(runner.title, runCollection(runner)) });
}

const failed = [
  ...results.flatMap(({ failures }) => [...failures.values()]),
  ...collections.map(({ failure }) => failure),
].filter((failure) => failure !== undefined);
const toolsTable = markdownTable([
  ['tool', ...bundles.map((bundle) => `\`${bundle}\``), 'what it does'],
  ...results.map((row) => [row.title, ...bundles.map((bundle) => outcome(row.failures.get(bundle))), row.note]),
]);
const collectionsTable = markdownTable([
  ['collection', 'every call on the sandbox, no signature refused'],
  ...collections.map(({ title, failure }) => [title, outcome(failure)]),
]);
const page = withSection(await readFile(file, 'utf8'), 'tools', toolsTable);
await writeFile(file, await formatted(file, withSection(page, 'collections', collectionsTable)));
console.log(failed.length === 0 ? '\nAll tools work.' : `\n${failed.length} failures.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function tried(tool: Tool): Promise<ToolResult> {
  const failures: ToolResult['failures'] & Map<string, string | undefined> = new Map();
  for (const bundle of bundles) {
    const read = inTemporaryFolder((folder) => tool.read(bundle, folder));
    failures.set(bundle, await failureOf(`${tool.title}: ${bundle}`, read));
  }
  return { title: tool.title, note: tool.note, failures };
}

async function failureOf(title: string, work: Promise<void>): Promise<string | undefined> {
  const failure = await work.then(
    () => undefined,
    (error: Error) => error.message,
  );
  console.log(`${failure === undefined ? pc.green('works') : pc.red('FAILS')}  ${title}`);
  if (failure !== undefined) console.log(failure);
  return failure;
}

// Used above, before a constant would have its value.
function outcome(failure: string | undefined): string {
  return failure === undefined ? 'works' : '**fails**';
}
