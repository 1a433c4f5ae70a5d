import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleDescription } from '../../scripts/generate/bundle.js';
import type { Json } from '../../scripts/generate/references.js';
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
    const without = ids.filter((id) => document['x-hints'][id] === undefined);
    expect(without, 'Write a hover text for each of them into openapi/hints.yaml').toEqual([]);
  });

  it.each([
    ['not that it is in the book (observed in 1 source).'],
    ['only for one that opens. Precision and minimum depend on the contract (observed).'],
    ['Leave it out for MARKET: the service treats an order with it as LIMIT (observed in 1 source).'],
  ])('say once, behind all that was observed, how many sources have it: %s', (statement) => {
    expect(text.replaceAll(/\s+\*\s+/g, ' ')).toContain(statement);
  });

  it('have no mark in mid-text', () => {
    const hovers = text.match(/\/\*\*[^]*?\*\//g)!;
    expect(hovers.filter((hover) => /\(observed[^)]*\)(?!\.)|\(observed[^]*\(observed/.test(hover))).toEqual([]);
  });

  it.each([
    ['Precision and minimum', 2],
    ['Uniqueness is not checked', 1],
    ['on the order of the records', 3],
    ['Maximum 1000, 500 or 100', 3],
  ])('come from statements that are counted one by one: %s', (words, count) => {
    const counts: unknown[] = [];
    JSON.stringify(document, (key, value) => {
      if (value?.['x-evidence-count'] && value.text?.includes(words)) counts.push(value['x-evidence-count']);
      return key === 'x-unknowns' ? undefined : value;
    });
    expect(counts).toEqual([count]);
  });

  it.each([
    ['createOrder.positionType', 'margin mode'],
    ['createConditionOrder.positionType', 'margin mode'],
    ['createConditionOrder.open', 'opens or closes'],
    ['createConditionOrder.side', 'buy or sell'],
  ])('mark the meaning of %s, which the document does not show', (key, meaning) => {
    expect(document['x-hints'][key]).toMatch(new RegExp(`${meaning}[^.]*\\(observed [A-Z ]+\\)\\.$`, 'i'));
  });

  it('name the method that makes a call once', () => {
    const [, createOrder = ''] = /(Places a LIMIT[^]*?)createOrder\(input/.exec(text)!;
    expect(createOrder.replaceAll(/\s+\*\s+/g, ' ')).toContain('`submitOrder` makes this call once');
  });

  it('never have a count behind what no source says', () => {
    expect(text).not.toMatch(/No source says[^.]*\(/);
  });

  it('are refused for what does not exist', () => {
    const broken = { ...document, 'x-hints': { 'createOrder.prize': 'Order price.' } };
    expect(() => write(broken)).toThrow('createOrder.prize: a hint for nothing');
  });
});
