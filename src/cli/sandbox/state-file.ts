import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ArgumentError } from '../../core/errors.js';

/** The state in a file; undefined when there is no such file yet. */
export function readStateFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new ArgumentError(
      `--state: ${file} is not a saved state of the sandbox. Nothing listens. Move the file away to start with a new exchange.`,
      {
        field: '--state',
        cause,
      },
    );
  }
}

/** Replaces the file in one step, so that a crash leaves the old state or the new one, never half of it. */
export function writeStateFile(file: string, state: unknown): void {
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify(state), { flush: true });
  renameSync(next, file);
}
