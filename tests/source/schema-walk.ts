import { asList, asObject, join, type Json, type JsonObject, type Mark, markOf, resolve } from './bundle.js';
import type { Shape } from './declared-shape.js';
import type { Ledger } from './ledger.js';

export interface Walk {
  readonly bundle: JsonObject;
  readonly ledger: Ledger;
}

export interface Place {
  readonly pointer: string;
  readonly node: Json | undefined;
  /** What the document declares here; nothing is declared below a mark. */
  readonly shape: Shape | undefined;
  /** The mark of the nearest marked node around this one. */
  readonly mark: Mark | undefined;
}

interface Found {
  readonly properties: Set<string>;
  readonly keywords: Set<'values' | 'default' | 'maximum'>;
}

const alternatives = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const applied = ['additionalProperties', 'unevaluatedProperties', 'contains', 'not', 'if', 'then', 'else'] as const;

/**
 * Records the properties, enum values, defaults and limits of a schema, through every reference.
 *
 * In alternatives it is enough that one unmarked branch has what is declared.
 */
export function walkSchema(walk: Walk, place: Place, stack: readonly string[] = []): void {
  const { pointer } = resolve(walk.bundle, place.pointer, place.node);
  if (stack.includes(pointer)) return;
  const found: Found = { properties: new Set(), keywords: new Set() };
  walkBranch(walk, place, found, stack);

  const { shape } = place;
  for (const name of shape?.properties?.keys() ?? []) {
    if (!found.properties.has(name)) walk.ledger.missing(join(pointer, 'properties', name), 'property', name);
  }
  if (!found.keywords.has('values')) {
    for (const value of shape?.values ?? []) walk.ledger.missing(join(pointer, 'enum', '-'), 'enum value', value);
  }
  if (shape?.default !== undefined && !found.keywords.has('default')) {
    walk.ledger.missing(join(pointer, 'default'), 'default', shape.default);
  }
  if (shape?.maximum !== undefined && !found.keywords.has('maximum')) {
    walk.ledger.missing(join(pointer, 'x-maximum'), 'limit', shape.maximum);
  }
}

function walkBranch(walk: Walk, place: Place, found: Found, stack: readonly string[]): void {
  const { bundle, ledger } = walk;
  const at = resolve(bundle, place.pointer, place.node);
  if (stack.includes(at.pointer)) return;
  ledger.visit(at.pointer);
  const path = [...stack, at.pointer];
  const schema = asObject(at.node);
  const mark = markOf(schema) ?? place.mark;
  const shape = mark === undefined ? place.shape : undefined;

  walkKeywords(ledger, { pointer: at.pointer, node: schema, shape, mark }, found);
  for (const keyword of ['properties', 'patternProperties'] as const) {
    for (const [name, node] of Object.entries(asObject(schema[keyword]))) {
      const pointer = join(at.pointer, keyword, name);
      const own = markOf(resolve(bundle, pointer, node).node) ?? markOf(node) ?? mark;
      const declared = keyword === 'properties' ? shape?.properties?.get(name) : undefined;
      ledger.fact(pointer, 'property', name, declared !== undefined, own);
      if (declared !== undefined) found.properties.add(name);
      walkSchema(walk, { pointer, node, shape: own === undefined ? declared : undefined, mark: own }, path);
    }
  }
  for (const keyword of alternatives) {
    asList(schema[keyword]).forEach((node, index) => {
      walkBranch(walk, { pointer: join(at.pointer, keyword, index), node, shape, mark }, found, path);
    });
  }
  for (const keyword of applied) {
    if (schema[keyword] === undefined) continue;
    walkSchema(walk, { pointer: join(at.pointer, keyword), node: schema[keyword], shape: undefined, mark }, path);
  }
  if (schema['items'] !== undefined || shape?.items !== undefined) {
    walkSchema(walk, { pointer: join(at.pointer, 'items'), node: schema['items'], shape: shape?.items, mark }, path);
  }
}

function walkKeywords(ledger: Ledger, { pointer, node, shape, mark }: Place, found: Found): void {
  const schema = asObject(node);
  const values = asList(schema['enum']);
  const isValue = (value: Json): boolean => shape?.values?.includes(String(value)) === true;
  values.forEach((value, index) => {
    ledger.fact(join(pointer, 'enum', index), 'enum value', String(value), isValue(value), mark);
  });
  const constant = schema['const'];
  if (constant !== undefined) {
    ledger.fact(join(pointer, 'const'), 'enum value', String(constant), isValue(constant), mark);
  }
  if (shape?.values !== undefined && values.length > 0) {
    found.keywords.add('values');
    for (const value of shape.values) {
      if (!values.includes(value)) ledger.missing(join(pointer, 'enum', '-'), 'enum value', value);
    }
  }
  for (const [keyword, key, kind] of [
    ['default', 'default', 'default'],
    ['x-maximum', 'maximum', 'limit'],
  ] as const) {
    const value = schema[keyword];
    if (value === undefined) continue;
    ledger.fact(join(pointer, keyword), kind, String(value), shape?.[key] === value, mark);
    if (shape?.[key] !== undefined) found.keywords.add(key);
  }
}
