import { ArgumentError } from '../core/errors.js';

/** Throws the error of a wrong option of the sandbox (`caller`: `sandbox` or `faults`). Nothing has changed. */
export function refuseOption(caller: string, field: string, problem: string): never {
  throw new ArgumentError(`${caller}: ${field} ${problem}.`, { field });
}
