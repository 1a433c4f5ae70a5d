import { readFileSync } from 'node:fs';

/** Reading of a bundled OpenAPI description: objects, lists, references and evidence marks. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

export type Mark = 'observed' | 'assumed';

export function loadBundle(name: 'openapi.json' | 'openapi.declared.json'): JsonObject {
  const bundle = JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8')) as Json;
  if (!isObject(bundle)) throw new TypeError(`generated/${name} holds no object`);
  return bundle;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at `value`, or an empty one. */
export const asObject = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});

/** The list at `value`, or an empty one. */
export const asList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Appends a reference token to a JSON Pointer (RFC 6901). */
export const join = (pointer: string, ...tokens: readonly (string | number)[]): string =>
  [pointer, ...tokens.map((token) => String(token).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/');

const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

export interface Located {
  readonly pointer: string;
  readonly node: Json | undefined;
}

/** Follows `$ref` from `node` until something else is reached, and says where that is. */
export function resolve(bundle: JsonObject, pointer: string, node: Json | undefined): Located {
  let located: Located = { pointer, node };
  for (let hops = 0; hops < 32; hops += 1) {
    const reference = asObject(located.node)['$ref'];
    if (typeof reference !== 'string') return located;
    if (!reference.startsWith('#')) throw new Error(`${located.pointer}: ${reference} points out of the bundle`);
    located = locate(bundle, decodeURIComponent(reference.slice(1)));
  }
  throw new Error(`${pointer}: references go in a circle`);
}

/** The place a JSON Pointer leads to, through every `$ref` on the way. */
export function locate(bundle: JsonObject, pointer: string): Located {
  let located: Located = { pointer: '', node: bundle };
  for (const token of tokensOf(pointer)) {
    const { node } = located;
    const child = Array.isArray(node) ? node[Number(token)] : asObject(node)[token];
    located = resolve(bundle, join(located.pointer, token), child);
  }
  return located;
}

/** The node's own evidence mark; a node without one is declared. */
export function markOf(node: Json | undefined): Mark | undefined {
  const mark = asObject(node)['x-evidence'];
  return mark === 'observed' || mark === 'assumed' ? mark : undefined;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every operation, in the bundle's order. */
export function operationsOf(bundle: JsonObject) {
  return Object.entries(asObject(bundle['paths'])).flatMap(([path, item]) => {
    const place = resolve(bundle, join('', 'paths', path), item);
    const pathItem = asObject(place.node);
    const parametersAt = (pointer: string, list: Json | undefined): Located[] =>
      asList(list).map((node, index) => ({ pointer: join(pointer, 'parameters', index), node }));
    return methods.flatMap((method) => {
      const operation = pathItem[method];
      if (!isObject(operation)) return [];
      const pointer = join(place.pointer, method);
      /** Parameters of the path item and of the operation. */
      const parameters = [
        ...parametersAt(place.pointer, pathItem['parameters']),
        ...parametersAt(pointer, operation['parameters']),
      ];
      return [{ pointer, method: method.toUpperCase(), path, operation, parameters }];
    });
  });
}

/** Every text under one of the given keys. */
export function textsUnder(node: Json, keys: readonly string[]): string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, child]: [string, Json]) =>
    typeof child === 'string' && keys.includes(key) ? [words(child)] : textsUnder(child, keys),
  );
}

/** Text with every run of white space as one blank, so that line breaks of YAML do not count. */
export const words = (text: Json | undefined): string =>
  typeof text === 'string' ? text.replace(/\s+/gu, ' ').trim() : '';
