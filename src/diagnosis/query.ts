import type { SigningPart } from '../core/signing-rule.js';
import { inDocumentOrder, otherOrders } from './order.js';
import type { SignedCall, KnownMistake, Recipe } from './mistake.js';

const AS_SENT = 'sign the query exactly as it is in the URL, percent-encoding included';

/** More are not taken one by one. */
const MAX_PARAMETERS = 16;

export const queryMistakes: readonly KnownMistake[] = [
  {
    id: 'query-not-signed',
    title: 'the query is not in the signed text',
    fix: 'sign path + "?" + query, exactly as sent',
    option: 'dialect.signQuery',
    source: '2.2',
    part: 'query',
    ways: ({ query, rule }) => (query === '' || !rule.signQuery ? [] : [{ signQuery: false }]),
    difference: {
      title: 'the query is not in the signed text, and the deployment may sign it',
      applies: ({ query, rule }) => query !== '' && !rule.signQuery,
    },
  },
  {
    id: 'query-signed',
    title: 'the query is in the signed text, and the deployment signs without it',
    fix: 'leave the query out of the text; old deployments want that',
    option: 'dialect.signQuery',
    source: '2.2',
    part: 'query',
    ways: ({ query, rule }) => (query === '' || rule.signQuery ? [] : [{ signQuery: true }]),
    difference: {
      title: 'the query is in the signed text, and the deployment may sign without it',
      applies: ({ query, rule }) => query !== '' && rule.signQuery,
    },
  },
  {
    id: 'query-decoded',
    title: 'the query is signed decoded but sent percent-encoded',
    fix: AS_SENT,
    source: '2.3',
    part: 'query',
    ways: signedQuery((query) => [decode(query), decode(query.replaceAll('+', ' '))]),
  },
  {
    id: 'query-escaped-differently',
    title: 'the query is escaped differently in the signed text (+ for %20, %2f for %2F, / for %2F, %252F for %2F)',
    fix: AS_SENT,
    source: '2.1',
    part: 'query',
    ways: signedQuery((query) => [
      query.replaceAll('+', '%20'),
      query.replaceAll('%20', '+'),
      query.replaceAll('%', '%25'),
      escape(encodeURIComponent, query),
      query.replace(/%[\da-f]{2}/gi, (code) => code.toLowerCase()),
      query.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase()),
      eachValue(query, (value) => escape(encodeURIComponent, value)),
      eachValue(query, (value) => escape(encodeURIComponent, value).replaceAll('%20', '+')),
      eachValue(query, (value) => escape(encodeURI, value)),
    ]),
  },
  {
    id: 'query-order',
    title: 'the query parameters are signed in a different order than they are sent',
    fix: 'build the query once and sign that text; any order is allowed',
    source: '2.1',
    part: 'query',
    ways: signedQuery((query, call) => ordersOf(query, call).map((ordered) => ordered.join('&'))),
    moreWays: signedQuery((query, call) => otherOrders(ordersOf(query, call)).map((ordered) => ordered.join('&'))),
  },
  {
    id: 'parameter-not-sent',
    title: 'a parameter is signed but not sent (recvWindow, timestamp, limit=None), or sent but not signed',
    fix: 'build the query once and sign that text; any order is allowed',
    part: 'query',
    ways: ({ query, timestamp, rule }) => {
      if (!rule.signQuery) return [];
      const sent = query === '' ? [] : query.split('&');
      const [size, time] = ['recvWindow=5000', `timestamp=${timestamp}`];
      const unset = ['contractName', 'fromId', 'limit'].map((name) => [`${name}=None`]);
      const more = [[size], [time], [size, time], [time, size], ...unset].map((added) => [...sent, ...added]);
      // Without its only one, the query is not signed at all.
      const less = sent.length < 2 ? [] : sent.slice(0, MAX_PARAMETERS).map((_, i) => sent.toSpliced(i, 1));
      return [...more, ...less].map((parameters) => ({ query: `?${parameters.join('&')}` }));
    },
  },
  {
    id: 'question-mark-not-signed',
    title: 'the "?" between path and query is not in the signed text',
    fix: 'sign path + "?" + query, exactly as sent',
    part: 'query',
    ways: ({ query, rule }) => (query === '' || !rule.signQuery ? [] : [{ query }, { query: `&${query}` }]),
  },
  {
    id: 'bare-question-mark',
    title: 'a "?" is signed, and the URL has no query (curl -d sends a body; with -G a query)',
    fix: 'without a query, sign the path alone',
    source: '9',
    part: 'query',
    ways: ({ query, rule: { composition } }) =>
      query === ''
        ? [
            {
              composition: composition.flatMap<SigningPart>((part) =>
                part === 'target' ? [part, { text: '?' }] : [part],
              ),
            },
          ]
        : [],
  },
  {
    id: 'query-signed-as-json',
    title: 'the parameters are sent as a query but signed as a JSON body',
    fix: 'sign them where they are sent: path + "?" + query, and no body',
    source: '2.5',
    part: 'query',
    ways: signedAsJson,
  },
];

/** Ways to change a query that is there and belongs into the text. */
function signedQuery(change: (query: string, call: SignedCall) => readonly string[]): KnownMistake['ways'] {
  return (call) =>
    call.query === '' || !call.rule.signQuery ? [] : change(call.query, call).map((text) => ({ query: `?${text}` }));
}

/** The parameters as they are sent, and as programs order them. */
function ordersOf(query: string, call: SignedCall): readonly (readonly string[])[] {
  const sent = query.split('&');
  return [
    sent,
    sent.toSorted(),
    sent.toReversed(),
    inDocumentOrder(sent, (parameter) => parameter.split('=')[0]!, call),
  ];
}

function signedAsJson({ query }: SignedCall): Partial<Recipe>[] {
  if (query === '') return [];
  const entries = [...new URLSearchParams(query)];
  const asText = entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const asNumbers = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${/^\d+(\.\d+)?$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return [asText, asNumbers].flatMap((members) => [
    { query: '', body: `{${members.join(',')}}` },
    { query: '', body: `{${members.map((member) => member.replace(':', ': ')).join(', ')}}` },
    { body: `{${members.join(',')}}` },
  ]);
}

function eachValue(query: string, change: (value: string) => string): string {
  return query.replace(/=([^&]*)/g, (_, value: string) => `=${change(value)}`);
}

/** Unchanged where it has half a character, which cannot be encoded. */
function escape(encode: (text: string) => string, value: string): string {
  try {
    return encode(decode(value));
  } catch {
    return value;
  }
}

/** Unchanged where it is not percent-encoded UTF-8. */
function decode(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return codes;
    }
  });
}
