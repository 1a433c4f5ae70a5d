import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { ArgumentError } from '../../core/errors.js';
import { printNote } from '../output.js';

/** Opens an exchange with the state in a file; without one where there is no such file yet. */
export function restoreFrom<T>(file: string | undefined, open: (restore: unknown) => T): T {
  if (file === undefined || !existsSync(file)) return open(undefined);
  try {
    return open(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    if (cause instanceof ArgumentError && cause.field !== 'restore') throw cause;
    const what =
      cause instanceof ArgumentError && cause.message.includes('later version')
        ? 'was saved by a later version of this package. Nothing listens. Use that version, or another file.'
        : 'is not a saved state of the sandbox. Nothing listens. Move the file away to start with a new exchange.';
    throw new ArgumentError(`--state: ${file} ${what}`, { field: '--state', cause });
  }
}

/** Keeps the state of a sandbox in a file, from the start to the end of the program. */
export class StateFile {
  readonly #file: string;
  readonly #snapshot: () => unknown;
  #isDue = false;
  #isBehind = false;

  /** @throws {ArgumentError} When the file cannot be written. */
  constructor(file: string, snapshot: () => unknown) {
    this.#file = file;
    this.#snapshot = snapshot;
    try {
      replaceFile(file, snapshot());
    } catch (cause) {
      const reason = (cause as Error).message;
      const message = `--state: ${file} cannot be written (${reason}). Nothing listens. Create its folder, or name another file.`;
      throw new ArgumentError(message, { field: '--state', cause });
    }
  }

  /** Saves at the end of this turn: one write for many calls. */
  saveSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      this.save();
    });
  }

  /** False when it could not be saved; that is said when it starts and when it ends. */
  save(): boolean {
    try {
      replaceFile(this.#file, this.#snapshot());
      if (this.#isBehind) printNote(`--state: ${this.#file} is saved again, with everything since.`);
      this.#isBehind = false;
    } catch (error) {
      if (!this.#isBehind)
        printNote(
          `--state: ${this.#file} cannot be written (${(error as Error).message}). The sandbox goes on and keeps trying. ` +
            'If it ends before that succeeds, the file has the state of the last save. Make room on the disk.',
        );
      this.#isBehind = true;
    }
    return !this.#isBehind;
  }
}

/** In one step, so that a crash leaves the old state or the new one, never half of it. */
function replaceFile(file: string, state: unknown): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const next = `${target}.next`;
  writeFileSync(next, JSON.stringify(state), { flush: true });
  renameSync(next, target);
}
