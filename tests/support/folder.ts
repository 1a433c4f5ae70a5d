import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** An empty folder until the test ends: for a test, and for `beforeEach`. */
export const folderOfTest = (): string => create(onTestFinished);

/** An empty folder until the tests around the call have ended: for a file, and for `describe`. */
export const folderOfFile = (): string => create(afterAll);

function create(atEnd: (end: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'futures-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program into a folder, and gives its path. */
export function writeProgram(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text, { mode: 0o755 });
  return join(folder, name);
}
