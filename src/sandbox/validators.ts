import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { description } from '../../generated/description.js';
import type { Operation } from '../../generated/operations.js';

type JsonSchema = { readonly [keyword: string]: unknown };

/** Says whether a value fits; what does not fit stands in `errors` until the next call. */
export interface Validate {
  (value: unknown): boolean;
  readonly errors?: readonly Pick<ErrorObject, 'instancePath' | 'message' | 'params'>[] | null;
}

/** Where the fields of a call are. */
export type Place = 'body' | 'query';

/** Of whatever compiles the schemas. A query is text, and numbers are read out of it. */
export const AJV_OPTIONS = {
  body: { strict: false, validateFormats: false },
  query: { strict: false, validateFormats: false, coerceTypes: true },
} as const;

const ajv = { body: new Ajv2020(AJV_OPTIONS.body), query: new Ajv2020(AJV_OPTIONS.query) };

const validators = new Map<string, Validate>();

/** What checks the input of an operation; compiled on first use. */
export function validatorOf(operation: Operation, place: Place): Validate {
  const key = `${place} ${operation.operationId}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    validators.set(key, (validate = ajv[place].compile(inputSchema(operation)) as Validate));
  }
  return validate;
}

/** The described schema of what an operation is called with; the fields of a body go into the query here and there. */
export function inputSchema({ operationId }: Operation): JsonSchema {
  return description[operationId].inputSchema ?? {};
}
