import { asList, asObject, type Json, type JsonObject } from '../source/bundle.js';
import { loadBundle, markOf, operationsOf, resolve, words } from '../source/bundle.js';

/*
 * The bundle's statements on every field, read without the site's code: a fault of its model shows as a difference.
 */

export const bundle = loadBundle('openapi.json');
export const operations = operationsOf(bundle).map((place) => ({
  ...place,
  id: String(place.operation['operationId']),
}));
export type Place = (typeof operations)[number];

export interface DescribedField {
  /** `createOrder.request.price` */
  readonly address: string;
  readonly mark: string;
  /** Everything that is said of it: description, source, what was seen. */
  readonly texts: readonly string[];
  /** The marks of what was seen beside it, after its own. */
  readonly remarks: readonly string[];
}

const follow = (node: Json | undefined): JsonObject => asObject(resolve(bundle, '', node).node);

const anyJson = follow({ $ref: '#/components/schemas/AnyJson' });

const bodyOf = (holder: Json | undefined): Json | undefined =>
  asObject(asObject(follow(holder)['content'])['application/json'])['schema'];

export function describedFields({ id, operation, parameters }: Place): DescribedField[] {
  const result = asObject(operation['x-result']);
  const schemas = asObject(asObject(bundle['components'])['schemas']);
  const responses = asObject(operation['responses']);
  const errors = Object.keys(responses)
    .filter((status) => status !== '200')
    .flatMap((status) => propertiesOf(bodyOf(responses[status]), `${id}.error.`));
  return [
    ...parameters.map(({ node }) => parameterOf(follow(node), id, markOf(operation))),
    ...propertiesOf(bodyOf(operation['requestBody']), `${id}.request.`, markOf(operation)),
    ...propertiesOf(schemas[String(result['schema'])], `${id}.response.`, markOf(result)),
    ...wrappersOf(bodyOf(responses['200']), schemas[String(result['schema'])], id),
    ...new Map(errors.map((field) => [field.address, field])).values(),
  ];
}

function parameterOf(node: JsonObject, id: string, around: string | undefined): DescribedField {
  const place = node['in'] === 'header' ? 'header' : 'request';
  return fieldOf(`${id}.${place}.${String(node['name'])}`, { ...follow(node['schema']), ...node }, around);
}

/** Properties, and those of the records inside them. */
function propertiesOf(schema: Json | undefined, prefix: string, around?: string): DescribedField[] {
  const node = follow(schema);
  if (node['items'] !== undefined) return propertiesOf(node['items'], prefix, markOf(node) ?? around);
  const mark = markOf(node) ?? around;
  return Object.entries(asObject(node['properties'])).flatMap(([name, property]) => [
    fieldOf(`${prefix}${name}`, follow(property), mark),
    ...propertiesOf(property, `${prefix}${name}.`, mark),
  ]);
}

/** The members around the result in the alternative forms of a response. */
function wrappersOf(schema: Json | undefined, result: Json | undefined, id: string): DescribedField[] {
  const node = follow(schema);
  return (node['anyOf'] === undefined ? [node] : asList(node['anyOf']).map(follow))
    .filter((form) => form !== follow(result) && form !== anyJson)
    .flatMap((form, i) =>
      Object.entries(asObject(form['properties'])).map(([name, property]) =>
        fieldOf(`${id}.form${i + 1}.${name}`, follow(property), markOf(form)),
      ),
    );
}

function fieldOf(address: string, node: JsonObject, around: string | undefined): DescribedField {
  const seen = [asObject(node['x-observed']), asObject(node['x-observed-values'])].filter((one) => markOf(one));
  const values = Object.entries(asObject(asObject(node['x-observed-values'])['values']));
  return {
    address,
    mark: markOf(node) ?? around ?? 'declared',
    texts: [
      words(node['description']),
      words(node['x-evidence-note']),
      ...seen.flatMap((one) => [words(one['text']), words(one['x-evidence-note'])]),
      ...values.map(([value, meaning]) => `${value}: ${words(meaning)}`),
    ].filter((text) => text !== ''),
    remarks: seen.map((one) => markOf(one) as string),
  };
}
