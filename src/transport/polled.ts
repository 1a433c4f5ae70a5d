/** A turn of the event loop that took longer has run other code after it read the connections. */
const LONG_TURN_MS = 10;
/** A program that is never idle for so long must get on all the same. */
const MAX_LONG_TURNS = 2;

/** Deno reads in its own threads, and the next turn does not wait for them; what a timer takes is enough. */
const nextTurn: (then: () => void) => void = 'Deno' in globalThis ? (then) => setTimeout(then, 0) : setImmediate;

/**
 * Calls `then` when every connection has been read once more. What has arrived while the program was computing lies in a
 * buffer of the operating system until then. The first turn may be the one under way, which has read already; so it
 * takes two. When a turn was long, bytes may have come since it read, and there is one more.
 */
export function whenPolled(then: () => void, longTurns = 0): void {
  nextTurn(() => {
    const startMs = performance.now();
    nextTurn(() => {
      const isLong = performance.now() - startMs > LONG_TURN_MS;
      if (isLong && longTurns < MAX_LONG_TURNS) whenPolled(then, longTurns + 1);
      else then();
    });
  });
}
