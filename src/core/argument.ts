import { ArgumentError } from './errors.js';

/** The receiver of a wrong argument: the name of a function, and the operation that it would have called. */
export interface Refusing {
  readonly caller?: string | undefined;
  readonly operationId?: string | undefined;
  /** Sent, when left out. */
  readonly done?: 'sent' | 'written';
}

/** The error of a wrong argument: `field` names it, `problem` completes the sentence and holds no secret. */
export function wrong(
  field: string,
  problem: string,
  { operationId, caller = operationId, done = 'sent' }: Refusing = {},
): ArgumentError {
  const who = caller === undefined ? '' : `${caller}: `;
  return new ArgumentError(`${who}${field} ${problem}. Nothing was ${done}.`, { field, operationId });
}

/** Throws the error of a wrong argument. */
export function refuse(field: string, problem: string, refusing?: Refusing): never {
  throw wrong(field, problem, refusing);
}
