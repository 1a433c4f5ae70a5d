import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { formatted } from './format.js';
import { collectionRunners, runCollection } from './tools/collections.js';
import { withSection } from './section.js';
import { type CollectionRow, collectionsTable, type ToolResult, toolsTable } from './tools/document.js';
import { generators } from './tools/generators.js';
import { readers } from './tools/readers.js';
import { bundles, root, type Tool } from './tools/tool.js';

/*
 * npm run tools: gives the shipped descriptions to the tools that people have, prints what became of it, and writes
 * docs/tools.md. The tools are installed into node_modules/.cache/tools, in the versions of scripts/tools/pins.json.
 */
const file = resolve(root, 'docs/tools.md');

const rows: ToolResult[] = [];
for (const tool of [...readers, ...generators]) rows.push(await tried(tool));
const collections: CollectionRow[] = [];
for (const runner of collectionRunners) {
  collections.push({ title: runner.title, failure: await failureOf(runner.title, runCollection(runner)) });
}

const failed = [
  ...rows.flatMap(({ failures }) => [...failures.values()]),
  ...collections.map(({ failure }) => failure),
].filter((failure) => failure !== undefined);
const page = withSection(await readFile(file, 'utf8'), 'tools', toolsTable(rows, bundles));
await writeFile(file, await formatted(file, withSection(page, 'collections', collectionsTable(collections))));
console.log(failed.length === 0 ? '\nAll tools work.' : `\n${failed.length} failures.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function tried(tool: Tool): Promise<ToolResult> {
  const failures: ToolResult['failures'] & Map<string, string | undefined> = new Map();
  for (const bundle of bundles) {
    const folder = await mkdtemp(join(tmpdir(), 'tools-'));
    failures.set(bundle, await failureOf(`${tool.title}: ${bundle}`, tool.read(bundle, folder)));
    await rm(folder, { recursive: true, force: true });
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
