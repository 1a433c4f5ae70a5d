import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import type { DescribedOperation } from './described-operation.js';
import type { Json } from './references.js';
import { BANNER } from './text.js';

/** Where the fields of a call are. */
export type Place = 'body' | 'query';

/** A query is text, and numbers are read out of it. */
const AJV_OPTIONS: Readonly<Record<Place, Options>> = {
  body: { strict: false, validateFormats: false },
  query: { strict: false, validateFormats: false, coerceTypes: true },
};

/**
 * Validators of the input of each operation, compiled to code: one export for each. So neither Ajv nor the schemas are
 * needed where calls are checked, and nothing there makes code out of text, which browsers and some hosts forbid.
 */
export function inputValidatorsFile(described: readonly DescribedOperation[], place: Place): string {
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
