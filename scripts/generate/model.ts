import { assertSupported } from './assert-supported.js';
import { follow, type Json, refName } from './bundle.js';
import { kindOf, isNumberKind, type Kind } from './kinds.js';

/** One input field of an operation, wherever the description puts it. */
export interface FieldModel {
  readonly name: string;
  readonly kind: Kind;
  readonly wire: 'string' | 'number' | 'boolean';
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly maximum?: string;
  readonly default?: string;
  /** Effect of leaving the field out, where that is more dangerous than giving it. */
  readonly effectWhenOmitted?: string;
  readonly node: Json;
}

/** At most this many requests in a window; observed, not declared. */
export interface OperationRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** At most this much weight in a window, over all operations; observed, not declared. */
export interface TotalRate {
  readonly weight: number;
  readonly perSeconds: number;
}

export interface OperationModel {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** Absent when the service document declares the operation. */
  readonly evidence?: string;
  readonly effect: string;
  readonly weight?: number;
  readonly rateLimit?: OperationRate;
  readonly security: 'signed' | 'undeclared' | 'public';
  readonly timestampHeader: 'string' | 'integer' | null;
  readonly input: 'body' | 'query' | 'none';
  readonly fields: readonly FieldModel[];
  readonly result: { readonly schema: string; readonly shape: string };
  /** Answer fields that arrive as numbers; every other number arrives as text. */
  readonly numberKeys: readonly string[];
  readonly node: Json;
}

/**
 * Reads the operations of the bundle in the order of its paths.
 *
 * @throws {Error} When there is one that the client could not honour: {@link assertSupported}.
 */
export function readOperations(document: Json): OperationModel[] {
  assertSupported(document);
  const operations: OperationModel[] = [];
  for (const [path, item] of Object.entries(document['paths'] as Json)) {
    for (const [method, node] of Object.entries(follow(document, item))) {
      if (method !== 'get' && method !== 'post') continue;
      operations.push(readOperation(document, path, method.toUpperCase(), node));
    }
  }
  return operations;
}

function readOperation(document: Json, path: string, method: string, node: Json): OperationModel {
  const { operationId } = node;
  const parameters: Json[] = (node['parameters'] ?? []).map((parameter: Json) => follow(document, parameter));
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  const body = node['requestBody'] && follow(document, node['requestBody']);
  const schema = body && follow(document, body.content['application/json'].schema);
  const fields = body
    ? Object.entries(schema.properties as Json).map(([name, property]) =>
        readField(name, follow(document, property), (schema.required ?? []).includes(name)),
      )
    : query.map((parameter) =>
        readField(
          parameter['name'],
          { ...parameter, ...follow(document, parameter['schema']), description: parameter['description'] },
          parameter['required'] === true,
        ),
      );
  const timestampName: string = document['components'].securitySchemes.timestamp.name;
  const timestamp = parameters.find(({ in: place, name }) => place === 'header' && name === timestampName);
  return {
    operationId,
    method,
    path,
    ...(node['x-evidence'] === undefined ? {} : { evidence: node['x-evidence'] }),
    effect: node['x-effect'],
    ...(node['x-weight'] === undefined ? {} : { weight: node['x-weight'] }),
    ...(node['x-rate-limit'] === undefined ? {} : { rateLimit: readRate(node['x-rate-limit']) }),
    security: readSecurity(node['security']),
    timestampHeader: timestamp ? follow(document, timestamp['schema'])['type'] : null,
    input: body ? 'body' : query.length > 0 ? 'query' : 'none',
    fields,
    result: { schema: node['x-result'].schema, shape: node['x-result'].shape },
    numberKeys: readNumberKeys(document, operationId, node),
    node,
  };
}

function readRate({ requests, perSeconds }: Json): OperationRate {
  return { requests, perSeconds };
}

/** The total rates of the root, by what they are counted by. */
export function readTotalRates(document: Json): Record<'ip' | 'uid', TotalRate> {
  const { ip, uid } = document['x-rate-limits'] as Json;
  const rate = ({ weight, perSeconds }: Json): TotalRate => ({ weight, perSeconds });
  return { ip: rate(ip), uid: rate(uid) };
}

function readSecurity(security: readonly Json[]): OperationModel['security'] {
  if (security.length === 0) return 'public';
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'undeclared' : 'signed';
}

function readField(name: string, node: Json, required: boolean): FieldModel {
  const type = node['type'];
  return {
    name,
    kind: kindOf(node),
    wire: type === 'string' || type === 'boolean' ? type : 'number',
    required: required || node['x-effect-when-omitted'] !== undefined,
    ...(node['enum'] === undefined ? {} : { enum: node['enum'] }),
    ...(node['x-maximum'] === undefined ? {} : { maximum: node['x-maximum'] }),
    ...(node['default'] === undefined ? {} : { default: node['default'] }),
    ...(node['x-effect-when-omitted'] === undefined ? {} : { effectWhenOmitted: node['x-effect-when-omitted'] }),
    node,
  };
}

/** Names of all answer fields with a number kind; the same name with another kind in one answer is refused. */
function readNumberKeys(document: Json, operationId: string, node: Json): string[] {
  const kinds = new Map<string, boolean>();
  const visited = new Set<Json>();
  const visit = (raw: Json): void => {
    const schema = follow(document, raw);
    if (visited.has(schema)) return;
    visited.add(schema);
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as Json)) {
      const resolved = follow(document, property);
      if (resolved['properties'] === undefined && resolved['items'] === undefined && resolved['type'] !== undefined) {
        const number = isNumberKind(kindOf(resolved));
        if (kinds.has(name) && kinds.get(name) !== number) {
          throw new Error(`${operationId}: answer field ${name} is a number in one schema and text in another`);
        }
        kinds.set(name, number);
      }
      visit(resolved);
    }
    const { anyOf = [], allOf = [], oneOf = [], items = [] } = schema;
    for (const part of [anyOf, allOf, oneOf, items].flat()) visit(part);
  };
  const content = follow(document, node['responses']?.['200'] ?? {})['content']?.['application/json'];
  if (content?.schema !== undefined) visit(content.schema);
  visit(document['components'].schemas[node['x-result'].schema]);
  return [...kinds].filter(([, number]) => number).map(([name]) => name);
}

/** Names of the schemas that results are made of, the results themselves first. */
export function resultSchemas(document: Json, operations: readonly OperationModel[]): string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return;
    const name = refName(node as Json);
    if (name !== undefined) return add(name);
    Object.values(node).forEach(visit);
  };
  const add = (name: string): void => {
    if (names.has(name)) return;
    names.add(name);
    const schema = document['components'].schemas[name];
    visit([schema.properties, schema.items]);
  };
  operations.forEach((operation) => add(operation.result.schema));
  return [...names];
}
