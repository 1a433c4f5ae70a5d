import { execFileSync, spawnSync } from 'node:child_process';
import { join, parse } from 'node:path';

/** True when a tool is on the path of this machine. */
export const isInstalled = (tool: string): boolean => spawnSync('which', [tool]).status === 0;

/** Builds a Go program of files in one folder, without a network. Packages are those of the system. Returns its path. */
export function buildGo(folder: string, ...sources: readonly string[]): string {
  const go = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOTOOLCHAIN: 'local', CGO_ENABLED: '0' };
  const program = join(folder, parse(sources.at(-1)!).name);
  execFileSync('go', ['build', '-o', program, ...sources], { env: { ...process.env, ...go } });
  return program;
}
