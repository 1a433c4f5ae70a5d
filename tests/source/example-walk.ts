/** The names in example values against the schema of their media type, through references, alternatives and items. */
import {
  asList,
  asObject,
  isObject,
  join,
  type Json,
  type JsonObject,
  type Located,
  markOf,
  operationsOf,
  resolve,
} from './bundle.js';

export interface PlacedExample {
  readonly pointer: string;
  readonly value: Json | undefined;
  /** True when it, or the request body, response or media type around it, carries a mark. */
  readonly marked: boolean;
  readonly schema: Json | undefined;
}

const anyMarked = (nodes: readonly (Json | undefined)[]): boolean => nodes.some((node) => markOf(node) !== undefined);

function examplesOf(bundle: JsonObject, holder: Located): PlacedExample[] {
  const at = resolve(bundle, holder.pointer, holder.node);
  return Object.entries(asObject(asObject(at.node)['content'])).flatMap(([type, media]) => {
    const pointer = join(at.pointer, 'content', type);
    const { schema, example, examples } = asObject(media);
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

export function placedExamples(bundle: JsonObject): PlacedExample[] {
  return operationsOf(bundle).flatMap(({ pointer, operation }) => [
    ...examplesOf(bundle, { pointer: join(pointer, 'requestBody'), node: operation['requestBody'] }),
    ...Object.entries(asObject(operation['responses'])).flatMap(([status, node]) =>
      examplesOf(bundle, { pointer: join(pointer, 'responses', status), node }),
    ),
  ]);
}

/** The schema objects that hold together once an alternative of each choice is taken. */
type Reading = readonly JsonObject[];

const each = (readings: readonly Reading[], choice: readonly Reading[]): Reading[] =>
  readings.flatMap((reading) => choice.map((taken) => [...reading, ...taken]));

function readingsOf(bundle: JsonObject, node: Json | undefined): Reading[] {
  const schema = asObject(resolve(bundle, '', node).node);
  const branches = (keyword: string): Reading[][] => asList(schema[keyword]).map((one) => readingsOf(bundle, one));
  return [...branches('allOf'), branches('anyOf').flat(), branches('oneOf').flat()]
    .filter((choice) => choice.length > 0)
    .reduce<Reading[]>(each, [[schema]]);
}

/** Pointers of the names in `value` that the schemas do not have, in the reading that leaves the fewest. */
function foreignIn(bundle: JsonObject, pointer: string, value: Json, schemas: readonly Json[]): string[] {
  const readings = schemas.map((schema) => readingsOf(bundle, schema)).reduce<Reading[]>(each, [[]]);
  const [best = []] = readings
    .map((reading) => namesIn(bundle, pointer, value, reading))
    .sort((a, b) => a.length - b.length);
  return best;
}

function namesIn(bundle: JsonObject, pointer: string, value: Json, reading: Reading): string[] {
  if (Array.isArray(value)) {
    const items = reading.flatMap((schema) => schema['items'] ?? []);
    return value.flatMap((item, index) => foreignIn(bundle, join(pointer, index), item, items));
  }
  return Object.entries(asObject(value)).flatMap(([name, child]) => {
    const here = join(pointer, name);
    const schemas = reading.flatMap((schema) => asObject(schema['properties'])[name] ?? []);
    return schemas.length === 0 ? [here] : foreignIn(bundle, here, child, schemas);
  });
}

/** A body with a code other than 0 is an error, whatever the status under which it stands. */
const isError = (value: Json): boolean => isObject(value) && 'code' in value && String(value['code']) !== '0';

/** Pointers of the names in an example that its schema does not have; those of an error may be of ErrorEnvelope instead. */
export function foreignNames(bundle: JsonObject, { pointer, value, schema }: PlacedExample): string[] {
  if (value === undefined) return [];
  const found = foreignIn(bundle, pointer, value, [schema ?? {}]);
  if (found.length === 0 || !isError(value)) return found;
  const asError = foreignIn(bundle, pointer, value, [{ $ref: '#/components/schemas/ErrorEnvelope' }]);
  return asError.length < found.length ? asError : found;
}
