import { Ajv2020 } from 'ajv/dist/2020.js';
import { follow, type Json, refName } from './references.js';
import { refuse } from './refuse.js';

/** Refuses a form around the result without a text, and an example that its own schema does not allow: pages, collections and mocks show both. */
export function assertExamples(document: Json, node: Json): void {
  const { operationId } = node;
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'bundle');
  const response = follow(document, node['responses']['200']);
  const { schema } = response['content']['application/json'] as Json;
  for (const form of (follow(document, schema)['anyOf'] ?? [schema]) as Json[]) {
    const isResult = refName(form) === node['x-result'].schema;
    if (isResult || follow(document, form)['description'] !== undefined) continue;
    refuse(operationId, 'a form of the 200 response has no description', 'Say in one sentence what it is');
  }
  for (const body of [response, follow(document, node['requestBody'] ?? {})]) {
    const media = body['content']?.['application/json'] as Json | undefined;
    const isValid = media && ajv.compile(withBundle(media['schema']));
    for (const [name, example] of Object.entries((media?.['examples'] ?? {}) as Json)) {
      if (isValid!(follow(document, example)['value'])) continue;
      const { instancePath, message } = isValid!.errors!.at(-1)!;
      refuse(
        `${operationId}: example ${name}`,
        `${instancePath} ${message}`.trim(),
        'Change the example or the schema',
      );
    }
  }
}

const withBundle = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"bundle#/'));
