import { assertInput } from './assert-input.js';
import { assertMarked, fileOfPath } from './assert-marked.js';
import { assertSelectors } from './assert-selectors.js';
import { follow, type Json, refName } from './references.js';
import { IDENTIFIER, isOnEveryObject } from './literal.js';
import { refuse } from './refuse.js';

/*
 * OpenAPI can say more than the client can do. What it could not honour is refused here, before anything is generated;
 * the rest of the generator takes it for granted.
 */

const METHODS = ['get', 'post'];
const OTHER_METHODS = ['put', 'delete', 'options', 'head', 'patch', 'trace'];
const EFFECTS = ['read', 'reversible', 'money', 'wipe'];
const SECURITY_TYPES = ['TRADE', 'PUBLIC'];
const SHAPES = ['object', 'single', 'list', 'acknowledgement'];
const SCHEMES = ['apiKey', 'signature', 'timestamp'];

/** Members of the client that are not operations, and names that would make JavaScript call the service by itself. */
export const RESERVED: readonly string[] =
  'raw clock explain submitOrder recover iterateOrderHistory iterateProfitHistory iterateTradeHistory watchOrders then toJSON'.split(
    ' ',
  );

/** Their inputs would be called DecimalInput, IdInput, IntegerInput and NoInput, which `client.ts` has already. */
const TAKEN_INPUTS = ['decimal', 'id', 'integer', 'no'];

/** @throws {Error} Naming the operation and the field that the client could not honour, and what to write instead. */
export function assertSupported(document: Json): void {
  assertSchemes(document);
  assertTotalRates(document);
  const operationIds = new Set<string>();
  for (const [path, item] of Object.entries(document['paths'] as Json)) {
    try {
      assertPath(document, path, follow(document, item), operationIds);
    } catch (cause) {
      throw new Error(`${fileOfPath(path)}: ${(cause as Error).message}`, { cause });
    }
  }
  assertMarked(document);
}

function assertPath(document: Json, path: string, item: Json, operationIds: Set<string>): void {
  for (const [key, node] of Object.entries(item)) {
    if (key.startsWith('x-') || key === 'summary' || key === 'description') continue;
    if (!METHODS.includes(key)) refuseKey(path, key, node);
    assertOperation(document, path, `${key.toUpperCase()} ${path}`, node);
    for (const name of [node.operationId, node['x-selectors']?.methodWithout ?? []].flat()) {
      if (operationIds.has(name) || (name !== node.operationId && RESERVED.includes(name))) {
        refuse(name, `a second member of the client has this name (${path})`, 'Give each its own');
      }
      operationIds.add(name);
    }
  }
}

function assertSchemes(document: Json): void {
  const schemes: Json = document['components']?.securitySchemes ?? {};
  for (const name of new Set([...SCHEMES, ...Object.keys(schemes)])) {
    const { type, in: place } = schemes[name] ?? {};
    if (SCHEMES.includes(name) && type === 'apiKey' && place === 'header') continue;
    refuse(
      `components.securitySchemes.${name}`,
      'not one of the three signing headers',
      `The client signs with headers only: describe ${SCHEMES.join(', ')}, each an apiKey in a header`,
    );
  }
}

/** Observed, so they may be corrected; the limiter counts by them, so they must be there. */
function assertTotalRates(document: Json): void {
  const rates: Json = document['x-rate-limits'] ?? {};
  for (const by of ['ip', 'uid']) assertRate('x-rate-limits', by, rates[by], 'weight');
}

function assertRate(where: string, name: string, rate: Json | undefined, what: 'weight' | 'requests'): void {
  for (const key of [what, 'perSeconds']) {
    const value: unknown = rate?.[key];
    if (Number.isSafeInteger(value) && (value as number) >= 1) continue;
    refuse(
      where,
      `${name}: ${key} is ${value === undefined ? 'missing' : JSON.stringify(value)}`,
      `Write a whole number from 1: ${what} and perSeconds make a rate`,
    );
  }
}

function refuseKey(path: string, key: string, node: Json): never {
  if (OTHER_METHODS.includes(key)) {
    refuse(
      node['operationId'] ?? path,
      `method ${key.toUpperCase()}`,
      'The client sends GET and POST; describe one of them',
    );
  }
  return refuse(path, `${key} of a whole path`, 'Write it into each operation of the path');
}

