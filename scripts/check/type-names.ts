import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { root } from '../build/entries.js';
import { CheckFailed } from './failed.js';
import { holdsTemplate, sourceFiles } from './source-files.js';

const DECLARED = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum) ([A-Z]\w*)/gm;

/** Fails when two files export a type, interface or class of one name: an editor cannot say which one is meant. */
export async function checkTypeNames(): Promise<string> {
  const filesOf = new Map<string, string[]>();
  for (const file of await sourceFiles(root, ['src', 'scripts'])) {
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
