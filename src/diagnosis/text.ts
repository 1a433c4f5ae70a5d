import type { KnownMistake, Parts } from './mistake.js';

const RULE = 'timestamp, METHOD, path, query and body follow each other';

const SEPARATORS = ['\n', '\r\n', '&', ' ', ',', ':', '|'];

/** Mistakes in the method, and in how the parts are joined. */
export const textMistakes: readonly KnownMistake[] = [
  {
    id: 'method-case',
    title: 'the method is signed in lower case',
    fix: 'sign it in upper case: GET, POST',
    part: 'method',
    ways: ({ method }) => [
      { method: method.toLowerCase() },
      { method: method.slice(0, 1) + method.slice(1).toLowerCase() },
    ],
  },
  {
    id: 'other-method',
    title: 'another method is signed than is sent',
    fix: 'sign the method that is sent',
    source: '12',
    part: 'method',
    ways: ({ method }) =>
      ['GET', 'POST', 'PUT', 'DELETE'].filter((name) => name !== method).map((name) => ({ method: name })),
  },
  {
    id: 'separators',
    title: 'there is something between the parts of the signed text (a newline, a blank, & …)',
    fix: `${RULE} with nothing between them`,
    source: '2.1',
    part: 'text',
    ways: () =>
      SEPARATORS.flatMap((separator) => [
        { join: (parts: Parts) => list(parts).join(separator) },
        { join: (parts: Parts) => list(parts).filter(Boolean).join(separator) },
        {
          join: (parts: Parts) =>
            [...list(parts).slice(0, 2), parts.path, parts.query.slice(1), parts.body].join(separator),
        },
      ]),
  },
  {
    id: 'newline-appended',
    title: 'a newline is signed after the text (echo in place of printf)',
    fix: "printf '%s' writes none; echo -n in most shells",
    part: 'text',
    ways: () => ['\n', '\r\n'].map((end) => ({ join: (parts: Parts) => list(parts).join('') + end })),
  },
  {
    id: 'parts-order',
    title: 'the parts of the signed text are joined in another order',
    fix: RULE,
    source: '2.1',
    part: 'text',
    alone: true,
    ways: () => ORDERS.map((order) => ({ join: (parts: Parts) => order.map((i) => list(parts)[i]).join('') })),
  },
  {
    id: 'part-not-signed',
    title: 'timestamp, method or path is not in the signed text',
    fix: RULE,
    source: '2.1',
    part: 'text',
    ways: () => [
      { join: ({ method, path, query, body }: Parts) => method + path + query + body },
      { join: ({ timestamp, path, query, body }: Parts) => timestamp + path + query + body },
      { join: ({ timestamp, method, query, body }: Parts) => timestamp + method + query + body },
      { join: ({ timestamp, query, body }: Parts) => timestamp + query.slice(1) + body },
      { join: ({ query, body }: Parts) => query.slice(1) + body },
    ],
  },
  {
    id: 'key-in-text',
    title: 'the API key is in the signed text',
    fix: 'the key goes into X-CH-APIKEY only',
    part: 'text',
    ways: ({ apiKey }) =>
      apiKey === ''
        ? []
        : [0, 1, 4].map((place) => ({ join: (parts: Parts) => list(parts).toSpliced(place, 0, apiKey).join('') })),
  },
];

const list = ({ timestamp, method, path, query, body }: Parts): readonly string[] => [
  timestamp,
  method,
  path + query,
  body,
];

/** Every order of the four parts but the right one. */
const ORDERS = permute([0, 1, 2, 3]).slice(1);

function permute(items: readonly number[]): readonly (readonly number[])[] {
  return items.length < 2
    ? [items]
    : items.flatMap((item, i) => permute(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));
}
