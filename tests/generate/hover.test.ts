import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleDescription, type Json } from '../../scripts/generate/bundle.js';
import { clientFile } from '../../scripts/generate/client-file.js';
import { readDescription } from '../../scripts/generate/described-operation.js';

let document: Json;
let text: string;
const write = (of: Json): string => clientFile(of, readDescription(of).operations);

beforeAll(async () => {
  document = await bundleDescription(resolve(import.meta.dirname, '../../openapi'), 'full');
  text = write(document);
});

describe('hover texts', () => {
  it('name no source, no rule and no open question', () => {
    const ids = (document['x-sources'] as Json[]).map(({ id }) => String(id));
    const names = new RegExp(String.raw`\b(?:${ids.join('|')})\b|Rule \d|: not shown|field-evidence`, 'g');
    expect(text.match(names)).toBeNull();
  });

  it('have an example for each method, and a text of their own', () => {
    const { operations } = readDescription(document);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !text.includes(`await client.${id}(`))).toEqual([]);
    expect(ids.filter((id) => document['x-hints'][id] === undefined)).toEqual([]);
  });

  it('are refused for what does not exist', () => {
    const broken = { ...document, 'x-hints': { 'createOrder.prize': 'Order price.' } };
    expect(() => write(broken)).toThrow('createOrder.prize: a hint for nothing');
  });
});
