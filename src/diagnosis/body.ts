import type { KnownMistake, SignedCall } from './mistake.js';
import { inDocumentOrder, otherOrders } from './order.js';
import { compact, indented, isNumber, isString, readMembers, readTokens, spaced } from './json-tokens.js';
import { NOTHING } from './empty-body.js';

const FORM = /^\w+=[^&]*(?:&\w+=[^&]*)*$/;

const ONCE = 'serialise once, then sign and send that text';

/** An order has some ten fields; with more numbers than this, all of them are tried together only. */
const MAX_SINGLE = 16;
/** With more numbers than this, not each choice of them is tried. */
const MAX_CHOSEN = 5;
const DECIMALS = [0, 1, 2, 3, 4, 6, 8];

/** Fields that a body may have or not, as tokens. */
const OPTIONAL = ['"timeInForce"', '"clientOrderId"', '"orderId"', '"limit"', '"fromId"'];

export const bodyMistakes: readonly KnownMistake[] = [
  {
    id: 'body-not-signed',
    title: 'the body is not in the signed text',
    fix: 'sign the body exactly as it is sent',
    part: 'body',
    ways: ({ method, body }) => (method === 'GET' || body === '' || body === '{}' ? [] : [NOTHING]),
  },
  {
    id: 'get-body-not-signed',
    title: 'the body of a GET is not in the signed text',
    fix: 'sign the body with every method, or send the fields in the query',
    option: 'dialect.getBody',
    source: '2.5',
    part: 'body',
    ways: ({ method, body }) => (method === 'GET' && body !== '' ? [NOTHING] : []),
    difference: {
      title: 'the body of a GET is in the signed text, and the deployment may not read it',
      applies: ({ method, body }) => method === 'GET' && body !== '',
    },
  },
  {
    id: 'body-blanks',
    title:
      'the body is signed with different whitespace than it is sent with (other blanks or line breaks in the JSON, CRLF for LF, a byte order mark), or without its quotes, which a shell took',
    fix: ONCE,
    source: '2.1',
    part: 'body',
    ways: onTokens((tokens, body) => [
      ...[compact(tokens), spaced(tokens), body.trim(), body.trimEnd(), body.replaceAll(/[\r\n]/g, '')],
      ...[`\ufeff${body}`, body.replaceAll(/\r?\n/g, '\r\n'), body.replaceAll('\r\n', '\n'), body.replaceAll('"', '')],
      ...['  ', '    ', '\t'].map((step) => indented(tokens, step)),
    ]),
  },
  {
    id: 'body-line-breaks',
    title: 'line breaks in the body are signed but not sent (curl -d @file removes them)',
    fix: 'send the bytes that you signed: curl --data-binary @file',
    part: 'body',
    ways: onTokens((_, body) =>
      ['\n', '\r\n'].flatMap((end) => {
        const lines = body.replace(STRING_OR_BREAK, (token) =>
          isString(token) ? token : token === '}' ? end + token : token + end,
        );
        return [lines, lines + end];
      }),
    ),
  },
  {
    id: 'body-key-order',
    title: 'the keys of the body are signed in a different order than they are sent',
    fix: ONCE,
    source: '2.1',
    part: 'body',
    ways: onTokens((tokens, _, call) => {
      const [members = [], ...orders] = ordersOf(tokens, call);
      return orders
        .filter((ordered) => ordered.some((member, i) => member !== members[i]))
        .map(objectOf)
        .flatMap((again) => [compact(again), spaced(again), compact(again.map(plainToken))]);
    }),
    moreWays: onTokens((tokens, body, call) => {
      const write = body === spaced(tokens) ? spaced : compact;
      const orders = ordersOf(tokens, call).map((ordered) => ordered.map(write));
      return otherOrders(orders).map((ordered) => `{${ordered.join(write([',']))}}`);
    }),
  },
  {
    id: 'body-field-not-signed',
    title: 'a field of the body is sent but not signed (added later, or null and left out when signed)',
    fix: ONCE,
    part: 'body',
    ways: onTokens((tokens) => {
      const members = readMembers(tokens);
      const filled = members.filter((member) => member.at(-1) !== 'null');
      return [filled, ...members.slice(0, MAX_SINGLE).map((_, i) => members.toSpliced(i, 1))]
        .filter(({ length }) => length < members.length)
        .flatMap((signed) => [compact(objectOf(signed)), spaced(objectOf(signed))]);
    }),
  },
  {
    id: 'body-null-not-sent',
    title: 'a field that is null is signed but not sent (a serializer leaves it out)',
    fix: ONCE,
    part: 'body',
    alone: true,
    ways: onTokens((tokens) => {
      const members = readMembers(tokens);
      const absent = OPTIONAL.filter((key) => !tokens.includes(key)).map((key) => [key, ':', 'null']);
      const ends = absent.flatMap((last) => absent.map((first) => [...members, first, last]));
      const single = absent.flatMap((one) => [...members, one].map((_, i) => members.toSpliced(i, 0, one)));
      return [...single, ...ends].flatMap((signed) => [compact(objectOf(signed)), spaced(objectOf(signed))]);
    }),
  },
  {
    id: 'body-numbers-rewritten',
    title: 'numbers of the body are written differently in the signed text (65000 for 65000.00)',
    fix: `${ONCE}; keep prices as text until then`,
    source: '2.1',
    part: 'body',
    ways: onTokens((tokens, body) =>
      writersOf(tokens.filter(isNumber)).flatMap((write) => {
        const rewritten = tokens.map((token) => (isNumber(token) ? write(token) : token));
        if (rewritten.every((token, i) => token === tokens[i])) return [];
        return [inPlace(body, write), compact(rewritten), spaced(rewritten)];
      }),
    ),
    // Some of them, as a program does that holds prices as floats and codes as integers.
    moreWays: onTokens((tokens) => {
      const places = tokens.flatMap((token, i) => (isNumber(token) ? [i] : []));
      const masks = Array.from({ length: places.length > MAX_CHOSEN ? 0 : 2 ** places.length }, (_, mask) => mask);
      return masks.flatMap((mask) => {
        const chosen = places.filter((_, at) => ((mask >> at) & 1) === 1);
        return DECIMALS.flatMap((digits) => {
          const again = tokens.map((token, i) => (chosen.includes(i) ? Number(token).toFixed(digits) : token));
          return [compact(again), spaced(again)];
        });
      });
    }),
  },
  {
    id: 'body-number-as-text',
    title: 'numbers of the body are signed as strings, or strings as numbers ("1" for 1)',
    fix: ONCE,
    part: 'body',
    ways: onTokens((tokens) => {
      const places = tokens.flatMap((token, i) => (isNumber(swapQuotes(token)) !== isNumber(token) ? [i] : []));
      const numbers = places.filter((i) => isNumber(tokens[i]!));
      const texts = places.filter((i) => !isNumber(tokens[i]!));
      const single = places.length <= MAX_SINGLE ? places.map((i) => [i]) : [];
      const choices = [numbers, texts, ...single].filter(({ length }) => length > 0).map((chosen) => new Set(chosen));
      return choices
        .map((chosen) => tokens.map((token, i) => (chosen.has(i) ? swapQuotes(token) : token)))
        .flatMap((again) => [compact(again), spaced(again)]);
    }),
  },
  {
    id: 'body-escapes',
    title: 'characters of the body are escaped only when signed, or only when sent (slashes, &, non-ASCII)',
    fix: ONCE,
    source: '2.1',
    part: 'body',
    ways: onTokens((tokens, body) =>
      [body, ...asWritten(tokens)].flatMap((sent) =>
        [sent, sent.replaceAll('/', '\\/'), sent.replaceAll('\\/', '/')]
          .flatMap((text) => [
            text,
            ...ESCAPED.flatMap((chars) => [text.replace(chars, toEscape), text.replace(chars, toUpperEscape)]),
            text.replace(/\\u([\da-f]{4})/gi, (_escape, code: string) =>
              String.fromCharCode(Number.parseInt(code, 16)),
            ),
          ])
          .filter((text) => text !== sent),
      ),
    ),
  },
  {
    id: 'body-encoded-twice',
    title: 'the body is JSON-encoded twice in the signed text (quoted and escaped)',
    fix: 'sign the text that is sent, not JSON.stringify of it',
    source: '2.3',
    part: 'body',
    ways: ({ body }) => (body === '' ? [] : [{ body: JSON.stringify(body) }]),
  },
  {
    id: 'body-object-signed',
    title:
      "the object itself is signed instead of its JSON ([object Object], Array, {'a': 1}, b'{…}', map[a:1], {a=1})",
    fix: 'serialise to JSON first, then sign and send that text',
    part: 'body',
    ways: onTokens((tokens, body) => [
      '[object Object]',
      `b'${body}'`,
      spaced(tokens.map(pythonToken)),
      ...['Array', 'undefined', 'null', 'None'],
      ...printed(tokens, body),
    ]),
  },
  {
    id: 'body-form-sent',
    title: 'the signed text has the JSON, and the body that is sent has form fields (Python requests: data=dict)',
    fix: 'send the text that you signed: data=text',
    part: 'body',
    ways: ({ body }) => (FORM.test(body) ? [...jsonOfForm(body)].map((text) => ({ body: text })) : []),
  },
  {
    id: 'body-signed-as-query',
    title: 'the fields of the body are signed as a query (a=1&b=2)',
    fix: 'sign the JSON text that is sent',
    part: 'body',
    ways: onTokens((tokens) => {
      const pairs = pairsOf(readMembers(tokens), '=', unquoted);
      return [pairs, pairs.toSorted()].flatMap((ordered) => [ordered.join('&'), `?${ordered.join('&')}`]);
    }),
  },
];

