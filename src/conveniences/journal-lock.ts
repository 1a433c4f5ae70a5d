import { JournalError } from '../core/errors.js';

const heldHere = new Set<string>();

/**
 * Makes this process the only writer of a journal; returns what ends that. `<path>.lock` holds the process id; one whose
 * process is no more (a crash) is taken over. Processes on other machines do not see each other, and two that take over
 * the same dead lock in the same instant may both believe to have it.
 *
 * @throws {JournalError} When there is another writer.
 */
export async function lockJournal(path: string): Promise<() => Promise<void>> {
  const { writeFile, readFile, rm } = process.getBuiltinModule('node:fs').promises;
  const lock = `${process.getBuiltinModule('node:path').resolve(path)}.lock`;
  if (heldHere.has(lock)) throw refusal(path, 'this process writes to it already: close() that journal, or share it');
  heldHere.add(lock);
  try {
    const pid = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (isAlive(pid)) throw refusal(path, `process ${pid} writes to it; if that is none of yours, delete ${lock}`);
    await rm(lock, { force: true });
    // Of two that find no lock at the same time, one fails: wx never replaces a file.
    await writeFile(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    heldHere.delete(lock);
    throw cause instanceof JournalError ? cause : refusal(path, `${lock} cannot be written (see cause)`, cause);
  }
  return async () => {
    heldHere.delete(lock);
    await rm(lock, { force: true });
  };
}

/** In containers every process may have the same id: our own, in a file of before, is a dead one's. */
function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

function refusal(path: string, problem: string, cause?: unknown): JournalError {
  return new JournalError(`${path}: ${problem}. Nothing was sent.`, cause === undefined ? {} : { cause });
}
