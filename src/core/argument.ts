import { ArgumentError } from './errors.js';

/** Throws the error of a wrong option: `field` names it, `problem` completes the sentence and holds no secret. */
export function refuse(field: string, problem: string): never {
  throw new ArgumentError(`${field} ${problem}. Nothing was sent.`, { field });
}
