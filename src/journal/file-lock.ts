import { JournalError } from '../core/errors.js';
import { secondWayTo } from './file-place.js';
import { judgeProcess, ownIdentity, type ProcessIdentity } from './process-identity.js';

/*
 *   temporary file with our token ──link──► <file>.lock        the name was free: it is ours
 *                 │
 *                 └─ the name is taken: read the token there
 *                        ├─ its process may run         ─► refuse
 *                        └─ its process has ended: lock <file>.lock.<digest of that token>, in the same way
 *                               └─ the token still stands there? ──rename──► <file>.lock is ours; unlock the other
 *
 * A link never replaces a file and never shows half a token, so of many that find the name free one succeeds. A dead
 * token is replaced only by the holder of the lock that is named after it, so of many that find it one succeeds, and a
 * process that was slow cannot replace or remove what came later: no token is used twice.
 */

export interface FileLock {
  /** @throws {JournalError} When it was deleted or replaced by hand: another process may hold the file by now. */
  assertHeld(): void;
  /** Gives it up; twice does no harm. */
  release(): void;
}

/** The holder of a lock, as its file says it: a line of JSON that a person can read. */
interface Token extends ProcessIdentity {
  readonly id: string;
  readonly since: string;
  /** Device and inode of the file when it was locked. */
  readonly file: string;
}

/**
 * Makes the caller the only one that holds the lock of a file. `<file>.lock` says who holds it and where that was taken, and is
 * next to the file itself, also when links lead to it. The lock of a process that is proven to have ended is taken over; nothing
 * else is ({@link judgeProcess}).
 *
 * @throws {JournalError} When there may be another holder: in this process, a thread of it, another process or container. Also when
 * the file has another way to it, beside which this lock would not lie: a hard link, or another mount. Nothing was sent.
 */
export function lockFile(path: string): FileLock {
  const { realpathSync } = process.getBuiltinModule('node:fs');
  try {
    const file = realpathSync(path);
    const problem = secondWayTo(file);
    if (problem !== undefined) throw refusal(path, problem);
    return acquire(`${file}.lock`, file, path, 0);
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw refusal(path, 'its lock file cannot be written (see cause)', cause);
  }
}

/** Each try after the first means that another process changed the lock in between. */
const MAX_TRIES = 100;

/** Number of processes that would have to crash in a row within the microseconds of a takeover. */
const MAX_DEPTH = 8;

function acquire(lock: string, file: string, path: string, depth: number): FileLock {
  const { renameSync, rmSync, statSync } = process.getBuiltinModule('node:fs');
  if (depth > MAX_DEPTH) throw refusal(path, `too many leftover lock files (${lock}…); delete them`);
  const id = crypto.randomUUID();
  const { dev, ino } = statSync(file);
  const own: Token = { ...ownIdentity(file), id, since: new Date().toISOString(), file: `${dev}:${ino}` };
  const text = JSON.stringify(own);
  const temporary = `${lock}.${id}.new`;
  try {
    writeToken(temporary, text);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (tryLink(temporary, lock, text)) return held(lock, text, path);
      const found = readToken(lock);
      if (found === undefined) continue;
      assertEnded(found, own, { lock, path });
      const takeover = acquire(`${lock}.${digest(found)}`, file, path, depth + 1);
      try {
        if (readToken(lock) !== found) continue;
        renameSync(temporary, lock);
        return held(lock, text, path);
      } finally {
        takeover.release();
      }
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  throw refusal(path, `other processes keep taking ${lock}; retry when they have ended`);
}

/** The token must be there now, or something that does not follow these rules has touched it. */
function held(lock: string, text: string, path: string): FileLock {
  const isOurs = (): boolean => readToken(lock) === text;
  const assertHeld = (): void => {
    if (isOurs()) return;
    // The caller says if anything was sent.
    const problem = `${lock} was deleted or changed, so another process may use the journal`;
    throw new JournalError(`${path}: ${problem}. Reopen the journal.`, { reason: 'lock' });
  };
  assertHeld();
  return {
    assertHeld,
    release() {
      // By now it may be another's, who came after a first release.
      if (isOurs()) process.getBuiltinModule('node:fs').rmSync(lock, { force: true });
    },
  };
}

/** On the disk before it gets its name: after a power cut the lock must still say whose it was. */
function writeToken(file: string, token: string): void {
  const { openSync, writeSync, fsyncSync, closeSync } = process.getBuiltinModule('node:fs');
  const fd = openSync(file, 'wx', 0o600);
  try {
    writeSync(fd, token);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Where there are no links (FAT, some network drives), a new file will do: one that finds it half written refuses. */
function tryLink(temporary: string, lock: string, token: string): boolean {
  try {
    process.getBuiltinModule('node:fs').linkSync(temporary, lock);
    return true;
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (code === 'EEXIST') return false;
    if (!NO_LINKS.includes(code)) throw error;
  }
  try {
    writeToken(lock, token);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false;
    throw error;
  }
}

const NO_LINKS: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Undefined when the file does not exist. */
function readToken(lock: string): string | undefined {
  try {
    return process.getBuiltinModule('node:fs').readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws {JournalError} Unless the holder is proven to have ended. It says who that is, and what to do. */
function assertEnded(
  text: string,
  own: ProcessIdentity,
  { lock, path }: { readonly lock: string; readonly path: string },
): void {
  const holder = parseToken(text);
  if (holder === undefined)
    throw refusal(path, `${lock} does not say who holds it; make sure that nothing uses the journal, then delete it`);
  const state = judgeProcess(holder, own);
  if (state === 'ended') return;
  const who = `process ${holder.pid}`;
  if (state === 'runs')
    throw refusal(
      path,
      holder.pid === own.pid
        ? `this process already has it open; close() that journal or share it; if there is none, delete ${lock}`
        : `${who} has it open; if that process id now belongs to another program, delete ${lock}`,
    );
  throw refusal(
    path,
    `${who} of host ${holder.host} has it open since ${holder.since}, in another container or on another machine, and nothing ` +
      `here can tell whether it still runs; if it does not, delete ${lock}`,
  );
}

function parseToken(text: string): Token | undefined {
  try {
    const token = JSON.parse(text) as Partial<Token> | null;
    return Number.isInteger(token?.pid) && typeof token!.host === 'string' ? (token as Token) : undefined;
  } catch {
    return undefined;
  }
}

const digest = (token: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex').slice(0, 32);

/** With a cause, it is the disk that failed. */
function refusal(path: string, problem: string, cause?: unknown): JournalError {
  const reason = cause === undefined ? 'lock' : 'store';
  return new JournalError(`${path}: ${problem}. Nothing was sent.`, { cause, reason });
}
