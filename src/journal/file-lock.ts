import { JournalError } from '../core/errors.js';
import { isRunning, ownIdentity } from './process-identity.js';

/*
 *   temporary file with our token ──link──► <file>.lock        the name was free: it is ours
 *                 │
 *                 └─ the name is taken: read the token there
 *                        ├─ its process runs            ─► refuse
 *                        └─ its process has ended: lock <file>.lock.<digest of that token>, in the same way
 *                               └─ the token still stands there? ──rename──► <file>.lock is ours; unlock the other
 *
 * A link never replaces a file and never shows half a token, so of many that find the name free one succeeds. A dead
 * token is replaced only by the holder of the lock that is named after it, so of many that find it one succeeds, and a
 * process that was slow cannot replace or remove what came later: no token is used twice.
 */

/**
 * Makes the caller the only one that holds the lock of a file; returns what gives it up, which does no harm when called
 * twice. `<file>.lock` names the process and is next to the file itself, also when links lead to it. The lock of a process
 * that has ended (a crash) is taken over. Processes on other machines do not see each other.
 *
 * @throws {JournalError} When there is another holder, be it in this process or in a thread of it. Nothing was sent.
 */
export function lockFile(path: string): () => void {
  const { realpathSync } = process.getBuiltinModule('node:fs');
  try {
    return acquire(`${realpathSync(path)}.lock`, path, 0);
  } catch (cause) {
    if (cause instanceof JournalError) throw cause;
    throw refusal(path, 'its lock file cannot be written (see cause)', cause);
  }
}

/** Each try after the first means that another process changed the lock in between. */
const MAX_TRIES = 100;

/** So many processes in a row would have to crash within the microseconds of a takeover. */
const MAX_DEPTH = 8;

function acquire(lock: string, path: string, depth: number): () => void {
  const { renameSync, rmSync } = process.getBuiltinModule('node:fs');
  if (depth > MAX_DEPTH) throw refusal(path, `too many leftover lock files (${lock}…); delete them`);
  const token = createToken();
  const temporary = `${lock}.${token.split(' ')[2]}.new`;
  try {
    writeToken(temporary, token);
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (tryLink(temporary, lock, token)) return release(lock, token, path);
      const found = readToken(lock);
      if (found === undefined) continue;
      assertEnded(found, path, lock);
      const releaseTakeover = acquire(`${lock}.${digest(found)}`, path, depth + 1);
      try {
        if (readToken(lock) !== found) continue;
        renameSync(temporary, lock);
        return release(lock, token, path);
      } finally {
        releaseTakeover();
      }
    }
  } finally {
    rmSync(temporary, { force: true });
  }
  throw refusal(path, `other processes keep taking ${lock}; retry when they have ended`);
}

/** What was linked or renamed must be there now, or something that does not follow these rules has touched it. */
function release(lock: string, token: string, path: string): () => void {
  if (readToken(lock) !== token) throw refusal(path, `${lock} was changed by another program`);
  return () => {
    // By now it may be another's, who came after a first release.
    if (readToken(lock) === token) process.getBuiltinModule('node:fs').rmSync(lock, { force: true });
  };
}

function createToken(): string {
  const { pid, start = '-' } = ownIdentity();
  return `${pid} ${start} ${crypto.randomUUID()}`;
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

function assertEnded(token: string, path: string, lock: string): void {
  const [pidText = '', start = '-'] = token.trim().split(' ');
  if (!/^\d+$/.test(pidText))
    throw refusal(path, `${lock} does not name a process; delete it if nothing writes to the journal`);
  const pid = Number(pidText);
  if (!isRunning({ pid, start: start === '-' ? undefined : start })) return;
  throw refusal(
    path,
    pid === process.pid
      ? `this process already has it open; close() that journal or share it; if there is none, delete ${lock}`
      : `process ${pid} has it open; if that process id now belongs to another program, delete ${lock}`,
  );
}

const digest = (token: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(token).digest('hex').slice(0, 32);

function refusal(path: string, problem: string, cause?: unknown): JournalError {
  return new JournalError(`${path}: ${problem}. Nothing was sent.`, cause === undefined ? {} : { cause });
}
