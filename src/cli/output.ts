import { EXIT } from './exit.js';

/** Prints on standard output. `onLost` is called in place of ending quietly when it takes nothing more. */
export function print(text: string, onLost?: (error: NodeJS.ErrnoException) => void): void {
  process.stdout.write(`${text}\n`, (error) => {
    if (error) onLost?.(error);
  });
}

/** Says on standard error what a person should know, and a program that reads the output should not read. */
export function printNote(text: string): void {
  process.stderr.write(`note: ${text}\n`);
}

let isServing = false;

/** From now on, an output that takes nothing more does not end the program: others wait for its responses. */
export function goOnWithoutOutput(): void {
  isServing = true;
}

/**
 * Decides what an output means that takes nothing more. A reader may stop reading (head): that is the end of the
 * program and not a failure. A disk that is full is one. What was lost has been handled by {@link print} before.
 */
export function watchOutputs(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isServing) return;
    if (error.code !== 'EPIPE' && process.exitCode !== EXIT.unprinted) {
      process.stderr.write(`futures: standard output cannot be written (${error.code}).\n`);
      process.exitCode ||= EXIT.failed;
    }
    process.exit();
  });
  // Work that was begun, such as cancelling the orders of a run, goes on to its end; the exit code says how it went.
  process.stderr.on('error', () => undefined);
}
