import { fstatSync, readSync, statSync } from 'node:fs';

/**
 * Calls `stop` when a person or the system asks the program to end: Ctrl-C, a terminal that is closed (SIGHUP), SIGTERM.
 * A second Ctrl-C calls `leave` where it is given; the next one ends the program. A repeated SIGHUP or SIGTERM does not: a
 * closed terminal sends more than one, and what became of a call has to be said first. With `nohup`, SIGHUP does nothing.
 *
 * @returns What takes that back.
 */
export function onInterrupt(stop: () => void, leave?: () => void): () => void {
  const first = (): void => {
    if (leave !== undefined) process.once('SIGINT', leave);
    stop();
  };
  const hangUp = startedWithNohup() ? (): void => {} : stop;
  process.once('SIGINT', first).on('SIGTERM', stop).on('SIGHUP', hangUp);
  return () => {
    process.off('SIGINT', first).off('SIGTERM', stop).off('SIGHUP', hangUp);
    if (leave !== undefined) process.off('SIGINT', leave);
  };
}

/**
 * Node.js sets all signals back to their default when it starts, so what `nohup` ignores must be found out in another way:
 * bash and zsh put the command that they started into `_`, and nohup of GNU replaces a terminal by a stdin that cannot be read.
 */
export function startedWithNohup(env = process.env, stdin = 0): boolean {
  if (/(^|\/)nohup$/.test(env['_'] ?? '')) return true;
  try {
    // Only the null device: reading anything else could take input away.
    return fstatSync(stdin).rdev === statSync('/dev/null').rdev && !canRead(stdin);
  } catch {
    return false;
  }
}

function canRead(file: number): boolean {
  try {
    readSync(file, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
}
