/**
 * The truth gate: where does each fact of a bundle come from?
 *
 * Walks every operation, parameter, property, status, enum value, default, limit, weight, security type and error code.
 * A fact is observed or assumed when it, or a node around it, carries `x-evidence`; otherwise it is declared when the
 * transcription has it at that place; otherwise it comes from nowhere, and that is a fault. So is a declared fact that
 * the bundle lacks or marks, and a name in an example that the schema of its media type does not have: an example adds
 * no facts of its own.
 */
import {
  asList,
  asObject,
  isObject,
  join,
  type Json,
  type JsonObject,
  type Located,
  type Mark,
  markOf,
  type OperationPlace,
  operationsOf,
  resolve,
} from './bundle.js';
import { type DeclaredOperation, declaredOperation, type Shape } from './declared-shape.js';
import { foreignNames, placedExamples } from './example-walk.js';
import { Ledger, type GateNode } from './ledger.js';
import { walkSchema, type Walk } from './schema-walk.js';
import type { ServiceDocument } from './service-document.js';

export type { GateNode, Kind, Origin } from './ledger.js';

type Operation = DeclaredOperation | undefined;

/** Walks the schemas of a parameter, request body or response that stand under media types. */
function walkContent(walk: Walk, holder: Located, shape: Shape | undefined, around: Mark | undefined): void {
  for (const [type, media] of Object.entries(asObject(asObject(holder.node)['content']))) {
    const pointer = join(holder.pointer, 'content', type, 'schema');
    walkSchema(walk, { pointer, node: asObject(media)['schema'], shape, mark: markOf(media) ?? around });
  }
}

function walkParameter(
  walk: Walk,
  { pointer, node }: Located,
  declared: ReadonlyMap<string, Shape>,
  around: Mark | undefined,
): string {
  const at = resolve(walk.bundle, pointer, node);
  const parameter = asObject(at.node);
  const mark = markOf(node) ?? markOf(parameter) ?? around;
  const key = `${String(parameter['in'])} ${String(parameter['name'])}`;
  const shape = declared.get(key);
  walk.ledger.fact(pointer, 'parameter', key, shape !== undefined, mark);
  const inner = mark === undefined ? shape : undefined;
  if (parameter['schema'] !== undefined) {
    walkSchema(walk, { pointer: join(at.pointer, 'schema'), node: parameter['schema'], shape: inner, mark });
  }
  walkContent(walk, at, inner, mark);
  return key;
}

function walkResponse(walk: Walk, { pointer, node }: Located, declared: Operation, around: Mark | undefined): void {
  const at = resolve(walk.bundle, pointer, node);
  const response = asObject(at.node);
  const mark = markOf(node) ?? markOf(response) ?? around;
  const status = pointer.slice(pointer.lastIndexOf('/') + 1);
  // "HTTP statuses other than 200: not shown" is what a default response without content says.
  const silence = status === 'default' && response['content'] === undefined;
  walk.ledger.fact(pointer, 'status', status, declared !== undefined && (status === '200' || silence), mark);
  for (const name of Object.keys(asObject(response['headers']))) {
    walk.ledger.fact(join(at.pointer, 'headers', name), 'parameter', `response header ${name}`, false, mark);
  }
  walkContent(walk, at, mark === undefined && status === '200' ? declared?.answer : undefined, mark);
}

/** Weight, security type, result and rate limit of one operation. */
function walkExtensions(
  { ledger }: Walk,
  { pointer, operation }: OperationPlace,
  declared: Operation,
  around: Mark | undefined,
): void {
  const scalar = (node: Json | undefined, key: string): Json | undefined => (isObject(node) ? node[key] : node);
  const weight = operation['x-weight'];
  const isWeight = declared?.weight !== undefined;
  if (weight !== undefined) {
    const said = isWeight && scalar(weight, 'value') === declared.weight;
    ledger.fact(join(pointer, 'x-weight'), 'weight', String(scalar(weight, 'value')), said, markOf(weight) ?? around);
  } else if (isWeight) {
    ledger.missing(join(pointer, 'x-weight'), 'weight', String(declared.weight));
  }

  const security = operation['x-security-type'];
  const type = scalar(security, 'type');
  if (security !== undefined) {
    const said = declared?.securityType !== undefined && type === declared.securityType;
    ledger.fact(join(pointer, 'x-security-type'), 'security type', String(type), said, markOf(security) ?? around);
  } else if (declared?.securityType !== undefined) {
    ledger.missing(join(pointer, 'x-security-type'), 'security type', declared.securityType);
  }

  const result = operation['x-result'];
  if (result !== undefined) {
    const isPublic = declared?.row.headers === 'none';
    const label = String(asObject(result)['schema']);
    ledger.fact(join(pointer, 'x-result'), 'result', label, isPublic, markOf(result) ?? around);
  }
  const rate = operation['x-rate-limit'];
  if (rate !== undefined) ledger.fact(join(pointer, 'x-rate-limit'), 'limit', 'rate', false, markOf(rate) ?? around);
}

