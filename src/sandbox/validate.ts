import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Operation } from '../../generated/operations.js';
import { createDecoder } from '../core/json/decode.js';
import { description, followRef, operationNode } from './description.js';
import type { Fields } from './exchange/command.js';
import { refuse } from './exchange/refusal.js';
import type { RawRequest } from './request.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema({ $id: 'description', ...(description as object) });

type JsonSchema = { readonly $ref?: string; readonly [keyword: string]: unknown };

const validators = new Map<string, ValidateFunction>();
const decode = createDecoder();

/**
 * Reads the input of a call and checks it against the description. Values come back as the text that was sent, so
 * that no digit is lost; what the description does not know is left out.
 */
export function readInput(operation: Operation, request: RawRequest): Fields {
  const [, query = ''] = request.target.split(/\?(.*)/s);
  // GET with a JSON body is declared; deployments take the query (\`request.get-body\`). Both are taken here.
  const fromBody = operation.input === 'body' && !(operation.getBody && request.body === '');
  if (operation.input === 'none') return {};
  if (!fromBody) return fromQuery(operation, query);
  const value = parse(request.body);
  const validate = validatorOf(operation);
  if (!validate(value)) refuseInvalid(validate);
  return pick(operation, decode(request.body) as Record<string, unknown>);
}

/** A query is text; Ajv reads numbers out of a copy to check them, and the text goes on. */
const queryAjv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });

function fromQuery(operation: Operation, query: string): Fields {
  const given = Object.fromEntries(new URLSearchParams(query));
  const validate = validatorOf(operation, 'query');
  if (!validate({ ...given })) refuseInvalid(validate);
  return pick(operation, given);
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

function parse(body: string): unknown {
  if (body === '') return {};
  try {
    return JSON.parse(body);
  } catch {
    return refuse('-1102', 'The body is not JSON.');
  }
}

function pick(operation: Operation, values: Record<string, unknown>): Fields {
  return Object.fromEntries(
    operation.fields.filter(({ name }) => values[name] !== undefined).map(({ name }) => [name, String(values[name])]),
  );
}

function validatorOf(operation: Operation, place: 'body' | 'query' = 'body'): ValidateFunction {
  const key = `${place} ${operation.operationId}`;
  let validate = validators.get(key);
  if (validate === undefined) {
    const schema = place === 'body' ? bodySchema(operation) : querySchema(operation);
    validate =
      place === 'query'
        ? queryAjv.compile(schema)
        : ajv.compile(schema.$ref === undefined ? schema : { $ref: `description${schema.$ref}` });
    validators.set(key, validate);
  }
  return validate;
}

function bodySchema(operation: Operation): JsonSchema {
  const body = followRef(operationNode(operation.path, operation.method)['requestBody']);
  return body['content']['application/json'].schema;
}

function refuseInvalid({ errors }: ValidateFunction): never {
  const [error] = errors ?? [];
  const missing = error?.params?.['missingProperty'] as string | undefined;
  if (missing !== undefined) return refuseMissing(missing);
  const name = error?.instancePath.slice(1) ?? 'body';
  return refuse(
    '-1102',
    `Forced parameter ${name} not sent, empty or incorrect format: ${error?.message ?? 'invalid'}`,
  );
}

function refuseMissing(name: string): never {
  // Observed live: a missing contractName is answered like a wrong one.
  return name === 'contractName'
    ? refuse('-1121', 'Invalid symbol.')
    : refuse('-1102', `Forced parameter ${name} not sent, empty or incorrect format`);
}
