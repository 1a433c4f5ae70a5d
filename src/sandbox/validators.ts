import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { Operation } from '../../generated/operations.js';
import { description, followRef, operationNode } from './description.js';

type JsonSchema = { readonly $ref?: string; readonly [keyword: string]: unknown };

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

/** The description, under the name by which {@link inputSchema} refers to it. */
export const DESCRIPTION = { $id: 'description', ...(description as object) };

const ajv = { body: new Ajv2020(AJV_OPTIONS.body), query: new Ajv2020(AJV_OPTIONS.query) };
ajv.body.addSchema(DESCRIPTION);

const validators = new Map<string, Validate>();

/** What checks the input of an operation; compiled on first use. */
export function validatorOf(operation: Operation, place: Place): Validate {
  const key = `${place} ${operation.operationId}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    validators.set(key, (validate = ajv[place].compile(inputSchema(operation, place)) as Validate));
  }
  return validate;
}

/** The described schema of what an operation is called with. */
export function inputSchema(operation: Operation, place: Place): JsonSchema {
  if (place === 'query') return querySchema(operation);
  const schema = bodySchema(operation);
  return schema.$ref === undefined ? schema : { $ref: `description${schema.$ref}` };
}

/** The fields of a query: its parameters, or those of a body that goes into the query here. */
function querySchema(operation: Operation): JsonSchema {
  if (operation.input === 'body') return followRef(bodySchema(operation));
  const parameters = (operationNode(operation.path, operation.method)['parameters'] as { [key: string]: any }[])
    .map(followRef)
    .filter((parameter) => parameter['in'] === 'query');
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  return {
    type: 'object',
    properties,
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

function bodySchema(operation: Operation): JsonSchema {
  const body = followRef(operationNode(operation.path, operation.method)['requestBody']);
  return body['content']['application/json'].schema;
}
