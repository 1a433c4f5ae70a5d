/** A process of this machine: its id, and when it began, where the system tells (Linux does). */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since the machine was started; undefined where the system does not tell. */
  readonly start: string | undefined;
}

export const ownIdentity = (): ProcessIdentity => ({ pid: process.pid, start: statOf(process.pid)?.start });

/**
 * Whether that process may still run. In containers every process may have the same id, so one that began at another time
 * is another process. A zombie has ended: its files are closed, and its exit code may never be collected.
 */
export function isRunning({ pid, start }: ProcessIdentity): boolean {
  if (!isKnown(pid)) return false;
  const stat = statOf(pid);
  if (stat === undefined) return true;
  return !ENDED.includes(stat.state) && (start === undefined || start === stat.start);
}

/** Zombie, and dead. */
const ENDED: readonly (string | undefined)[] = ['Z', 'X', 'x'];

function isKnown(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

function statOf(pid: number): { readonly state: string | undefined; readonly start: string | undefined } | undefined {
  try {
    const stat = process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name comes second, in brackets, and may hold anything; the state is field 3 and the start is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], start: fields[19] };
  } catch {
    return undefined;
  }
}
