import { readFileSync } from 'node:fs';
import { ArgumentError } from '../../core/errors.js';

export type Json = Readonly<Record<string, unknown>>;

/** An OpenAPI 3 document as it was read; nothing of it is trusted to be there. */
export interface DescriptionDocument extends Json {
  readonly openapi: string;
  readonly paths: Json;
}

/** @throws {ArgumentError} When the file cannot be read, or is not an OpenAPI 3 document in JSON. */
export function readDocument(file: string): DescriptionDocument {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new ArgumentError(`${file} ${problem}. Nothing was sent.`, { field: '<description>', cause });
  };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    refuse('cannot be read', error);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    refuse('cannot be read as JSON: it is damaged, or YAML (npx @redocly/cli bundle --ext json converts it)', error);
  }
  if (!isJson(parsed) || typeof parsed['openapi'] !== 'string' || !isJson(parsed['paths'])) {
    return refuse('is not an OpenAPI description: it has no openapi and paths');
  }
  if (!parsed['openapi'].startsWith('3.')) refuse(`is of OpenAPI ${parsed['openapi']}, not 3`);
  return parsed as DescriptionDocument;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member that is an object, its reference followed; empty where there is none. */
export function nodeAt(document: Json, node: unknown): Json {
  let found = node;
  for (let steps = 0; steps < 20 && isJson(found) && typeof found['$ref'] === 'string'; steps++) {
    found = pointed(document, found['$ref']);
  }
  return isJson(found) ? found : {};
}

function pointed(document: Json, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((node, name) => (isJson(node) && Object.hasOwn(node, name) ? node[name] : undefined), document);
}

/** The name of what a reference leads to. */
export const referenceName = (node: unknown): string | undefined =>
  isJson(node) && typeof node['$ref'] === 'string' ? node['$ref'].split('/').at(-1) : undefined;
