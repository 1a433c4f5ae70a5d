import { assertSupported } from './assert-supported.js';
import { type About, aboutOf, DECLARED, type Evidence, evidenceOf, type Mark, markedEvidenceOf } from './evidence.js';
import { follow, type Json, refName } from './references.js';
import { kindOf, isNumberKind } from './kinds.js';
import type { Field, Operation, Selectors } from '../../generated/operations.js';

/** An input field: what the table holds of it, and what the description says about it. */
export type FieldModel = Field & { readonly default?: string; readonly about: About };

type OperationRate = NonNullable<Operation['rateLimit']>;

/** At most this much weight in a window, over all operations. */
export interface TotalRate {
  readonly evidence: Mark;
  readonly weight: number;
  readonly perSeconds: number;
}

/** An operation: what the table holds of it, under any name, and what the description says about it. */
export interface OperationModel extends Omit<Operation, 'operationId' | 'fields' | 'getBody' | 'selectors' | 'result'> {
  readonly operationId: string;
  readonly fields: readonly FieldModel[];
  readonly selectors?: Omit<Selectors, 'methodWithout'> & { readonly methodWithout?: string };
  readonly result: { readonly schema: string; readonly shape: Operation['result'] };
  readonly summary: string;
  readonly about: About;
  /** Ids of the open questions that touch it in particular. */
  readonly unknowns: readonly string[];
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
      operations.push(readOperation(document, path, method === 'get' ? 'GET' : 'POST', node));
    }
  }
  return operations;
}

function readOperation(document: Json, path: string, method: Operation['method'], node: Json): OperationModel {
  const { operationId } = node;
  const parameters: Json[] = (node['parameters'] ?? []).map((parameter: Json) => follow(document, parameter));
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  const body = node['requestBody'] && follow(document, node['requestBody']);
  const schema = body && follow(document, body.content['application/json'].schema);
  const about = aboutOf(node, DECLARED);
  const around = schema === undefined ? about.evidence : evidenceOf(schema, about.evidence);
  const fields = body
    ? Object.entries(schema.properties as Json).map(([name, property]) =>
        readField(name, follow(document, property), (schema.required ?? []).includes(name), around),
      )
    : query.map((parameter) =>
        readField(
          parameter['name'],
          { ...parameter, ...follow(document, parameter['schema']), description: parameter['description'] },
          parameter['required'] === true,
          around,
        ),
      );
  const timestampName: string = document['components'].securitySchemes.timestamp.name;
  const timestamp = parameters.find(({ in: place, name }) => place === 'header' && name === timestampName);
  return {
    operationId,
    method,
    path,
    evidence: about.evidence.mark,
    ...(node['x-path-variants'] === undefined ? {} : { pathVariants: readVariants(node['x-path-variants']) }),
    effect: node['x-effect'],
    ...(node['x-safe-method'] === undefined ? {} : { safeMethod: node['x-safe-method'] }),
    ...(node['x-weight'] === undefined ? {} : { weight: node['x-weight'] }),
    ...(node['x-rate-limit'] === undefined ? {} : { rateLimit: readRate(node['x-rate-limit']) }),
    security: readSecurity(node['security']),
    timestampHeader: timestamp ? follow(document, timestamp['schema'])['type'] : null,
    input: body ? 'body' : query.length > 0 ? 'query' : 'none',
    fields,
    ...(node['x-selectors'] === undefined ? {} : { selectors: node['x-selectors'] }),
    result: { schema: node['x-result'].schema, shape: node['x-result'].shape },
    resultFields: readResultFields(document, node['x-result']),
    numberKeys: readNumberKeys(document, operationId, node),
    summary: node['summary'],
    about,
    unknowns: node['x-unknowns'] ?? [],
  };
}

function readRate(node: Json): OperationRate {
  return {
    evidence: markedEvidenceOf(node, 'x-rate-limit').mark,
    requests: node['requests'],
    perSeconds: node['perSeconds'],
  };
}

function readVariants(node: Json): NonNullable<OperationModel['pathVariants']> {
  return { evidence: markedEvidenceOf(node, 'x-path-variants').mark, trailingSlash: node['trailingSlash'] };
}

export function readTotalRates(document: Json): Record<'ip' | 'uid', TotalRate> {
  const { ip, uid, ...root } = document['x-rate-limits'] as Json;
  const evidence = markedEvidenceOf(root, 'x-rate-limits').mark;
  const rate = ({ weight, perSeconds }: Json): TotalRate => ({ evidence, weight, perSeconds });
  return { ip: rate(ip), uid: rate(uid) };
}

function readSecurity(security: readonly Json[]): OperationModel['security'] {
  if (security.length === 0) return 'public';
  return security.some((requirement) => Object.keys(requirement).length === 0) ? 'undeclared' : 'signed';
}

function readField(name: string, node: Json, required: boolean, around: Evidence): FieldModel {
  const type = node['type'];
  const omitted = node['x-effect-when-omitted'];
  const about = aboutOf(node, around);
  return {
    name,
    kind: kindOf(node),
    wire: type === 'string' || type === 'boolean' ? type : 'number',
    required,
    evidence: about.evidence.mark,
    ...(node['enum'] === undefined ? {} : { enum: node['enum'] }),
    ...(node['x-maximum'] === undefined ? {} : { maximum: node['x-maximum'] }),
    ...codesOf(kindOf(node), about),
    ...(node['default'] === undefined ? {} : { default: node['default'] }),
    ...(omitted === undefined ? {} : { effectWhenOmitted: omitted }),
    about,
  };
}

/** Codes in place of a number. Of a text an editor has them, and any other text is sent as well. */
function codesOf(kind: Field['kind'], { observedValues }: About): { codes?: string } {
  const values = Object.entries(observedValues?.values ?? {});
  if (values.length === 0 || !['integer', 'number'].includes(kind)) return {};
  return {
    codes: `${observedValues!.evidence.mark}: ${values.map(([code, meaning]) => `${code} = ${meaning}`).join(', ')}`,
  };
}

/** An acknowledgement says all by its status: no field of it has to be there. */
function readResultFields(document: Json, { schema, shape }: Json): string[] {
  return shape === 'acknowledgement' ? [] : Object.keys(document['components'].schemas[schema].properties ?? {});
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

/** The client resolves to no receipt of an order without its only field. */
export const isReceipt = ({ effect, resultFields }: OperationModel): boolean =>
  effect === 'money' && resultFields.length === 1;

/** A method needs the field: it is required, or the only selector, which another method leaves out on purpose. */
export const isNeeded = ({ name, required }: FieldModel, selectors: OperationModel['selectors']): boolean =>
  required || (selectors?.methodWithout !== undefined && selectors.fields.join() === name);

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
