import { follow, type Json } from './references.js';

/** The schema of an operation's input, references resolved and without prose; null where it takes none. */
export function inputSchemaOf(document: Json, parameters: readonly Json[], body: Json | undefined): Json | null {
  if (body !== undefined) return checking(document, body['schema']);
  const query = parameters.filter((parameter) => parameter['in'] === 'query');
  if (query.length === 0) return null;
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, checking(document, schema)])),
    required: query.filter(({ required }) => required === true).map(({ name }) => name),
  };
}

const PROSE = ['title', 'description', 'default', 'example', 'examples', 'format'];

function checking(document: Json, schema: Json): Json {
  const node = follow(document, schema);
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !PROSE.includes(key) && !key.startsWith('x-'))
      .map(([key, value]) => [key, key === 'properties' ? checkingEach(document, value) : value]),
  );
}

/** The generator takes flat inputs only, so that a property is a scalar. */
function checkingEach(document: Json, properties: Json): Json {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, checking(document, schema)]));
}
