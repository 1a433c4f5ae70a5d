import { follow, type Json } from '../references.js';

/** One request of a collection: the first example of an operation. */
export interface CollectionRequest {
  readonly name: string;
  readonly summary: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** JSON text; undefined when there is none. */
  readonly body: string | undefined;
  readonly isSigned: boolean;
}

/** A field that names something of the account becomes a variable of the collection, with the example as its value. */
const ACCOUNT_FIELDS: readonly string[] = ['orderId', 'positionId'];

/** A line of the script that signs: a variable that was emptied must not cancel all. */
export const ORDER_ID_GUARD = `if (/"orderId": *"[^"1-9]*"/.test(body)) throw new Error('orderId is empty: every order of the contract would be cancelled');`;

export interface CollectionContent {
  readonly requests: readonly CollectionRequest[];
  readonly variables: Readonly<Record<string, string>>;
}

export function collectionContent(observed: Json): CollectionContent {
  const variables: Record<string, string> = { baseUrl: 'https://futures.invalid', apiKey: '', apiSecret: '' };
  const put = (name: string, value: unknown): string => {
    if (!ACCOUNT_FIELDS.includes(name)) return String(value);
    variables[name] ??= String(value);
    return `{{${name}}}`;
  };
  const requests = Object.entries(observed['paths'] as Json).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]): CollectionRequest => ({
      name: operation['operationId'],
      summary: operation['summary'],
      method: method.toUpperCase(),
      path,
      query: queryOf(observed, operation, put),
      body: bodyOf(observed, operation, put),
      isSigned: operation['security'].length > 0,
    })),
  );
  return { requests, variables };
}

type Put = (name: string, value: unknown) => string;

function queryOf(document: Json, operation: Json, put: Put): CollectionRequest['query'] {
  const parameters = ((operation['parameters'] ?? []) as Json[]).map((node) => follow(document, node));
  return parameters.flatMap(({ in: place, name, examples = {} }) => {
    const [example] = Object.values(examples as Json) as Json[];
    return place !== 'query' || example === undefined ? [] : [[name, put(name, example['value'])] as const];
  });
}

function bodyOf(document: Json, operation: Json, put: Put): string | undefined {
  const content = operation['requestBody']?.content['application/json'] as Json | undefined;
  if (content === undefined) return undefined;
  const [example] = Object.values(content['examples'] as Json) as Json[];
  const { value } = follow(document, example!);
  // A variable stands for its digits, in quotes where the example has them.
  const members = Object.entries(value as Json).map(([name, given]) => {
    const text = typeof given === 'string' ? JSON.stringify(put(name, given)) : put(name, JSON.stringify(given));
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}