function assertOperation(document: Json, path: string, request: string, node: Json): void {
  assertOperationId(request, node['operationId']);
  const { operationId } = node;
  if (path.includes('{')) {
    refuse(operationId, `path parameters are not supported (${path})`, 'Describe one path for each value');
  }
  if (node['servers'] !== undefined) refuse(operationId, 'its own servers', 'A client has one base address; remove it');
  assertSecurity(node);
  const { 'x-security-type': security } = node;
  if (!SECURITY_TYPES.includes(security?.type)) {
    const found = security === undefined ? 'missing' : JSON.stringify(security);
    refuse(operationId, `x-security-type is ${found}`, 'Write { type: TRADE } or { type: PUBLIC }');
  }
  if (!EFFECTS.includes(node['x-effect'])) {
    refuse(operationId, `x-effect is ${node['x-effect'] ?? 'missing'}`, `Write one of ${EFFECTS.join(', ')}`);
  }
  assertReadName(node);
  for (const name of ['summary', 'description', 'tags'])
    if (!(node[name]?.length > 0))
      refuse(operationId, `no ${name}`, 'Write one, as the other files in openapi/paths do');
  const safe = node['x-safe-method'] as string | undefined;
  if (safe !== undefined && !RESERVED.includes(safe))
    refuse(operationId, `x-safe-method is ${safe}`, 'Name a member of the client that is not an operation');
  if (node['x-rate-limit'] !== undefined) assertRate(operationId, 'x-rate-limit', node['x-rate-limit'], 'requests');
  assertVariants(path, node);
  assertResult(document, node);
  assertInput(document, node);
  assertSelectors(document, node);
}

/** A read is retried by itself: one word written wrong must not make a call that acts a read. A public one (ping) acts on nothing. */
function assertReadName({ operationId, 'x-effect': effect, 'x-security-type': { type } }: Json): void {
  const isNamed = /^get[A-Z]/.test(operationId);
  if (effect === 'read' ? isNamed || type === 'PUBLIC' : !isNamed) return;
  const other = isNamed ? 'read as its x-effect' : `get${operationId[0].toUpperCase()}${operationId.slice(1)}`;
  refuse(operationId, `x-effect is ${effect}, which the name does not say`, `Write ${other}: a read begins with get`);
}

function assertVariants(path: string, { operationId, 'x-path-variants': variants }: Json): void {
  if (variants === undefined) return;
  const { 'x-evidence': mark, trailingSlash, ...others } = variants as Json;
  const other = Object.keys(others).find((key) => !key.startsWith('x-evidence'));
  if (other !== undefined || trailingSlash !== `${path}/`) {
    refuse(
      operationId,
      `x-path-variants: ${other ?? 'trailingSlash'} is not a variant that the client can ask for`,
      `Write trailingSlash: ${path}/`,
    );
  }
  if (mark === undefined) {
    refuse(operationId, 'x-path-variants without x-evidence', 'Say where it was seen: one path is declared');
  }
}

function assertOperationId(request: string, operationId: unknown): void {
  if (typeof operationId !== 'string') refuse(request, 'no operationId', 'Give it one: it is the name of the method');
  if (!IDENTIFIER.test(operationId) || !/^[a-z]/.test(operationId)) {
    refuse(operationId, 'the operationId is not a name in camel case', 'Use letters and digits, such as createOrder');
  }
  if (RESERVED.includes(operationId) || isOnEveryObject(operationId)) {
    refuse(operationId, 'the client has another member of this name', 'Choose another operationId');
  }
  if (TAKEN_INPUTS.includes(operationId)) {
    refuse(operationId, 'the type of its input would have the name of another', 'Choose another operationId');
  }
}

function assertSecurity({ operationId, security }: Json): void {
  const advice = `Write [] for a public operation, or ${SCHEMES.join(', ')} in one requirement (beside {} where none is declared)`;
  if (!Array.isArray(security)) refuse(operationId, 'no security', advice);
  const requirements = security.map((requirement: Json) => Object.keys(requirement).sort().join(', '));
  const other = requirements.find((names) => names !== '' && names !== SCHEMES.join(', '));
  if (other !== undefined)
    refuse(operationId, `security of ${other}, which the client does not send like that`, advice);
}

function assertResult(document: Json, { operationId, 'x-result': result, responses }: Json): void {
  const { examples, schema: body = {} } =
    follow(document, responses?.['200'] ?? {})['content']?.['application/json'] ?? {};
  if (examples === undefined)
    refuse(operationId, 'no example of the 200 response', 'Give it a named one under examples');
  if (result === undefined) {
    refuse(operationId, 'no x-result', 'Say which schema and shape the answer has without its envelope');
  }
  for (const form of (follow(document, body)['anyOf'] ?? [body]) as Json[])
    if (refName(form) !== result.schema && follow(document, form)['description'] === undefined)
      refuse(operationId, 'a form of the 200 response has no description', 'Say in one sentence what it is');
  if (!SHAPES.includes(result.shape)) {
    refuse(operationId, `x-result.shape is ${result.shape ?? 'missing'}`, `Write one of ${SHAPES.join(', ')}`);
  }
  const schemas: Json = document['components'].schemas;
  const schema = Object.hasOwn(schemas, result.schema ?? '') ? schemas[result.schema] : undefined;
  if (schema === undefined) {
    refuse(
      operationId,
      `x-result.schema is ${result.schema ?? 'missing'}`,
      'Name a schema of openapi/components/schemas',
    );
  }
  if (schema.type !== 'object' || schema.allOf || schema.anyOf || schema.oneOf) {
    refuse(operationId, `x-result.schema ${result.schema} is not one plain object`, 'Name one record, written out');
  }
}
