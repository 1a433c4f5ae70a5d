import { type DescriptionDocument, isJson, type Json, nodeAt, referenceName } from './document.js';

/** How sure a fact is. `not specified`: the description does not have it. */
export type FactMark = 'declared' | 'observed' | 'assumed' | 'not specified';

/** Who has to keep to a fact: what callers send, what servers answer, or both. */
export type FactSide = 'request' | 'response' | 'both' | 'neither';

/** One thing that a description says. */
export interface Fact {
  /** Where it stands, in words: `createOrder request price`. */
  readonly at: string;
  /** What it says: `type`, `required`, `enum` … `there` is that it exists. */
  readonly what: string;
  readonly side: FactSide;
  readonly mark: FactMark;
  readonly value: unknown;
  /** The `at` of what it is a part of: where that is missing, so is this. */
  readonly owner?: string;
}

/**
 * Everything that a description says of its operations and open questions, one fact after the other, references followed.
 *
 * @param names What to call operations that have another name.
 */
export function factsOf(
  document: DescriptionDocument,
  names: ReadonlyMap<string, string> = new Map(),
): readonly Fact[] {
  const facts: Fact[] = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(nodeAt(document, item))) {
      if (METHODS.has(method) && isJson(operation))
        operationFacts(
          document,
          { path, method, operation, shared: nodeAt(document, item)['parameters'], names },
          facts,
        );
    }
  }
  for (const unknown of listOf(document['x-unknowns'])) {
    const observed = isJson(unknown) ? unknown['observed'] : undefined;
    if (!isJson(unknown) || typeof unknown['id'] !== 'string') continue;
    const mark = observed === null || observed === undefined ? 'not specified' : 'observed';
    facts.push({ at: `open question ${unknown['id']}`, what: 'there', side: 'neither', mark, value: observed ?? null });
  }
  return facts;
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Members of an operation that change what a call is or costs. */
const OPERATION_MEMBERS = ['security', 'x-effect', 'x-weight', 'x-security-type', 'x-speed-limit', 'x-rate-limit'];

interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
  /** Parameters of every operation of the path; those of the operation itself come first. */
  readonly shared: unknown;
  readonly names: ReadonlyMap<string, string>;
}

/** The name of each operation, by its method and path. */
export function operationNames(document: DescriptionDocument): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(nodeAt(document, item)))
      if (METHODS.has(method) && isJson(operation))
        names.set(`${method.toUpperCase()} ${path}`, nameOf(path, method, operation));
  }
  return names;
}

const nameOf = (path: string, method: string, { operationId }: Json): string =>
  typeof operationId === 'string' ? operationId : `${method.toUpperCase()} ${path}`;

function operationFacts(
  document: Json,
  { path, method, operation, shared, names }: FoundOperation,
  facts: Fact[],
): void {
  const ownName = nameOf(path, method, operation);
  const id = names.get(ownName) ?? ownName;
  const mark = markOf(operation, 'declared');
  const say = (at: string, what: string, side: FactSide, value: unknown, of: FactMark = mark): void =>
    void facts.push({
      at,
      what,
      side,
      mark: of,
      value,
      ...(at !== id || what !== 'there' ? { owner: what === 'there' ? id : at } : {}),
    });
  say(id, 'there', 'both', true);
  say(id, 'operationId', 'neither', ownName);
  say(id, 'method and path', 'both', `${method.toUpperCase()} ${path}`);
  for (const name of OPERATION_MEMBERS) {
    const value = operation[name];
    if (value !== undefined) say(id, name, name === 'security' ? 'both' : 'neither', bare(value), markOf(value, mark));
  }
  const named = new Set<string>();
  for (const one of [...listOf(operation['parameters']), ...listOf(shared)]) {
    const parameter = nodeAt(document, one);
    const at = `${id} ${String(parameter['in'])} ${String(parameter['name'])}`;
    if (named.has(at)) continue;
    named.add(at);
    const inner = markOf(parameter, mark);
    say(at, 'there', 'request', true, inner);
    say(at, 'required', 'request', parameter['required'] === true, inner);
    schemaFacts({ document, facts, side: 'request' }, { at, owner: at }, parameter['schema'], inner, []);
  }
  const body = nodeAt(document, operation['requestBody']);
  for (const [type, media] of Object.entries(nodeAt(document, body['content']))) {
    const at = `${id} request${type === 'application/json' ? '' : ` ${type}`}`;
    say(at, 'there', 'request', true);
    say(at, 'required', 'request', body['required'] === true);
    schemaFacts({ document, facts, side: 'request' }, { at, owner: at }, nodeAt(document, media)['schema'], mark, []);
  }
  for (const [status, one] of Object.entries(nodeAt(document, operation['responses']))) {
    const response = nodeAt(document, one);
    const at = `${id} response ${status}`;
    const inner = markOf(response, mark);
    say(at, 'there', 'response', true, inner);
    for (const [type, media] of Object.entries(nodeAt(document, response['content']))) {
      const where = type === 'application/json' ? `${at} body` : `${at} ${type}`;
      say(where, 'there', 'response', true, inner);
      schemaFacts(
        { document, facts, side: 'response' },
        { at: where, owner: where },
        nodeAt(document, media)['schema'],
        inner,
        [],
      );
    }
  }
}

