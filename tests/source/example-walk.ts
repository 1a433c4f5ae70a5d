/** The names in example values against the schema of their media type, through references, alternatives and items. */
import {
  asList,
  asObject,
  isObject,
  join,
  type Json,
  type JsonObject,
  type Located,
  locate,
  markOf,
  operationsOf,
  resolve,
} from './bundle.js';

/** One example of a request body or response. */
export interface PlacedExample {
  /** Where its value stands. */
  readonly pointer: string;
  readonly value: Json | undefined;
  /** True when it, or the request body, response or media type around it, carries a mark. */
  readonly marked: boolean;
  readonly schema: Located;
}

const anyMarked = (nodes: readonly (Json | undefined)[]): boolean => nodes.some((node) => markOf(node) !== undefined);

function examplesOf(bundle: JsonObject, holder: Located): PlacedExample[] {
  const at = resolve(bundle, holder.pointer, holder.node);
  return Object.entries(asObject(asObject(at.node)['content'])).flatMap(([type, media]) => {
    const pointer = join(at.pointer, 'content', type);
    const { schema: node, example, examples } = asObject(media);
    const schema = { pointer: join(pointer, 'schema'), node };
    const around = [holder.node, at.node, media];
    const named = Object.entries(asObject(examples)).map(([name, reference]) => {
      const place = resolve(bundle, join(pointer, 'examples', name), reference);
      const { value } = asObject(place.node);
      return { pointer: join(place.pointer, 'value'), value, marked: anyMarked([...around, place.node]), schema };
    });
    if (example === undefined) return named;
    return [...named, { pointer: join(pointer, 'example'), value: example, marked: anyMarked(around), schema }];
  });
}

/** Every example of a request body or response of an operation. */
export function placedExamples(bundle: JsonObject): PlacedExample[] {
  return operationsOf(bundle).flatMap(({ pointer, operation }) => [
    ...examplesOf(bundle, { pointer: join(pointer, 'requestBody'), node: operation['requestBody'] }),
    ...Object.entries(asObject(operation['responses'])).flatMap(([status, node]) =>
      examplesOf(bundle, { pointer: join(pointer, 'responses', status), node }),
    ),
  ]);
}

interface Scope {
  readonly bundle: JsonObject;
  /** True when observed and assumed parts of a schema account for a name. */
  readonly withMarked: boolean;
}

/** The schema objects that hold together once an alternative of each choice is taken. */
type Reading = readonly Located[];

const each = (readings: readonly Reading[], choice: readonly Reading[]): Reading[] =>
  readings.flatMap((reading) => choice.map((taken) => [...reading, ...taken]));

function readingsOf(scope: Scope, place: Located): Reading[] {
  const at = resolve(scope.bundle, place.pointer, place.node);
  if (!scope.withMarked && anyMarked([place.node, at.node])) return [];
  const branches = (keyword: string): Reading[][] =>
    asList(asObject(at.node)[keyword]).map((node, index) =>
      readingsOf(scope, { pointer: join(at.pointer, keyword, index), node }),
    );
  return [...branches('allOf'), branches('anyOf').flat(), branches('oneOf').flat()]
    .filter((choice) => choice.length > 0)
    .reduce<Reading[]>(each, [[at]]);
}

/** Pointers of the names in `value` that the schemas do not have, in the reading that leaves the fewest. */
function foreignIn(scope: Scope, pointer: string, value: Json, schemas: Reading): string[] {
  const readings = schemas.map((schema) => readingsOf(scope, schema)).reduce<Reading[]>(each, [[]]);
  const [best = namesIn(scope, pointer, value, [])] = readings
    .map((reading) => namesIn(scope, pointer, value, reading))
    .sort((a, b) => a.length - b.length);
  return best;
}

function namesIn(scope: Scope, pointer: string, value: Json, reading: Reading): string[] {
  const below = (...tokens: readonly string[]): Reading =>
    reading.flatMap((at) => {
      const node = tokens.reduce<Json | undefined>((holder, token) => asObject(holder)[token], at.node);
      return node === undefined ? [] : [{ pointer: join(at.pointer, ...tokens), node }];
    });
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => foreignIn(scope, join(pointer, index), item, below('items')));
  }
  return Object.entries(asObject(value)).flatMap(([name, child]) => {
    const here = join(pointer, name);
    const schemas = below('properties', name).filter((schema) => readingsOf(scope, schema).length > 0);
    return schemas.length === 0 ? [here] : foreignIn(scope, here, child, schemas);
  });
}

/** A body with a code other than 0 is an error, whatever the status under which it stands. */
const isError = (value: Json): boolean => isObject(value) && 'code' in value && String(value['code']) !== '0';

/**
 * Pointers of the names in an example that its schema does not have; those of an error may be of ErrorEnvelope instead.
 * Marked parts of a schema account for names in marked examples only.
 */
export function foreignNames(bundle: JsonObject, { pointer, value, marked, schema }: PlacedExample): string[] {
  if (value === undefined) return [];
  const scope = { bundle, withMarked: marked };
  const found = foreignIn(scope, pointer, value, [schema]);
  if (found.length === 0 || !isError(value)) return found;
  const asError = foreignIn(scope, pointer, value, [locate(bundle, '/components/schemas/ErrorEnvelope')]);
  return asError.length < found.length ? asError : found;
}
