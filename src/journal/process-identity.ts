/** A process, and where it runs: enough to tell later whether it has ended. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since the machine was started, which tells it from a later process; where the system says it (Linux). */
  readonly start?: string | undefined;
  /** The start of the kernel that it runs on (Linux). */
  readonly boot?: string | undefined;
  /** The PID namespace (Linux): in each container another process has the same id. */
  readonly namespace?: string | undefined;
  readonly host: string;
}

export function ownIdentity(): ProcessIdentity {
  const { readFileSync, readlinkSync } = process.getBuiltinModule('node:fs');
  return {
    pid: process.pid,
    start: statOf(process.pid)?.start,
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    // A /proc of another namespace shows other processes under our ids.
    namespace: attempt(() =>
      readlinkSync('/proc/self') === String(process.pid) ? readlinkSync('/proc/self/ns/pid') : undefined,
    ),
    // Deno asks for a permission.
    host: attempt(() => process.getBuiltinModule('node:os').hostname()) ?? 'unknown',
  };
}

/**
 * Whether a process can be proven to have ended, seen from `own`: `runs` is as good as known, `hidden` says that nothing here
 * can tell.
 *
 * - The same kernel and PID namespace: the process table says it. A zombie has ended, its files are closed.
 * - Another boot id: another machine, or a container that was given one of its own. Nothing is known.
 * - Another namespace (a container): its processes cannot be seen.
 * - No kernel is known: elsewhere than on Linux, the process table of the same host says it.
 */
export function judgeProcess(
  { pid, start, boot, namespace, host }: ProcessIdentity,
  own: ProcessIdentity,
): 'ended' | 'runs' | 'hidden' {
  if (boot !== own.boot) return 'hidden';
  const isKnownHere = isKnown(pid);
  // Linux that does not say it (Deno without permissions) may be a container.
  if (boot === undefined)
    return isKnownHere ? 'runs' : process.platform !== 'linux' && host === own.host ? 'ended' : 'hidden';
  if (namespace === undefined || namespace !== own.namespace) return 'hidden';
  if (!isKnownHere) return 'ended';
  const stat = statOf(pid);
  if (stat === undefined) return 'runs';
  return ENDED.includes(stat.state) || (start !== undefined && start !== stat.start) ? 'ended' : 'runs';
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
  const stat = attempt(() => process.getBuiltinModule('node:fs').readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name comes second, in brackets, and may hold anything; the state is field 3 and the start is field 22.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { state: fields[0], start: fields[19] };
}

/** What a read gives, or undefined where it fails. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
