/**
 * Calls `stop` when a person or the system asks the program to end: Ctrl-C, a terminal that is closed (SIGHUP), SIGTERM.
 * A second Ctrl-C calls `leave` where it is given; the next one ends the program. A repeated SIGHUP or SIGTERM does not: a closed terminal sends more than one, and what
 * became of a call has to be said first.
 *
 * @returns What takes that back.
 */
export function onInterrupt(stop: () => void, leave?: () => void): () => void {
  const first = (): void => {
    if (leave !== undefined) process.once('SIGINT', leave);
    stop();
  };
  process.once('SIGINT', first).on('SIGTERM', stop).on('SIGHUP', stop);
  return () => {
    process.off('SIGINT', first).off('SIGTERM', stop).off('SIGHUP', stop);
    if (leave !== undefined) process.off('SIGINT', leave);
  };
}
