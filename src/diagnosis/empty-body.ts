import type { KnownMistake } from './mistake.js';

/** No body in the signing string, also where the rule writes something for an empty one. */
export const NOTHING = { body: '', emptyBody: '' } as const;

const BOTH = 'sign what you send: {} in both places, or nothing in both';

export const emptyBodyMistakes: readonly KnownMistake[] = [
  {
    id: 'braces-signed',
    title: '{} is signed but nothing is sent',
    fix: BOTH,
    option: 'dialect.emptyPost',
    source: '2.6',
    part: 'body',
    ways: ({ body }) => (body === '' ? [{ emptyBody: '{}' }] : []),
    difference: {
      title: 'nothing is sent and signed as the body of a POST, and the deployment may want {}',
      applies: ({ method, body }) => method === 'POST' && body === '',
    },
  },
  {
    id: 'braces-not-signed',
    title: '{} is sent but nothing is signed',
    fix: BOTH,
    option: 'dialect.emptyPost',
    source: '2.6',
    part: 'body',
    ways: ({ method, body }) => (method !== 'GET' && body === '{}' ? [NOTHING] : []),
    difference: {
      title: '{} is sent and signed as the body of a POST, and the deployment may want nothing',
      applies: ({ method, body }) => method === 'POST' && body === '{}',
    },
  },
  {
    id: 'undefined-signed',
    title: "the word undefined (or null, None, [], b'') is signed instead of an empty body",
    fix: 'without a body, sign an empty string',
    source: '2.3',
    part: 'body',
    ways: ({ body }) =>
      body === '' ? ['undefined', 'null', 'None', '<nil>', '""', "b''", '[]'].map((emptyBody) => ({ emptyBody })) : [],
  },
];
