import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** True when a tool is on the path of this machine. */
export const isInstalled = (tool: string): boolean => spawnSync('which', [tool]).status === 0;

/** Builds a Go program of one file, without a network. Returns the path of the program. */
export function buildGo(source: string, folder: string): string {
  const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  const program = join(folder, 'program');
  execFileSync('go', ['build', '-o', program, source], { env });
  return program;
}
