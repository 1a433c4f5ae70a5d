import type { SigningPart } from '../core/signing-rule.js';
import type { SignedCall, KnownMistake } from './mistake.js';
import { otherCharset } from './charset.js';
import { permute } from './order.js';

const RULE = 'timestamp, METHOD, path, query and body follow each other';

const SEPARATORS = ['\n', '\r\n', '&', ' ', ',', ':', '|'];
/** The last one is what a shell leaves of "\\n". */
const RARE_SEPARATORS = ['\t', ';', '_', '-', '.', '::', '#', '\\n'];

/** Mistakes in the method, and in how the parts are joined. */
export const textMistakes: readonly KnownMistake[] = [
  {
    id: 'method-case',
    title: 'the method is signed in another letter case (post, Post)',
    fix: 'sign it in upper case: GET, POST',
    part: 'method',
    ways: ({ rule }) => (rule.methodCase === 'upper' ? [{ methodCase: 'lower' }, { methodCase: 'capitalized' }] : []),
  },
  {
    id: 'other-method',
    title: 'the signed method is not the method that is sent (HTTPMethod.GET is a name of Python)',
    fix: 'sign the method that is sent, in its letters alone',
    source: '12',
    part: 'method',
    ways: ({ method, rule }) => [
      ...['GET', 'POST', 'PUT', 'DELETE'].filter((name) => name !== method).map((name) => ({ method: name })),
      { composition: rule.composition.map((part) => (part === 'method' ? { text: `HTTPMethod.${method}` } : part)) },
    ],
  },
  {
    id: 'separators',
    title: 'the parts of the signed text are separated (by a newline, a space, & …)',
    fix: `${RULE} with nothing between them`,
    source: '2.1',
    part: 'text',
    ways: (call) => SEPARATORS.flatMap((separator) => separated(call, separator)),
    moreWays: (call) => RARE_SEPARATORS.flatMap((separator) => separated(call, separator)),
  },
  {
    id: 'newline-appended',
    title: 'a newline is signed after the text, or -n before it (echo instead of printf; curl -d @file sends none)',
    fix: "use printf '%s'; send a file with curl --data-binary @file",
    part: 'text',
    ways: ({ rule }) =>
      ['', '-n '].flatMap((before) =>
        ['\n', '\r\n', '\r'].map((after) => ({
          composition: [{ text: before }, ...rule.composition, { text: after }],
        })),
      ),
  },
  {
    id: 'variable-not-replaced',
    title:
      'the name of a variable is signed instead of its value (${BODY} in single quotes, {body} in Python without f)',
    fix: 'double quotes in a shell, f"…" in Python, backticks in JavaScript',
    part: 'text',
    alone: true,
    ways: ({ rule }) =>
      NAMED.flatMap(([open, close]) =>
        rule.composition
          .map((part) => [part, ...(VARIABLES[String(part)] ?? []).map((name) => ({ text: open + name + close }))])
          .reduce<SigningPart[][]>((texts, ways) => texts.flatMap((text) => ways.map((way) => [...text, way])), [[]])
          .map((composition) => ({ composition })),
      ),
  },
  {
    id: 'parts-order',
    title: 'the parts of the signed text are in the wrong order',
    fix: RULE,
    source: '2.1',
    part: 'text',
    alone: true,
    ways: ({ rule }) =>
      rule.composition.length > MOST_PARTS
        ? []
        : permute(rule.composition)
            .slice(1)
            .map((composition) => ({ composition })),
  },
  {
    id: 'part-not-signed',
    title: 'timestamp, method, path or all of the signed text is missing, or is the word undefined there',
    fix: RULE,
    source: '2.1',
    part: 'text',
    ways: (call) => {
      const without = (left: SigningPart) => call.rule.composition.filter((part) => part !== left);
      const queryOnly = call.rule.composition.flatMap((part) => (part === 'target' ? queryOf(call) : part));
      return [
        without('timestamp'),
        without('method'),
        queryOnly,
        ['timestamp', 'query', 'body'],
        ['query', 'body'],
        ['target', 'body'],
        [],
        ...['timestamp', 'method', 'target'].flatMap((lost) =>
          ['undefined', 'None'].map((text) => call.rule.composition.map((part) => (part === lost ? { text } : part))),
        ),
      ].map((composition) => ({ composition: composition as readonly SigningPart[] }));
    },
  },
  {
    id: 'key-in-text',
    title: 'the API key is in the signed text',
    fix: 'the key goes into X-CH-APIKEY only',
    part: 'text',
    ways: ({ apiKey, rule: { composition } }) =>
      apiKey === ''
        ? []
        : [0, 1, composition.length].map((place) => ({
            composition: composition.toSpliced(place, 0, { text: apiKey }),
          })),
  },
  otherCharset,
];

const NAMED = [
  ['$', ''],
  ['${', '}'],
  ['{', '}'],
  ['#{', '}'],
  ['{$', '}'],
] as const;
const VARIABLES: Readonly<Record<string, readonly string[]>> = {
  timestamp: ['TS', 'TIMESTAMP', 'ts', 'timestamp'],
  method: ['METHOD', 'method'],
  target: ['TARGET', 'target', 'URL', 'url', 'PATH', 'path', 'endpoint'],
  body: ['BODY', 'body', 'DATA', 'data'],
};

/** More would give more orders than are worth a hash. */
const MOST_PARTS = 5;

const filledParts = ({ rule, body }: SignedCall): readonly SigningPart[] =>
  rule.composition.filter((part) => part !== 'body' || body !== '' || rule.emptyBody !== '');

const inHalves = (part: SigningPart): readonly SigningPart[] => (part === 'target' ? ['path', 'query'] : [part]);

/** The query with its question mark, where there is one to sign. */
const queryOf = ({ query, rule }: SignedCall): readonly SigningPart[] =>
  query === '' || !rule.signQuery ? [] : [{ text: '?' }, 'query'];

const separated = (call: SignedCall, text: string): readonly { readonly composition: readonly SigningPart[] }[] =>
  [call.rule.composition, filledParts(call)].flatMap((parts) =>
    [parts, parts.flatMap(inHalves)].map((some) => ({ composition: join(some, { text }) })),
  );

const join = (parts: readonly SigningPart[], separator: SigningPart): readonly SigningPart[] =>
  parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part]));
