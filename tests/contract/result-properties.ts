import type { Operation } from '../../generated/operations.js';
import { asObject, type JsonObject, loadBundle, locate, resolve } from '../source/bundle.js';

const bundle = loadBundle('openapi.json');

/** Properties of the schema that the client's result has, by name; read from the bundle, not by the generator. */
export function resultProperties({ path, method }: Operation): ReadonlyMap<string, JsonObject> {
  const operation = asObject(asObject(asObject(bundle['paths'])[path])[method.toLowerCase()]);
  const { schema } = asObject(operation['x-result']);
  const { node } = locate(bundle, `/components/schemas/${String(schema)}`);
  return new Map(
    Object.entries(asObject(asObject(node)['properties'])).map(([name, property]) => [
      name,
      asObject(resolve(bundle, '', property).node),
    ]),
  );
}
