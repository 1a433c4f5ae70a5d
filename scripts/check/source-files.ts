import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The TypeScript files of these folders of the project, in order. */
export async function sourceFiles(root: string, folders: readonly string[]): Promise<readonly string[]> {
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
