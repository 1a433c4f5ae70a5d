import { AbortedError } from '../../core/errors.js';
import { onAbort } from '../../transport/abort.js';

/** Takes part in the run that is under way, or starts one. */
export type Join = (options?: { readonly signal?: AbortSignal | undefined }) => Promise<void>;

interface SharedRun {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  members: number;
}

/**
 * Lets callers that come while the work runs share it (single flight). Each may leave by its own signal; the work is
 * aborted when the last one has left.
 */
export function createSharedRun(work: (signal: AbortSignal) => Promise<void>): Join {
  let current: SharedRun | undefined;

  function start(): SharedRun {
    const controller = new AbortController();
    const run: SharedRun = { done: work(controller.signal).finally(() => end(run)), controller, members: 0 };
    return (current = run);
  }
  function end(run: SharedRun): void {
    if (current === run) current = undefined;
  }

  return async function join({ signal } = {}) {
    if (signal?.aborted === true) throw left(signal);
    const run = current ?? start();
    run.members++;
    if (signal === undefined) return run.done;
    let stopListening = (): void => {};
    const gone = new Promise<never>((_resolve, reject) => {
      stopListening = onAbort(signal, () => {
        // The last one to leave ends the work, and the next caller starts it again.
        if (--run.members === 0) {
          end(run);
          run.controller.abort(signal.reason);
        }
        reject(left(signal));
      });
    });
    try {
      await Promise.race([run.done, gone]);
    } finally {
      stopListening();
    }
  };
}

const left = ({ reason }: AbortSignal): AbortedError =>
  new AbortedError("getServerTime: aborted by the caller's signal. It only reads: it can be called again.", {
    outcome: 'unknown',
    operationId: 'getServerTime',
    cause: reason,
  });
