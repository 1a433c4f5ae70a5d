import { follow, type Json } from './references.js';
import { IDENTIFIER, isOnEveryObject } from './literal.js';
import { refuse } from './refuse.js';

/** Refuses an `x-selectors` that names no field, and a field whose omission is dangerous and has no separate method. */
export function assertSelectors(document: Json, node: Json): void {
  const { operationId, 'x-selectors': selectors = { fields: [] } } = node;
  const { fields, without, methodWithout } = selectors as Json;
  const where = `${operationId}: x-selectors`;
  const input = inputOf(document, node);
  const lost = (fields as string[]).find((name) => !Object.hasOwn(input, name));
  if (lost !== undefined) refuse(where, `${lost} is not a field of the input`, 'Name fields of the input');
  if (fields.length > 0 && typeof without !== 'string') {
    refuse(where, 'without is missing', 'Say in words what the call means without these fields');
  }
  if (methodWithout !== undefined && (!IDENTIFIER.test(methodWithout) || isOnEveryObject(methodWithout))) {
    refuse(where, `methodWithout is ${methodWithout}`, 'Name a method in camel case, such as cancelContractOrders');
  }
  for (const [name, property] of Object.entries(input)) {
    if (follow(document, property)['x-effect-when-omitted'] === undefined) continue;
    if (methodWithout !== undefined && fields.includes(name)) continue;
    refuse(
      `${operationId}: ${name}`,
      'x-effect-when-omitted, and no method of the client leaves this field out',
      'Name the method in x-selectors of the operation, as cancelOrder names cancelContractOrders',
    );
  }
}

/** The schemas of the fields of an input, wherever the description puts them. */
function inputOf(document: Json, { parameters = [], requestBody }: Json): Json {
  if (requestBody !== undefined) {
    return follow(document, follow(document, requestBody)['content']['application/json'].schema)['properties'];
  }
  const all: Json[] = (parameters as Json[]).map((parameter) => follow(document, parameter));
  return Object.fromEntries(all.filter((one) => one['in'] === 'query').map(({ name, schema }) => [name, schema]));
}
