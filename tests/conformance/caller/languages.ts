import { bundleProgram } from '../../support/bundle-program.js';
import { writeProgram } from '../../support/folder.js';
import { buildGo, isInstalled } from '../../support/installed.js';

type Start = (folder: string, code: string) => string | Promise<string>;

/** The tools that a program needs, and the command that starts one, by language. */
const LANGUAGES: Readonly<Record<string, readonly [needs: readonly string[], start: Start]>> = {
  python: [['python3'], (folder, code) => `python3 ${writeProgram(folder, 'program.py', code)}`],
  go: [['go'], (folder, code) => buildGo(folder, writeProgram(folder, 'program.go', code))],
  bash: [['bash', 'jq', 'openssl'], (folder, code) => `bash ${writeProgram(folder, 'program.sh', code)}`],
  ts: [
    [],
    async (folder, code) => `${process.execPath} ${await bundleProgram(writeProgram(folder, 'program.ts', code))}`,
  ],
};

/** Writes a program in this language, and gives the command that starts it. */
export const startOf: (language: string) => Start = (language) => LANGUAGES[language]![1];

/** True when this machine lacks a tool that programs of this language need. */
export const lacksToolsOf = (language: string): boolean => !LANGUAGES[language]![0].every(isInstalled);