/** Members of a schema that say what a value may be. */
const SCHEMA_MEMBERS = [
  'type',
  'enum',
  'const',
  'format',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'multipleOf',
  'uniqueItems',
  'nullable',
  'pattern',
  'additionalProperties',
  'unevaluatedProperties',
] as const;

interface Walk {
  readonly document: Json;
  readonly facts: Fact[];
  readonly side: 'request' | 'response';
}

/** Where a schema stands, and the `at` of what it is a part of. */
interface Place {
  readonly at: string;
  readonly owner: string;
}

function schemaFacts(
  walk: Walk,
  { at, owner }: Place,
  node: unknown,
  around: FactMark,
  above: readonly unknown[],
): void {
  const schema = nodeAt(walk.document, node);
  // A schema that contains itself says nothing new the second time.
  if (above.includes(schema)) return;
  const { facts, side, document } = walk;
  const mark = markOf(schema, around);
  const within = [...above, schema];
  for (const what of SCHEMA_MEMBERS) {
    const value = schema[what];
    if (value !== undefined && (!isJson(value) || what === 'default'))
      facts.push({ at, what, side, mark, value, owner });
  }
  const required = new Set(listOf(schema['required']));
  for (const [name, property] of Object.entries(nodeAt(document, schema['properties']))) {
    const inner = markOf(nodeAt(document, property), mark);
    const where = `${at} ${name}`;
    facts.push({ at: where, what: 'there', side, mark: inner, value: true, owner });
    facts.push({ at: where, what: 'required', side, mark: inner, value: required.has(name), owner: where });
    schemaFacts(walk, { at: where, owner: where }, property, inner, within);
  }
  if (isJson(schema['additionalProperties']))
    schemaFacts(walk, { at: `${at} (any other)`, owner }, schema['additionalProperties'], mark, within);
  if (schema['items'] !== undefined) schemaFacts(walk, { at: `${at}[]`, owner }, schema['items'], mark, within);
  for (const member of listOf(schema['allOf'])) schemaFacts(walk, { at, owner }, member, mark, within);
  for (const [index, member] of [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].entries()) {
    const where = `${at} (${referenceName(member) ?? `form ${index + 1}`})`;
    facts.push({ at: where, what: 'there', side, mark: markOf(nodeAt(document, member), mark), value: true, owner });
    schemaFacts(walk, { at: where, owner: where }, member, mark, within);
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function markOf(node: unknown, around: FactMark): FactMark {
  const mark = isJson(node) ? node['x-evidence'] : undefined;
  return mark === 'declared' || mark === 'observed' || mark === 'assumed' ? mark : around;
}

/** Without the marks, which are compared on their own. */
const bare = (value: unknown): unknown =>
  isJson(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('x-evidence'))) : value;
