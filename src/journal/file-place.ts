import type { Stats } from 'node:fs';
import { refuse } from '../core/argument.js';
import { attempt } from './process-identity.js';

/** Two letters at least: one is a drive. */
const SCHEME = /^(?:[a-z][\w+.-]+:\/\/|sqlite:|file:|postgres(?:ql)?:|:memory:)/i;

/** Tells whether a text names a journal, but not a file: taken for one, it would open another journal, which knows no order of it. */
export const hasScheme = (path: string): boolean => SCHEME.test(path);

const NOT_MEANT = /^\s|\s$|[\r\n?]|^["']|\$\{?[A-Za-z_]|%[A-Z_]+%/;

/** Tells whether a file that is not there has a name that no person gives: it would be another journal, too. */
export function hasOddName(path: string): boolean {
  const { existsSync } = process.getBuiltinModule('node:fs');
  const { basename, dirname } = process.getBuiltinModule('node:path');
  return NOT_MEANT.test(existsSync(dirname(path)) ? basename(path) : path) && !existsSync(path);
}

/** @throws {ArgumentError} When a path is none, names a journal of another kind, or none that is meant. */
export function assertFile(path: unknown): void {
  if (typeof path === 'string' && path !== '' && !hasScheme(path) && !hasOddName(path)) return;
  // A password may come behind the colon.
  const shown = JSON.stringify(String(path).replace(/[:?].*/s, '…'));
  const what = 'the path of a file, without a blank at an end, a quote, ? or a variable that nothing replaced';
  refuse('path', `must be ${what}, got ${shown}: the order must be in the journal that is meant`);
}

/** Why others may reach a file by a way on which they see no lock or log beside it; undefined when they do not. */
export function secondWayTo(file: string): string | undefined {
  if (process.getBuiltinModule('node:fs').statSync(file).nlink > 1) return HARD_LINK;
  return isMountPoint(file)
    ? 'it is mounted as a single file, without what lies beside it; mount its folder'
    : undefined;
}

const HARD_LINK = 'it has more than one name (hard links); keep one name';

/** Why the file that has the name now is not the one that is in use; undefined when it is. */
export function problemOfPlace(own: Stats, named: Stats | undefined): string | undefined {
  if (named === undefined)
    return 'the journal was deleted or renamed while it was in use: put it back, a new file knows none of its orders';
  if (named.ino !== own.ino || named.dev !== own.dev)
    return 'the journal file was replaced by another file, which knows none of its orders: put it back';
  return named.nlink > 1 ? HARD_LINK : undefined;
}

/** Tells whether something is mounted at a path itself (Linux); proc(5) writes blanks and backslashes in octal. */
function isMountPoint(path: string): boolean {
  const mounts = attempt(() => process.getBuiltinModule('node:fs').readFileSync('/proc/self/mountinfo', 'utf8')) ?? '';
  const written = path.replace(/[\\ \t\n]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return mounts.split('\n').some((line) => line.split(' ')[4] === written);
}
