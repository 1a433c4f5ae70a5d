import { readFileSync } from 'node:fs';
import { ArgumentError } from '../core/errors.js';
import { printable } from './printable.js';

/** The text of a file that an option or argument names. @throws {ArgumentError} When it cannot be read. */
export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `${option}: ${printable(file)} cannot be read. Nothing was sent.`;
    throw new ArgumentError(message, { field: option, cause });
  }
}
