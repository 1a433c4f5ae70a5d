type Callback = () => void;

/**
 * The calls that end with one signal, behind one listener. With a listener for each call, Node.js takes the eleventh call
 * for a leak and prints a MaxListenersExceededWarning.
 */
class Waiting {
  readonly #callbacks = new Set<{ readonly callback: Callback }>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
  }

  add(callback: Callback): () => void {
    // An object for each call, because two calls may hand in the same function.
    const entry = { callback };
    this.#callbacks.add(entry);
    return () => {
      if (this.#callbacks.delete(entry) && this.#callbacks.size === 0) this.#end();
    };
  }

  readonly #onAbort = (): void => {
    this.#end();
    const entries = [...this.#callbacks];
    for (const entry of entries) {
      // One call may end another.
      if (this.#callbacks.delete(entry)) entry.callback();
    }
  };

  #end(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    if (waitingFor.get(this.#signal) === this) waitingFor.delete(this.#signal);
  }
}

const waitingFor = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `callback` when the signal is aborted, at most once. The returned function takes it back: call it when the wait
 * has ended, however it ended. Any number of calls may wait for one signal.
 */
export function onAbort(signal: AbortSignal, callback: Callback): () => void {
  let waiting = waitingFor.get(signal);
  if (waiting === undefined) waitingFor.set(signal, (waiting = new Waiting(signal)));
  return waiting.add(callback);
}
