import { formatOf } from './kinds.js';
import { follow, type Json } from './references.js';
import { IDENTIFIER, isOnEveryObject } from './literal.js';
import { refuse } from './refuse.js';

const TYPES = ['string', 'number', 'integer', 'boolean'];

/** The types in which an input of each format can be written. */
const TYPES_OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  id: ['string', 'integer'],
  decimal: ['string', 'number'],
  code: ['string'],
  count: ['string', 'integer'],
  'unix-time-ms': ['string', 'integer', 'number'],
  integer: ['number', 'integer'],
};

/** Refuses parameters and bodies that are not one flat object of scalars. See assert-supported.ts. */
export function assertInput(document: Json, node: Json): void {
  const { operationId } = node;
  const parameters: Json[] = (node['parameters'] ?? []).map((parameter: Json) => follow(document, parameter));
  for (const parameter of parameters) assertParameter(document, operationId, parameter);
  const inQuery = parameters.find((parameter) => parameter['in'] === 'query');
  if (node['requestBody'] === undefined) {
    const bare = parameters.find((parameter) => parameter['in'] === 'query' && parameter['examples'] === undefined);
    if (bare !== undefined)
      refuse(`${operationId}: ${bare['name']}`, 'no example', 'Give it a named one under examples');
    return;
  }
  if (inQuery !== undefined) {
    refuse(
      `${operationId}: ${inQuery['name']}`,
      'query and body together',
      'Move the parameter into the body, or the body into the query',
    );
  }
  assertBody(document, operationId, follow(document, node['requestBody']));
}

function assertParameter(document: Json, operationId: string, parameter: Json): void {
  const { name } = parameter;
  const where = `${operationId}: ${name}`;
  const signing = Object.values(document['components'].securitySchemes as Json).map((scheme) => scheme.name);
  const schema = parameter['schema'] && follow(document, parameter['schema']);
  switch (parameter['in']) {
    case 'query':
      if (schema === undefined) refuse(where, 'a parameter without a schema', 'Describe its type in a schema');
      return assertField(operationId, name, schema);
    case 'header':
      if (!signing.includes(name)) {
        refuse(
          where,
          `a header other than ${signing.join(', ')}`,
          'Remove it; callers give other headers with each call',
        );
      }
      if (schema?.type === 'string' || schema?.type === 'integer') return;
      return refuse(where, 'a signing header that is neither string nor integer', 'Give its schema one of these types');
    default:
      refuse(
        where,
        `a ${parameter['in']} parameter`,
        'Move it into the query or the body: the client sends nothing else',
      );
  }
}

function assertBody(document: Json, operationId: string, body: Json): void {
  const media = body['content']?.['application/json'];
  if (media?.schema === undefined) refuse(operationId, 'a body without application/json', 'Describe the JSON body');
  if (media.examples === undefined)
    refuse(operationId, 'no example of the request', 'Give the body a named one under examples');
  const schema = follow(document, media.schema);
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    if (schema[key] !== undefined)
      refuse(operationId, `a body of ${key}`, 'Write all fields as properties of one object');
  }
  if (schema['type'] !== 'object' || schema['properties'] === undefined) {
    refuse(operationId, 'a body that is not an object with properties', 'List its fields as properties');
  }
  for (const name of schema['required'] ?? []) {
    if (Object.hasOwn(schema['properties'], name)) continue;
    refuse(`${operationId}: ${name}`, 'required, but not among the properties', 'Describe it or do not require it');
  }
  for (const [name, property] of Object.entries(schema['properties'] as Json)) {
    assertField(operationId, name, follow(document, property));
  }
}

function assertField(operationId: string, name: string, schema: Json): void {
  const where = `${operationId}: ${name}`;
  const { type } = schema;
  const format = formatOf(schema);
  if (!IDENTIFIER.test(name) || isOnEveryObject(name)) {
    refuse(
      where,
      'not a field name that the client can offer',
      'Names are letters, digits, _ and $, and not those of every object',
    );
  }
  if (!TYPES.includes(type)) {
    refuse(
      where,
      `type ${JSON.stringify(type) ?? 'missing'}`,
      `The client writes scalars; describe one of ${TYPES.join(', ')}`,
    );
  }
  const types = TYPES_OF_FORMAT[format ?? ''];
  if (types?.includes(type) === false) {
    refuse(where, `format ${format} on type ${type}`, `Describe it as ${types.join(' or ')}`);
  }
  assertEnum(where, schema);
  if (schema['x-maximum'] !== undefined && format !== 'count') {
    refuse(where, 'x-maximum without format count', 'The client checks no other maximum: add the format or remove it');
  }
}

function assertEnum(where: string, schema: Json): void {
  const { type, enum: values } = schema;
  const format = formatOf(schema);
  if (values === undefined) return;
  if (type !== 'string' || (format !== undefined && format !== 'code')) {
    refuse(
      where,
      `enum on ${format ?? type}`,
      'The client checks values of plain strings; list them in x-observed-values',
    );
  }
  if (values.length === 0 || values.some((value: unknown) => typeof value !== 'string')) {
    refuse(where, 'enum with values that are not strings', 'Quote each value');
  }
}
