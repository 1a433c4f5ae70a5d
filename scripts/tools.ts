import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pc from 'picocolors';
import { format, resolveConfig } from 'prettier';
import { type Row, toolsDocument } from './tools/document.js';
import { generators } from './tools/generators.js';
import { readers } from './tools/readers.js';
import { bundles, root, type Tool } from './tools/tool.js';

/*
 * npm run tools: gives the shipped descriptions to the tools that people have, prints what became of it, and writes
 * docs/tools.md. The tools are installed into node_modules/.cache/tools, in the versions of scripts/tools/pins.json.
 */
const file = resolve(root, 'docs/tools.md');

const rows: Row[] = [];
for (const tool of [...readers, ...generators]) rows.push(await tried(tool));

const failed = rows.flatMap(({ failures }) => [...failures.values()]).filter((failure) => failure !== undefined);
const style = await resolveConfig(file);
await writeFile(file, await format(toolsDocument(rows, bundles), { ...style, filepath: file }));
console.log(failed.length === 0 ? '\nAll tools read all descriptions.' : `\n${failed.length} failures.`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function tried(tool: Tool): Promise<Row> {
  const failures: Row['failures'] & Map<string, string | undefined> = new Map();
  for (const bundle of bundles) {
    const folder = await mkdtemp(join(tmpdir(), 'tools-'));
    const failure = await tool.read(bundle, folder).then(
      () => undefined,
      (error: Error) => error.message,
    );
    await rm(folder, { recursive: true, force: true });
    failures.set(bundle, failure);
    console.log(`${failure === undefined ? pc.green('works') : pc.red('FAILS')}  ${tool.title}: ${bundle}`);
    if (failure !== undefined) console.log(failure);
  }
  return { title: tool.title, note: tool.note, failures };
}
