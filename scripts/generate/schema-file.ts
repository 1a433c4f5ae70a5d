import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { follow, type Json } from './references.js';
import { aboutOf, DECLARED } from './evidence.js';
import { formatOf, INPUT_TYPES, kindOf, openType, RESULT_TYPES } from './kinds.js';
import { BANNER } from './text.js';

/** Text of `schema.d.ts` by openapi-typescript, after {@link forCallers}. */
export async function schemaFile(document: Json): Promise<string> {
  const ast = await openapiTS(forCallers(document) as never, {
    alphabetize: false,
    defaultNonNullable: false,
    inject: "import type { DecimalInput, IdInput, IntegerInput } from './client.js';",
    transform(schema) {
      const type = (schema as Json)['x-type'];
      if (type === undefined) return undefined;
      const node = ts.factory.createTypeReferenceNode(type);
      return [(schema as Json)['type']].flat().includes('null')
        ? ts.factory.createUnionTypeNode([node, ts.factory.createLiteralTypeNode(ts.factory.createNull())])
        : node;
    },
  });
  return `${BANNER}\n${astToString(ast)}`;
}

/**
 * The description as a caller of this package meets it: signing headers are not the caller's business, formatted scalars
 * have the types of the codec, one of the selectors is required where a method of the client leaves them out, and an answer that may be
 * any JSON shows only the shapes that were seen.
 */
function forCallers(document: Json): Json {
  const copy = structuredClone(document) as Record<string, any>;
  const inputs = new Set<Json>();
  for (const item of Object.values(copy['paths'] as Json)) {
    for (const operation of Object.values(item) as Json[]) {
      const kept = (operation['parameters'] ?? []).filter((node: Json) => follow(copy, node)['in'] !== 'header');
      (operation as Record<string, unknown>)['parameters'] = kept;
      for (const node of kept) inputs.add(follow(copy, follow(copy, node)['schema']));
      const body = operation['requestBody'] && follow(copy, operation['requestBody']);
      if (body !== undefined) {
        const schema = follow(copy, body.content['application/json'].schema) as Record<string, any>;
        for (const property of Object.values(schema['properties'] as Json)) inputs.add(property);
        const { fields, methodWithout }: Json = operation['x-selectors'] ?? {};
        if (methodWithout === undefined) continue;
        const { required = [], ...whole } = schema;
        for (const key of Object.keys(whole)) if (key !== 'description') delete schema[key];
        delete schema['required'];
        schema['anyOf'] = (fields as string[]).map((name) => ({ ...whole, required: [...required, name] }));
      }
    }
  }
  mark(copy, inputs, 'AnyJson');
  for (const name of Object.keys(copy['components'].parameters ?? {})) {
    if (copy['components'].parameters[name].in === 'header') delete copy['components'].parameters[name];
  }
  return copy;
}

function mark(node: unknown, inputs: ReadonlySet<Json>, anyJson: string): void {
  if (node === null || typeof node !== 'object') return;
  const schema = node as Record<string, any>;
  if (Array.isArray(schema['anyOf']) && schema['anyOf'].length > 1) {
    schema['anyOf'] = schema['anyOf'].filter((part: Json) => !part['$ref']?.endsWith(`/${anyJson}`));
  }
  if (schema['type'] !== undefined && formatOf(schema) !== undefined) {
    const type = (inputs.has(schema) ? INPUT_TYPES : RESULT_TYPES)[kindOf(schema)];
    schema['x-type'] = inputs.has(schema) ? openType(type, aboutOf(schema, DECLARED)) : type;
  }
  Object.values(schema).forEach((child) => mark(child, inputs, anyJson));
}
