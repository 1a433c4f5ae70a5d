import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the tests of a file, and a function that writes programs there. It is removed after the last test. */
export function temporaryFolder(): { readonly folder: string; write(name: string, text: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    write(name, text) {
      writeFileSync(join(folder, name), text, { mode: 0o755 });
      return join(folder, name);
    },
  };
}