/** A field of a form whose value is a number: its JSON may be one, or a text. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** The JSON of form fields, with any of their numbers as texts; Python writes it with blanks. */
function* jsonOfForm(body: string): Iterable<string> {
  const fields = [...new URLSearchParams(body)];
  const numbers = fields.filter(([, value]) => NUMBER.test(value)).slice(0, MAX_FORM_NUMBERS);
  for (let quoted = 0; quoted < 2 ** numbers.length; quoted++) {
    const write = (field: [string, string]): string =>
      numbers.some((number, i) => number === field && ((quoted >> i) & 1) === 0) ? field[1] : JSON.stringify(field[1]);
    const tokens = objectOf(fields.map((field) => [JSON.stringify(field[0]), ':', write(field)]));
    yield spaced(tokens);
    yield compact(tokens);
  }
}

/** With more, their texts are too many to try. */
const MAX_FORM_NUMBERS = 6;

/** A string, or a place where a file of JSON has a line break. */
const STRING_OR_BREAK = /"[^"\\]*(?:\\.[^"\\]*)*"|[{},]/g;

/** Ways to change a body that is a JSON object with something in it. */
function onTokens(
  change: (tokens: readonly string[], body: string, call: SignedCall) => readonly string[],
): KnownMistake['ways'] {
  return (call) => {
    const tokens = readTokens(call.body);
    return tokens === undefined || tokens.length < 3
      ? []
      : [...new Set(change(tokens, call.body, call))].map((text) => ({ body: text }));
  };
}

type Members = readonly (readonly string[])[];

/** The members as `key=value`, or with another separator. */
const pairsOf = (members: Members, separator: string, write: (token: string) => string): readonly string[] =>
  members.map(([key = '', , ...value]) => unquoted(key) + separator + value.map(write).join(''));

const objectOf = (members: Members): string[] => [...members.flatMap((one) => [',', ...one]).toSpliced(0, 1, '{'), '}'];

const unquoted = (token: string): string => token.replace(/^"|"$/g, '');

/** The texts that Go's `%v` writes of a map, a struct or a pointer to it, whose numbers may be floats, or of bytes, and Java of a map. */
function printed(tokens: readonly string[], body: string): readonly string[] {
  const members = readMembers(tokens);
  const named = members.map(([key = '', ...rest]) => [unquoted(key).replace(/^./, (c) => c.toUpperCase()), ...rest]);
  const values = members.map((member) => ['', ...member.slice(1)]);
  const texts = [unquoted, (token: string): string => unquoted(plainToken(token))].flatMap((write) => [
    `map[${pairsOf(members.toSorted(byKey), ':', write).join(' ')}]`,
    `{${pairsOf(named, ':', write).join(' ')}}`,
    `{${pairsOf(values, '', write).join(' ')}}`,
    ...[members, members.toSorted(byKey)].map((listed) => `{${pairsOf(listed, '=', write).join(', ')}}`),
  ]);
  return [...texts, ...texts.map((text) => `&${text}`), `[${new TextEncoder().encode(body).join(' ')}]`];
}

/** The members as they are sent, and as programs order them. */
function ordersOf(tokens: readonly string[], call: SignedCall): readonly Members[] {
  const sent = readMembers(tokens);
  const documented = inDocumentOrder(sent, ([key = '']) => unquoted(key), call);
  return [sent, sent.toSorted(byKey), sent.toReversed(), documented];
}

const byKey = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : a > b ? 1 : 0);

/** The text that JavaScript, Go and most others write once a number was a floating-point number. */
const plainNumber = (token: string): string => String(Number(token));

/** Python keeps integers as they are, and a float of a whole number ends in `.0`. */
function pythonNumber(token: string): string {
  if (!/[.e]/i.test(token)) return token;
  const text = plainNumber(token);
  return /^-?\d+$/.test(text) ? `${text}.0` : text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Ways to write numbers: as a program does that has read them, or with so many decimals (all of them, those with a point, or one). */
function writersOf(numbers: readonly string[]): readonly ((token: string) => string)[] {
  const hasPoint = (token: string): boolean => token.includes('.');
  const single = numbers.length <= MAX_SINGLE ? numbers.map((one) => (token: string) => token === one) : [];
  const fixed = DECIMALS.flatMap((digits) =>
    [isNumber, hasPoint, ...single].map(
      (applies) => (token: string) => (applies(token) ? Number(token).toFixed(digits) : token),
    ),
  );
  return [plainNumber, pythonNumber, ...fixed];
}

const plainToken = (token: string): string => (isNumber(token) ? plainNumber(token) : token);

/** JSON as JavaScript and Python write it, with its numbers as they are or as such a program writes them. */
const asWritten = (tokens: readonly string[]): readonly string[] => [
  ...[compact(tokens), spaced(tokens), compact(tokens.map(plainToken))],
  spaced(tokens.map((token) => (isNumber(token) ? pythonNumber(token) : token))),
];

/** Characters that serialisers escape: those of Python and PHP, of Go, and System.Text.Json of .NET, which writes the digits in upper case. */
const ESCAPED = [/[\u0080-\uffff]/g, /[<>&\u2028\u2029]/g, /[\u0080-\uffff<>&'+`]/g];
const toEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const toUpperEscape = (char: string): string => toEscape(char).toUpperCase().replace('U', 'u');

/** The body as sent, whitespace included, with its numbers rewritten. */
function inPlace(body: string, write: (token: string) => string): string {
  return body.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g, (token) => (isString(token) ? token : write(token)));
}

/** `1` for `"1"` and `"1"` for `1`. */
const swapQuotes = (token: string): string => (isString(token) ? token.slice(1, -1) : `"${token}"`);

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

const pythonToken = (token: string): string => (isString(token) ? `'${token.slice(1, -1)}'` : (PYTHON[token] ?? token));
