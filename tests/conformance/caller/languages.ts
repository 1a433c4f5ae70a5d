import { bundleProgram } from '../../support/bundle-program.js';
import { writeProgram } from '../../support/folder.js';
import { buildGo } from '../../support/installed.js';

interface Language {
  /** The tools that a program needs. */
  readonly needs: readonly string[];
  /** Writes a program, and gives the command that starts it. */
  readonly start: (folder: string, code: string) => string | Promise<string>;
}

export const LANGUAGES: Readonly<Record<'python' | 'go' | 'bash' | 'ts', Language>> = {
  python: { needs: ['python3'], start: (folder, code) => `python3 ${writeProgram(folder, 'program.py', code)}` },
  go: { needs: ['go'], start: (folder, code) => buildGo(folder, writeProgram(folder, 'program.go', code)) },
  bash: {
    needs: ['bash', 'jq', 'openssl'],
    start: (folder, code) => `bash ${writeProgram(folder, 'program.sh', code)}`,
  },
  ts: { needs: [], start: (folder, code) => startOf(writeProgram(folder, 'program.ts', code)) },
};

/** The command that starts a program in TypeScript. */
export const startOf = async (file: string): Promise<string> => `${process.execPath} ${await bundleProgram(file)}`;
