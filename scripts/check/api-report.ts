import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';
import { manifest, publicEntries, root } from '../build/entries.js';
import { CheckFailed } from './source-files.js';

const FOLDER = resolve(root, 'api');

/**
 * Fails when an exported name or type is not what `api/` says. Comments and the order of declarations do not count.
 * Reads the declarations of the last build.
 *
 * @throws {CheckFailed} Naming the reports that differ, and the first line that does.
 */
export async function checkApiReport(): Promise<string> {
  const reports = await apiReports();
  const known = await readdir(FOLDER).catch(() => []);
  const faults = known.filter((name) => !reports.has(name)).map((name) => `api/${name}: this entry is gone`);
  for (const [name, text] of reports) {
    const before = await readFile(resolve(FOLDER, name), 'utf8').catch(() => '');
    if (before !== text) faults.push(`api/${name}: ${firstDifference(before, text)}`);
  }
  if (faults.length > 0) {
    throw new CheckFailed(`The public surface has changed. If that is meant: npm run api.\n${faults.join('\n')}`);
  }
  return `${reports.size} files`;
}

export async function writeApiReport(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER);
  for (const [name, text] of await apiReports()) await writeFile(resolve(FOLDER, name), text);
}

async function apiReports(): Promise<Map<string, string>> {
  const reports = new Map<string, string>();
  for (const [path, target] of Object.entries(manifest.exports)) {
    const declarations = typeof target === 'string' ? undefined : target['types'];
    if (declarations === undefined) continue;
    const name = path === '.' ? 'index' : path.slice(2).replaceAll('/', '-');
    reports.set(`${name}.api.md`, await report(`${manifest.name}${path.slice(1)}`, resolve(root, declarations)));
  }
  if (reports.size !== publicEntries.length) throw new Error('An entry of package.json has no declarations');
  const shared = resolve(root, 'dist/shared/declarations.d.ts');
  reports.set('shared.api.md', await report('Declarations that several entries share', shared));
  return reports;
}

async function report(title: string, file: string): Promise<string> {
  const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.ES2023);
  const printer = ts.createPrinter({ removeComments: true });
  const declarations = source.statements.map((each) => printer.printNode(ts.EmitHint.Unspecified, each, source));
  const note = '<!-- Written by `npm run api`; `npm run check` compares. Never edit. -->';
  return `${note}\n\n# ${title}\n\n\`\`\`ts\n${declarations.toSorted().join('\n\n')}\n\`\`\`\n`;
}

function firstDifference(before: string, after: string): string {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const line = is.findIndex((text, index) => text !== was[index]);
  return line < 0 ? 'lines are missing at the end' : `line ${line + 1} was "${was[line] ?? ''}", is "${is[line]}"`;
}
