import * as body from '../../generated/body-validators.js';
import type { Operation } from '../../generated/operations.js';
import * as query from '../../generated/query-validators.js';

/** Where the fields of a call are. */
export type InputPlace = 'body' | 'query';

/** Says whether a value fits; what does not fit stands in `errors` until the next call. */
export interface Validate {
  (value: unknown): boolean;
  readonly errors?:
    | readonly {
        readonly instancePath: string;
        readonly message?: string;
        readonly params: Readonly<Record<string, unknown>>;
      }[]
    | null;
}

const VALIDATORS: Readonly<Record<InputPlace, unknown>> = { body, query };

/** The validator of an operation's input. */
export function validatorOf({ operationId }: Operation, place: InputPlace): Validate {
  return (VALIDATORS[place] as Readonly<Record<string, Validate>>)[operationId]!;
}
