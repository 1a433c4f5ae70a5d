import { JournalError } from '../core/errors.js';

/**
 * Makes this the only writer of a journal; returns what ends that, once. `<file>.lock` holds the process id, when that
 * process began (where the system tells) and a text of its own, and lies beside the file itself, whatever links lead to
 * it. One whose process is no more (a crash) is taken over. Processes on other machines do not see each other, and two
 * that take over the same dead lock in the same instant may both believe to have it.
 *
 * @throws {JournalError} When there is another writer, be it another thread of this process.
 */
export async function lockJournal(path: string): Promise<() => Promise<void>> {
  const { writeFile, readFile, realpath, rm } = process.getBuiltinModule('node:fs').promises;
  const lock = `${await realpath(path)}.lock`;
  const own = `${process.pid} ${(await startOf(process.pid)) ?? '-'} ${crypto.randomUUID()}`;
  const read = (): Promise<string> => readFile(lock, 'utf8').catch(() => '');
  try {
    const found = await read();
    if (found !== '') await assertDead(found, path, lock);
    await rm(lock, { force: true });
    // Of two that find no lock at the same time, one fails: wx never replaces a file.
    await writeFile(lock, own, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    throw cause instanceof JournalError ? cause : refusal(path, `${lock} cannot be written (see cause)`, cause);
  }
  return async () => {
    // By now it may be another's, who took it over or came after a first close.
    if ((await read()) === own) await rm(lock, { force: true });
  };
}

async function assertDead(found: string, path: string, lock: string): Promise<void> {
  const [pidText = '', start = '-'] = found.trim().split(' ');
  const pid = Number(pidText);
  if (!isAlive(pid)) return;
  const startNow = await startOf(pid);
  // In containers every process may have the same id: one that began at another time is not the one that wrote this.
  if (start !== '-' && startNow !== undefined && start !== startNow) return;
  const way = pid === process.pid ? 'close() that journal, or share it; if there is none' : 'if that is none of yours';
  throw refusal(
    path,
    `${pid === process.pid ? 'this process' : `process ${pid}`} writes to it; ${way}, delete ${lock}`,
  );
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** When a process began, since this machine was started; undefined where the system does not tell (it is Linux that does). */
async function startOf(pid: number): Promise<string | undefined> {
  const { readFile } = process.getBuiltinModule('node:fs').promises;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name comes second, in brackets, and may hold anything; the begin is field 22.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

function refusal(path: string, problem: string, cause?: unknown): JournalError {
  return new JournalError(`${path}: ${problem}. Nothing was sent.`, cause === undefined ? {} : { cause });
}
