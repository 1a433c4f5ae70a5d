import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asObserved } from './as-observed.js';
import { bundleDescription } from './bundle.js';
import { brunoCollection } from './collections/bruno.js';
import { postmanCollection } from './collections/postman.js';
import { collectionContent } from './collections/request.js';
import { clientFile } from './client-file.js';
import { descriptionFile } from './description-file.js';
import { type DescribedOperation, readDescription } from './described-operation.js';
import { errorCodesDocument, errorCodesFile } from './error-codes-file.js';
import { namesFile, operationsFile } from './operations-file.js';
import { schemaFile } from './schema-file.js';
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { Json } from './references.js';
import { BANNER } from './text.js';

/** Everything that is derived from the description in `folder`, as file name → text. */
export async function generateFiles(folder: string): Promise<Map<string, string>> {
  const full = await bundleDescription(folder, 'full');
  const declared = declaredOnly(await bundleDescription(folder, 'declared'), full);
  // First, because it refuses what the generator cannot support.
  const description = readDescription(full);
  const observed = asObserved(full);
  const content = collectionContent(observed);
  const operations = description.operations.map(({ operation }) => operation);
  return new Map([
    ['openapi.json', `${JSON.stringify(full, null, 2)}\n`],
    ['openapi.declared.json', `${JSON.stringify(declared, null, 2)}\n`],
    ['openapi.observed.json', `${JSON.stringify(observed, null, 2)}\n`],
    ['postman.collection.json', postmanCollection(content)],
    ...[...brunoCollection(content)].map(([name, text]): [string, string] => [`bruno/${name}`, text]),
    ['schema.d.ts', await schemaFile(full)],
    ['names.ts', namesFile(full)],
    ['operations.ts', operationsFile(full, operations)],
    ['description.ts', descriptionFile(full, description)],
    ['error-codes.ts', errorCodesFile(full)],
    ['error-codes.md', errorCodesDocument(full)],
    ['body-validators.ts', inputValidatorsFile(description.operations, 'body')],
    ['query-validators.ts', inputValidatorsFile(description.operations, 'query')],
    ['client.ts', clientFile(full, description.operations)],
  ]);
}

export async function generateInto(folder: string, output: string): Promise<void> {
  const files = await generateFiles(folder);
  // Its files are named after operations, some of which may have gone.
  await rm(join(output, 'bruno'), { recursive: true, force: true });
  for (const [name, text] of files) {
    await mkdir(dirname(join(output, name)), { recursive: true });
    await writeFile(join(output, name), text);
  }
}

/** Where the fields of a call are. */
type Place = 'body' | 'query';

/** A query is text, and numbers are read out of it. */
const AJV_OPTIONS: Readonly<Record<Place, Options>> = {
  body: { strict: false, validateFormats: false },
  query: { strict: false, validateFormats: false, coerceTypes: true },
};

/**
 * Validators of the input of each operation, compiled to code: one export for each. So neither Ajv nor the schemas are
 * needed where calls are checked, and nothing there makes code out of text, which browsers and some hosts forbid.
 */
function inputValidatorsFile(described: readonly DescribedOperation[], place: Place): string {
  const ajv = new Ajv2020({ ...AJV_OPTIONS[place], code: { source: true, esm: true } });
  const schemas = inputSchemas(described, place);
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  const names = [...schemas.keys()];
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  if (code.includes('require(')) throw new Error(`The ${place} validators need a module of Ajv at run time`);
  // One statement on each line, so that a changed field is one changed line.
  const lines = code.replace('"use strict";', '').replaceAll(/;(?=(?:export )?const |function )/g, ';\n');
  return `${BANNER}\n// @ts-nocheck\n/* eslint-disable */\n${lines.replaceAll('}function ', '}\nfunction ')}\n`;
}

/** The schemas of what operations are called with, by operationId. A GET with a body takes its fields in both places. */
function inputSchemas(described: readonly DescribedOperation[], place: Place): ReadonlyMap<string, Json> {
  const schemas = new Map<string, Json>();
  for (const { operation, inputSchema } of described) {
    const { operationId, input, method } = operation;
    const taken = input === place || (place === 'query' && input === 'body' && method === 'GET');
    if (taken && inputSchema !== null) schemas.set(operationId, inputSchema);
  }
  return schemas;
}

/** Keywords for our own tools. None of it is a fact of the service. */
const SETTINGS: readonly string[] =
  'x-effect x-safe-method x-effect-when-omitted x-selectors x-result x-format x-sources'.split(' ');

/**
 * The declared bundle from the rest without marked nodes: without the settings of our tools, and with the
 * declared part of each question. That a question is open is declared; what was observed about it is not.
 */
function declaredOnly(unmarked: Json, full: Json): Json {
  const questions = (full['x-unknowns'] as Json[]).map(({ id, question, heading }) => ({ id, question, heading }));
  return { ...(withoutSettings(unmarked) as Json), 'x-unknowns': questions };
}

function withoutSettings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutSettings);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) =>
          !SETTINGS.includes(key) && !(key === 'security' && leavesOpen(value)) && !isEmptied(key, value),
      )
      .map(([key, value]) => [key, withoutSettings(value)]),
  );
}

/** A list of observed entries, of which none is left. */
const isEmptied = (key: string, value: unknown): boolean =>
  key === 'x-error-codes' && Array.isArray(value) && value.length === 0;

/** `{}` beside the three schemes says that none is declared: OpenAPI would read it as "unsigned suffices". */
const leavesOpen = (security: unknown): boolean =>
  Array.isArray(security) && security.some((requirement) => Object.keys(requirement as object).length === 0);
