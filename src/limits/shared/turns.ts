/** A queue of calls of one kind, of which the first is served. */
export interface Turns {
  isFree(): boolean;
  /** Takes the last place. `turn` resolves when all before have left; `leave` must always be called. */
  join(): { readonly turn: Promise<true>; readonly leave: () => void };
}

export function createTurns(): Turns {
  let inside = 0;
  let last: Promise<true> = Promise.resolve(true);
  return {
    isFree: () => inside === 0,
    join() {
      inside++;
      const turn = last;
      let leave = (): void => {};
      const left = new Promise<true>((resolve) => {
        leave = () => {
          inside--;
          resolve(true);
        };
      });
      // Leaving early must not bring forward calls that wait for another one.
      last = turn.then(() => left);
      return { turn, leave };
    },
  };
}
