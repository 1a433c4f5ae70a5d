import { readdir, readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { root } from '../build/entries.js';
import { generateFiles } from '../generate/generate.js';

export async function sourceFiles(...folders: readonly string[]): Promise<readonly string[]> {
  const entries = await Promise.all(
    folders.map((folder) => readdir(resolve(root, folder), { recursive: true, withFileTypes: true })),
  );
  return entries
    .flat()
    .filter(({ name }) => /\.tsx?$/.test(name))
    .map(({ parentPath, name }) => resolve(parentPath, name))
    .toSorted();
}

/** True for a file that writes a generated file: its text is in it, as a template. */
export const holdsTemplate = (file: string): boolean => file.endsWith('-file.ts');

const COMMENT = /^\s*(?:\/\*\*|\/\/|\*) /;
const QUESTION = /^\s*(?:\/\*\*|\/\/|\*) (What|Who|Whether|How)\b/;

/** Fails when a comment begins with a question word, or writes a backslash before a backtick. */
export async function checkComments(): Promise<string> {
  const faults: string[] = [];
  let count = 0;
  for (const file of await sourceFiles('src', 'scripts', 'tests')) {
    const lines = (await readFile(file, 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (!COMMENT.test(line)) continue;
      count++;
      const place = `${relative(root, file)}:${index + 1}`;
      const word = QUESTION.exec(line)?.[1];
      if (word !== undefined) faults.push(`${place}: begins with ${word}. Begin with the thing or the verb.`);
      // In a template, the backslash belongs to the code.
      if (line.includes('\\`') && !holdsTemplate(file))
        faults.push(`${place}: drop the backslash before the backtick.`);
    }
  }
  if (faults.length > 0) throw new CheckFailed(faults.join('\n'));
  return `${count} lines`;
}

const DECLARED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)/gm;

/** Fails when two files export a type, interface or class of one name: an editor cannot say which one is meant. */
export async function checkTypeNames(): Promise<string> {
  const filesOf = new Map<string, string[]>();
  for (const file of await sourceFiles('src', 'scripts')) {
    if (holdsTemplate(file)) continue;
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(DECLARED)) {
      filesOf.set(name, [...(filesOf.get(name) ?? []), relative(root, file)]);
    }
  }
  const faults = [...filesOf]
    .filter(([, declaring]) => declaring.length > 1)
    .map(([name, declaring]) => `${name} is exported by ${declaring.join(' and ')}: one of them needs another name`);
  if (faults.length > 0) throw new CheckFailed(faults.join('\n'));
  return `${filesOf.size} names`;
}

/** Fails when a committed file of generated/ is not what the description gives. */
export async function checkFreshness(): Promise<string> {
  const files = await generateFiles(resolve(root, 'openapi'));
  const stale: string[] = [];
  for (const [name, text] of files) {
    if ((await readFile(resolve(root, 'generated', name), 'utf8').catch(() => '')) !== text) stale.push(name);
  }
  if (stale.length > 0)
    throw new CheckFailed(`generated/${stale.join(', generated/')}: stale. Run npm run generate and commit.`);
  return `${files.size} files`;
}

export class CheckFailed extends Error {}
