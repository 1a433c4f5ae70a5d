import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A tool that cannot be used here; the message is the reason. */
export class ToolMissing extends Error {}

/** The version that a tool prints of itself: the first thing that looks like one. */
export async function versionOf(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, args, { timeout: 30_000 }).catch((error: NodeJS.ErrnoException) => {
    const problem = error.code === 'ENOENT' ? 'is not installed' : `cannot be used: ${error.message.trim()}`;
    throw new ToolMissing(`${command} ${problem}`, { cause: error });
  });
  const [version] = /\d+(?:\.\d+)+/.exec(stdout) ?? [];
  if (version === undefined) throw new ToolMissing(`${command} does not say its version`);
  return version;
}

/** Writes one file for each program, at the place that its name gets. */
export async function writePrograms(
  programs: ReadonlyMap<string, string>,
  placeOf: (name: string) => string,
): Promise<void> {
  for (const [name, code] of programs) {
    await mkdir(dirname(placeOf(name)), { recursive: true });
    await writeFile(placeOf(name), code);
  }
}

/** A language whose programs run as they are written: one file each, given to an interpreter. */
export function interpretedBy(interpreter: string, extension: string) {
  return async (folder: string, programs: ReadonlyMap<string, string>) => {
    const placeOf = (name: string): string => join(folder, `${name}.${extension}`);
    await writePrograms(programs, placeOf);
    return (name: string) => [interpreter, placeOf(name)] as const;
  };
}
