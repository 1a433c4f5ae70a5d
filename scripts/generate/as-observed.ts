import { observedStatements } from './evidence.js';
import { follow, type Json, refName } from './references.js';

/** The introduction of the bundle instead of the declared text, which says what the service document shows. */
const ABOUT = `What deployments were seen to accept, for tools that cannot send a GET with a body: getOrder takes its fields in the query, and
is signed. What has \`x-evidence\`, and all below it, is not in the service document. openapi.json has both readings, with the sources.`;

/**
 * The bundle of what deployments were seen to accept, derived from the marks of the full one:
 *
 * - the fields of a body move to where `x-observed-input` says;
 * - an operation that was seen as TRADE is signed, where the document leaves it open;
 * - a response has the shapes that were seen, and no longer any JSON, and no status stands for a hundred of them;
 * - the security schemes alone say which headers sign a call.
 *
 * Only the outermost marks of the evidence stay: openapi.json has the rest.
 */
export function asObserved(full: Json): Json {
  const copy = structuredClone(full) as Record<string, any>;
  copy['info'] = { ...copy['info'], title: `${copy['info'].title}, as observed`, description: ABOUT };
  for (const item of Object.values(copy['paths'] as Json)) {
    for (const operation of Object.values(item) as Record<string, any>[]) observe(operation, copy);
  }
  for (const schema of Object.values(copy['components'].schemas as Json)) keepShapes(schema);
  return withoutUnused(withoutExtensions(copy) as Json);
}

function observe(operation: Record<string, any>, document: Json): void {
  if (operation['x-observed-input']?.in === 'query') moveToQuery(operation, document);
  if (operation['x-security-type']?.type === 'TRADE' && operation['security'].length > 1) {
    operation['security'] = operation['security'].filter((schemes: Json) => Object.keys(schemes).length > 0);
    operation['description'] += ' Observed: signed with the three headers.';
  }
  for (const range of ['4XX', '5XX']) delete operation['responses'][range];
  operation['parameters'] &&= operation['parameters'].filter((each: Json) => follow(document, each)['in'] !== 'header');
}

function moveToQuery(operation: Record<string, any>, document: Json): void {
  const { schema: given, examples } = operation['requestBody'].content['application/json'];
  const schema = follow(document, given);
  const fields = Object.entries(schema['properties'] as Json).map(([name, { description, ...property }]) => ({
    name,
    in: 'query',
    required: schema['required']?.includes(name) === true,
    description,
    'x-evidence': 'observed',
    schema: property,
    ...examplesOf(name, document, examples),
  }));
  operation['parameters'] = [...(operation['parameters'] ?? []), ...fields];
  delete operation['requestBody'];
  // The declared text speaks of the body.
  const said = observedStatements(operation).map(({ text }) => text);
  if (said.length > 0) operation['description'] = `Observed: ${said.join(' ')}`;
}

/** The examples of a body that have the field, as examples of the parameter. */
function examplesOf(name: string, document: Json, examples: Json): Json {
  const given = Object.entries(examples).map(([title, node]) => [title, follow(document, node)['value']] as const);
  const having = given.filter(([, value]) => name in value).map(([title, value]) => [title, { value: value[name] }]);
  return having.length === 0 ? {} : { examples: Object.fromEntries(having) };
}

function keepShapes(schema: Record<string, any>): void {
  if (!Array.isArray(schema['anyOf']) || schema['anyOf'].length < 2) return;
  const seen = schema['anyOf'].filter((form: Json) => refName(form) !== 'AnyJson') as Json[];
  schema['anyOf'] = seen;
  if (seen.length > 1) return;
  delete schema['anyOf'];
  Object.assign(schema, seen[0]);
}

/** Extensions that a reader of this bundle needs: limits, and the security type where `security` is only observed. */
const KEPT: readonly string[] = ['x-weight', 'x-speed-limit', 'x-rate-limit', 'x-security-type'];

/** Keeps only the mark of the other extensions, and that once: the parts of a marked node are marked too. */
function withoutExtensions(node: unknown, isMarked = false): unknown {
  if (Array.isArray(node)) return node.map((each) => withoutExtensions(each, isMarked));
  if (node === null || typeof node !== 'object') return node;
  const kept = Object.entries(node).filter(
    ([key]) => !key.startsWith('x-') || KEPT.includes(key) || (key === 'x-evidence' && !isMarked),
  );
  return Object.fromEntries(
    kept.map(([key, value]) => [key, withoutExtensions(value, isMarked || 'x-evidence' in node)]),
  );
}

/** Takes out components that are not referred to any more. */
function withoutUnused(document: Json): Json {
  const text = JSON.stringify(document);
  const components = Object.entries(document['components'] as Json).map(([kind, all]) => {
    const used = Object.keys(all).filter((name) => kind === 'securitySchemes' || text.includes(`/${kind}/${name}"`));
    return [kind, Object.fromEntries(used.map((name) => [name, all[name]]))];
  });
  const kept = { ...document, components: Object.fromEntries(components) };
  return JSON.stringify(kept).length === text.length ? kept : withoutUnused(kept);
}
