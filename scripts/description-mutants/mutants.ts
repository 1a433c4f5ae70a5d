import type { Json } from '../generate/references.js';

/** A copy, which may be changed. */
type Editable = { -readonly [Key in keyof Json]: Json[Key] };

/** The description with one line changed. */
export interface Mutant {
  /** JSON Pointer of what was changed. */
  readonly at: string;
  readonly change: string;
  /** A copy, made when it is asked for: there are more than a thousand. */
  readonly document: Json;
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const OTHER_TYPE: Readonly<Record<string, string>> = {
  string: 'integer',
  integer: 'string',
  number: 'string',
  boolean: 'string',
  object: 'array',
  array: 'object',
};

/** Every line that a validator or a router can see, each changed in turn; texts, examples and marks are none. */
export function* mutantsOf(document: Json): Generator<Mutant> {
  for (const part of ['paths', 'components']) yield* inside(document, [part]);
}

function* inside(document: Json, path: readonly string[]): Generator<Mutant> {
  const node = at(document, path) as Json;
  if (node === null || typeof node !== 'object') return;
  const where = path.map((key) => key.replaceAll('/', '~1')).join('/');
  const changed = (key: string, change: string, edit: (copy: Editable) => void): Mutant => ({
    at: `/${where}/${key}`,
    change,
    get document() {
      const copy = structuredClone(document);
      edit(at(copy, path) as Editable);
      return copy;
    },
  });
  if (!Array.isArray(node)) yield* changesOf(node, path, changed);
  for (const key of Object.keys(node)) {
    if (isText(key, path)) continue;
    yield* inside(document, [...path, key]);
  }
}

type Change = (key: string, change: string, edit: (copy: Editable) => void) => Mutant;

function* changesOf(node: Json, path: readonly string[], changed: Change): Generator<Mutant> {
  const last = path.at(-1)!;
  if (last === 'paths')
    for (const key of Object.keys(node)) yield changed(key, 'another path', renamed(key, `${key}X`));
  for (const method of METHODS.filter((name) => path.at(-2) === 'paths' && name in node)) {
    const other = METHODS.find((name) => !(name in node))!;
    yield changed(method, `${method} becomes ${other}`, renamed(method, other));
  }
  if (last === 'content') {
    for (const type of Object.keys(node)) yield changed(type, 'another media type', renamed(type, 'text/csv'));
  }
  if (last === 'responses' && path.length > 2) {
    for (const status of Object.keys(node)) yield changed(status, 'another status', renamed(status, '299'));
  }
  if (isSchema(node, path)) yield* schemaChanges(node, changed);
  if (typeof node['in'] === 'string' && typeof node['name'] === 'string') {
    yield changed('name', 'another name', (copy) => (copy['name'] += 'X'));
    if (node['in'] !== 'path')
      yield changed('in', 'another place', (copy) => (copy['in'] = node['in'] === 'query' ? 'header' : 'query'));
  }
  if (typeof node['required'] === 'boolean') {
    yield changed('required', `required: ${!node['required']}`, (copy) => (copy['required'] = !node['required']));
  }
  if (Array.isArray(node['security']) && node['security'].length > 0) {
    yield changed('security', 'without security', (copy) => (copy['security'] = []));
  }
}

function* schemaChanges(node: Json, changed: Change): Generator<Mutant> {
  const { type, required, enum: values, properties } = node;
  if (typeof type === 'string')
    yield changed('type', `${type} becomes ${OTHER_TYPE[type]}`, (copy) => (copy['type'] = OTHER_TYPE[type]));
  if (type === 'number') yield changed('type', 'number becomes integer', (copy) => (copy['type'] = 'integer'));
  if (type === 'integer') yield changed('type', 'integer becomes number', (copy) => (copy['type'] = 'number'));
  if (properties !== undefined) {
    for (const name of Object.keys(properties as Json)) {
      const isRequired = (required as string[] | undefined)?.includes(name) === true;
      yield changed(`required/${name}`, isRequired ? 'becomes optional' : 'becomes required', (copy) => {
        const others = ((copy['required'] ?? []) as string[]).filter((one) => one !== name);
        copy['required'] = isRequired ? others : [...others, name];
      });
      yield changed(`properties/${name}`, 'another name', (copy) => renamed(name, `${name}X`)(copy['properties']));
    }
  }
  for (const value of (values ?? []) as unknown[]) {
    yield changed(
      `enum/${String(value)}`,
      'is no value',
      (copy) => (copy['enum'] = copy['enum'].filter((one: unknown) => one !== value)),
    );
  }
  if (values !== undefined) yield changed('enum', 'one more value', (copy) => copy['enum'].push('OTHER'));
  for (const bound of ['maximum', 'minimum', 'maxProperties', 'minItems', 'maxItems', 'minLength', 'maxLength']) {
    if (typeof node[bound] !== 'number') continue;
    yield changed(bound, 'one more', (copy) => (copy[bound] += 1));
    yield changed(bound, 'one less', (copy) => (copy[bound] -= 1));
  }
  if (node['default'] !== undefined) yield changed('default', 'another default', (copy) => (copy['default'] += 1));
  if (node['format'] !== undefined) yield changed('format', 'no format', (copy) => delete copy['format']);
  if (typeof node['pattern'] === 'string')
    yield changed('pattern', 'another pattern', (copy) => (copy['pattern'] = '^never$'));
  if (typeof node['additionalProperties'] === 'boolean') {
    yield changed(
      'additionalProperties',
      'turned round',
      (copy) => (copy['additionalProperties'] = !copy['additionalProperties']),
    );
  }
}

const isSchema = (node: Json, path: readonly string[]): boolean =>
  (path.includes('schema') || path.includes('schemas')) &&
  (typeof node['type'] === 'string' || Array.isArray(node['type']) || node['enum'] !== undefined);

/** What only people read. Names of properties are none of these. */
const isText = (key: string, path: readonly string[]): boolean =>
  path.at(-1) !== 'properties' &&
  (key.startsWith('x-') || ['examples', 'example', 'description', 'summary'].includes(key));

const renamed =
  (from: string, to: string) =>
  (node: Editable): void => {
    node[to] = node[from];
    delete node[from];
  };

const at = (document: Json, path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (node as Json)[key], document);
