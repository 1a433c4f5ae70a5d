import { resolve } from 'node:path';

/** The folder of the senders in other languages. */
export const PROGRAMS = resolve(import.meta.dirname, 'programs');

/** The program that calls, by name and with any sender. */
export const CALLERS = resolve(PROGRAMS, '../../league/callers.ts');

/** The environment of programs that use this package: a folder to work in, its command line, and packages of Python. */
export const programEnvironment = (folder: string, python = ''): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: folder, PYTHONPATH: python },
  ...{ FUTURES: resolve(PROGRAMS, '../../../../dist/src/cli/main.js'), PYTHONDONTWRITEBYTECODE: '1' },
});
