/**
 * Calls `stop` when a person or the system asks the program to end: Ctrl-C, a terminal that is closed (SIGHUP), SIGTERM.
 * A second Ctrl-C ends the program. A repeated SIGHUP or SIGTERM does not: a closed terminal sends more than one, and what
 * became of a call has to be said first.
 *
 * @returns What takes that back.
 */
export function onInterrupt(stop: () => void): () => void {
  process.once('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  return () => void process.off('SIGINT', stop).off('SIGTERM', stop).off('SIGHUP', stop);
}
