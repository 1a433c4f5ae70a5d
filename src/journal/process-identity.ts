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
  /** True when the file lies on a disk that one kernel at a time can mount (Linux). */
  readonly isOnLocalDisk?: boolean | undefined;
}

/** This process, as it uses a file. */
export function ownIdentity(file: string): ProcessIdentity {
  const { readFileSync, readlinkSync, statfsSync } = process.getBuiltinModule('node:fs');
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
    isOnLocalDisk: attempt(() => LOCAL_DISKS.includes(statfsSync(file).type)),
  };
}

/** ext4, xfs, btrfs, f2fs and zfs, as statfs(2) numbers them: no network, no folder shared with a virtual machine. */
const LOCAL_DISKS: readonly number[] = [0xef53, 0x58_46_53_42, 0x91_23_68_3e, 0xf2_f5_20_10, 0x2f_c1_2f_c1];

/** The PID namespace of the machine itself, in every kernel. */
const NO_CONTAINER = 'pid:[4026531836]';

/**
 * Tells whether a process can be proven to have ended, seen from `own`: `runs` is nearly certain, `hidden` says that nothing here
 * can tell.
 *
 * - The same kernel and PID namespace: the process table says it. A zombie has ended, its files are closed.
 * - Another boot id: the machine was restarted, if both ran outside containers under one host name, with the file on a local
 *   disk. Else it may be another machine, or a container that was given a new id, and nothing is known.
 * - Another namespace (a container): its processes cannot be seen.
 * - No kernel is known: on macOS and Windows, the process table of the same host says it.
 */
export function judgeProcess(holder: ProcessIdentity, own: ProcessIdentity): 'ended' | 'runs' | 'hidden' {
  const { pid, start, boot, namespace, host } = holder;
  if (boot !== own.boot) return isOfThisMachine(holder, own) && isOfThisMachine(own, own) ? 'ended' : 'hidden';
  const isKnownHere = isKnown(pid);
  // Linux that does not say it (Deno without permissions) may be a container, and a BSD a jail.
  if (boot === undefined)
    return isKnownHere
      ? 'runs'
      : WITHOUT_CONTAINERS.includes(process.platform) && host === own.host
        ? 'ended'
        : 'hidden';
  if (namespace === undefined || namespace !== own.namespace) return 'hidden';
  if (!isKnownHere) return 'ended';
  const stat = statOf(pid);
  if (stat === undefined) return 'runs';
  return ENDED.includes(stat.state) || (start !== undefined && start !== stat.start) ? 'ended' : 'runs';
}

const WITHOUT_CONTAINERS: readonly string[] = ['darwin', 'win32'];

const isOfThisMachine = ({ boot, namespace, host, isOnLocalDisk }: ProcessIdentity, own: ProcessIdentity): boolean =>
  boot !== undefined && namespace === NO_CONTAINER && host === own.host && isOnLocalDisk === true;

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

/** The result of a read, or undefined where it fails. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