function walkOperation(walk: Walk, place: OperationPlace, declared: Operation): void {
  const { ledger, bundle } = walk;
  const { pointer, operation } = place;
  const mark = markOf(operation);
  const label = String(operation['operationId']);
  ledger.fact(pointer, 'operation', label, declared?.row.operationId === label, mark);

  const parameters = declared?.parameters ?? new Map<string, Shape>();
  const seen = place.parameters.map((at) => walkParameter(walk, at, parameters, mark));
  for (const key of parameters.keys()) {
    if (!seen.includes(key)) ledger.missing(join(pointer, 'parameters', '-'), 'parameter', key);
  }

  if (operation['requestBody'] !== undefined) {
    const at = resolve(bundle, join(pointer, 'requestBody'), operation['requestBody']);
    const bodyMark = markOf(at.node) ?? mark;
    ledger.fact(join(pointer, 'requestBody'), 'request body', label, declared?.body !== undefined, bodyMark);
    walkContent(walk, at, bodyMark === undefined ? declared?.body : undefined, bodyMark);
  } else if (declared?.body !== undefined) ledger.missing(join(pointer, 'requestBody'), 'request body', label);

  const responses = asObject(operation['responses']);
  for (const [status, node] of Object.entries(responses)) {
    walkResponse(walk, { pointer: join(pointer, 'responses', status), node }, declared, mark);
  }
  if (declared !== undefined && responses['200'] === undefined) {
    ledger.missing(join(pointer, 'responses', '200'), 'status', '200');
  }
  walkExtensions(walk, place, declared, mark);
}

/** Error codes and general rate limits stand at the root; the document has none, so each needs a mark. */
function walkRoot({ bundle, ledger }: Walk): void {
  asList(bundle['x-error-codes']).forEach((entry, index) => {
    ledger.fact(join('/x-error-codes', index), 'error code', String(asObject(entry)['code']), false, markOf(entry));
  });
  const rates = bundle['x-rate-limits'];
  if (rates === undefined) return;
  const around = markOf(rates);
  for (const [key, rate] of Object.entries(asObject(Array.isArray(rates) ? { ...rates } : rates))) {
    if (!key.startsWith('x-')) ledger.fact(join('/x-rate-limits', key), 'limit', key, false, markOf(rate) ?? around);
  }
}

/** Components that no operation reaches by reference: only a mark can account for them. */
function walkComponents(walk: Walk): void {
  const { bundle, ledger } = walk;
  const each = (kind: string): Located[] =>
    Object.entries(asObject(asObject(bundle['components'])[kind])).map(([name, node]) => ({
      pointer: join('/components', kind, name),
      node,
    }));
  for (const { pointer, node } of each('schemas')) {
    if (!ledger.visited(pointer)) walkSchema(walk, { pointer, node, shape: undefined, mark: undefined });
  }
  const used = new Set(
    operationsOf(bundle).flatMap(({ parameters, operation, pointer }) =>
      [
        ...parameters,
        { pointer, node: operation['requestBody'] },
        ...Object.values(asObject(operation['responses'])).map((node) => ({ pointer, node })),
      ].map((at) => resolve(bundle, at.pointer, at.node).pointer),
    ),
  );
  for (const at of each('parameters')) if (!used.has(at.pointer)) walkParameter(walk, at, new Map(), undefined);
  for (const at of [...each('requestBodies'), ...each('responses')]) {
    if (!used.has(at.pointer)) walkContent(walk, at, undefined, markOf(at.node));
  }
}

/** Names in the examples of request bodies and responses that their schemas do not have. */
function walkExamples({ bundle, ledger }: Walk): void {
  for (const example of placedExamples(bundle)) {
    for (const pointer of foreignNames(bundle, example)) {
      ledger.foreign(pointer, pointer.slice(pointer.lastIndexOf('/') + 1));
    }
  }
}

/** Lists every fact of the bundle with its origin, and every declared fact that the bundle has lost. */
export function truthGate(bundle: JsonObject, document: ServiceDocument): readonly GateNode[] {
  const walk: Walk = { bundle, ledger: new Ledger() };
  const places = operationsOf(bundle);
  for (const row of document.endpoints) {
    if (!places.some(({ method, path }) => method === row.method && path === row.path)) {
      walk.ledger.missing(join('/paths', row.path, row.method.toLowerCase()), 'operation', row.operationId);
    }
  }
  for (const place of places) {
    const row = document.endpoints.find(({ method, path }) => method === place.method && path === place.path);
    walkOperation(walk, place, row === undefined ? undefined : declaredOperation(document, row));
  }
  for (const place of operationsOf(bundle, 'webhooks')) walkOperation(walk, place, undefined);
  walkRoot(walk);
  walkComponents(walk);
  walkExamples(walk);
  return walk.ledger.nodes();
}
