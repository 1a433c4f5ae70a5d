import { expect } from 'vitest';
import type { Operation } from '../../generated/operations.js';

type Node = { readonly [key: string]: any };

/** Asserts that a result has the JavaScript types that the description's formats promise, field by field. */
export function assertTyped(operation: Operation, result: unknown, properties: ReadonlyMap<string, Node>): void {
  if (operation.result === 'list') {
    expect(Array.isArray(result)).toBe(true);
    for (const item of result as unknown[]) assertRecord(item, properties);
    return;
  }
  assertRecord(result, properties);
}

function assertRecord(record: unknown, properties: ReadonlyMap<string, Node>): void {
  expect(record).toBeTypeOf('object');
  const found = Object.entries(record as Node);
  if (properties.size > 0) expect(found.filter(([name]) => properties.has(name))).not.toEqual([]);
  for (const [name, value] of found) {
    const node = properties.get(name);
    const type = node === undefined ? undefined : expectedType(node);
    if (type !== undefined && value !== null) expect([name, typeof value]).toEqual([name, type]);
  }
}

function expectedType({ type, format }: Node): string | undefined {
  if (['id', 'decimal', 'code', 'count'].includes(format)) return 'string';
  const types = [type].flat();
  if (types.includes('array') || types.includes('object') || type === undefined) return undefined;
  if (types.includes('string') && format === undefined) return 'string';
  return types.includes('boolean') ? 'boolean' : 'number';
}
