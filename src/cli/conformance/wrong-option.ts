import { ArgumentError } from '../../core/errors.js';

/** What is wrong with an option or a variable. Nothing has been sent when it is thrown. */
export function wrong(field: string, problem: string): ArgumentError {
  return new ArgumentError(`${field} ${problem}. Nothing was sent.`, { field });
}
