import { decodeBytes, encodeBytes } from '../core/signature-encoding.js';
import type { KnownMistake } from './mistake.js';

const NAMES = ['FUTURES_API_SECRET', 'API_SECRET', 'SECRET', 'secret'];

const AS_GIVEN = 'use the characters of the secret, as UTF-8, as the key of the HMAC';

/** The last three do not show: a byte order mark, a no-break space, a space without width. */
const BLANKS = ['\\n', ' ', '\n', '\r\n', '\r', '\t', '\ufeff', '\u00a0', '\u200b'];

/** As the lines of a file have it: blanks, a value of .env in quotes, with what a program added to it before or within. */
const AROUND = ['', ...BLANKS, '  ', '\n\n', ' \n', ' \r\n'];
const LINE_ENDS = ['', '\n', '\r\n', ' ', ' \n'];
const QUOTED: readonly ((secret: string, end: string) => string)[] = [
  (secret, end) => `"${secret}${end}"`,
  (secret, end) => `'${secret}${end}'`,
  (secret, end) => `b'${secret}${JSON.stringify(end).slice(1, -1)}'`,
];

/** Cuts of longer secrets are too many to try. */
const MAX_SECRET = 256;

export const secretWithBlank: KnownMistake = {
  id: 'secret-with-blank',
  title: "the secret has whitespace, a line break (\\n, \\r) or quotes (b'…' in Python) around it",
  fix: 'remove them; a secret read from a file often ends in a newline',
  part: 'secret',
  ways: ({ apiSecret }) =>
    [
      apiSecret.trim(),
      ...BLANKS.flatMap((blank) => [apiSecret + blank, blank + apiSecret]),
      ` ${apiSecret} `,
      `"${apiSecret}"`,
      `'${apiSecret}'`,
      `b'${apiSecret}'`,
    ].map((key) => ({ key })),
  moreWays: ({ apiSecret }) => {
    const inQuotes = QUOTED.flatMap((quoted) => LINE_ENDS.map((end) => quoted(apiSecret, end)));
    return [
      ...AROUND.flatMap((before) => AROUND.map((after) => before + apiSecret + after)),
      ...['', ' ', '\ufeff'].flatMap((before) =>
        inQuotes.flatMap((text) => LINE_ENDS.map((after) => before + text + after)),
      ),
    ].map((key) => ({ key }));
  },
};

export const secretMistakes: readonly KnownMistake[] = [
  secretWithBlank,
  {
    id: 'secret-missing',
    title: 'the secret was empty, the word undefined, or the next option of openssl when it was used',
    fix: 'check that the variable with the secret is set where the signature is made, and do not decode it: text that is not hex may decode to nothing',
    part: 'secret',
    ways: () => ['', 'undefined', 'null', 'None', '-hex', '-binary'].map((key) => ({ key })),
  },
  {
    id: 'key-as-secret',
    title: 'the API key is used instead of the secret',
    fix: 'the secret makes the signature, the key goes into X-CH-APIKEY',
    part: 'secret',
    ways: ({ apiKey }) => (apiKey === '' ? [] : [{ key: apiKey }]),
  },
  {
    id: 'secret-decoded',
    title: 'the secret is decoded from hex or base64 before it is used',
    fix: AS_GIVEN,
    part: 'secret',
    ways: ({ apiSecret }) =>
      [fromHex(apiSecret), fromBase64(apiSecret)].filter((key) => key !== undefined).map((key) => ({ key })),
    moreWays: ({ apiSecret }) => decodedInPart(apiSecret).map((key) => ({ key })),
  },
  {
    id: 'secret-encoded',
    title: 'the secret is encoded to hex or base64 before it is used',
    fix: AS_GIVEN,
    part: 'secret',
    ways: ({ apiSecret }) =>
      [apiSecret, `${apiSecret}\n`]
        .map((text) => new TextEncoder().encode(text))
        .flatMap((bytes) => [{ key: encodeBytes('base64', bytes) }, { key: encodeBytes('hex', bytes) }]),
  },
  {
    id: 'secret-name',
    title: 'the name of a variable is used as the secret ($FUTURES_API_SECRET in single quotes), or is left before it',
    fix: 'read the variable; in a shell, put it in double quotes',
    part: 'secret',
    ways: ({ apiSecret }) =>
      NAMES.flatMap((name) => [name, `$${name}`, `\${${name}}`, `${name}=${apiSecret}`].map((key) => ({ key }))),
    moreWays: () =>
      NAMES.flatMap((name) =>
        [`%${name}%`, `$env:${name}`, `process.env.${name}`, `{{${name}}}`].map((key) => ({ key })),
      ),
  },
  {
    id: 'secret-case',
    title: 'the secret is used in the wrong case',
    fix: 'the case of the secret matters',
    part: 'secret',
    ways: ({ apiSecret }) => [{ key: apiSecret.toLowerCase() }, { key: apiSecret.toUpperCase() }],
  },
  {
    id: 'secret-cut',
    title:
      'characters at the end or at the start of the secret are missing ([:-1], a column or a copy that is too short)',
    fix: 'use the whole secret',
    part: 'secret',
    alone: true,
    ways: ({ apiSecret }) =>
      [...apiSecret.slice(1, MAX_SECRET)].flatMap((_, i) => [
        { key: apiSecret.slice(0, i + 1) },
        { key: apiSecret.slice(i + 1) },
      ]),
  },
];

/** No signature shows it: the right secret is not known to the one who asks. */
export const otherSecret: KnownMistake = {
  id: 'other-secret',
  title: 'the secret belongs to another API key',
  fix: 'copy key and secret together',
  part: 'secret',
  ways: () => [],
  difference: { title: 'the secret may belong to another API key', applies: () => true },
};

function fromHex(text: string): Uint8Array | undefined {
  return /^(?:[\da-f]{2})+$/i.test(text) ? decodeBytes('hex', text) : undefined;
}

function fromBase64(text: string): Uint8Array | undefined {
  const plain = text.replace(/=+$/, '');
  return /^[\w+/-]+$/.test(plain) && plain.length % 4 !== 1 ? decodeBytes('base64', plain) : undefined;
}

/**
 * Decoders stop at what they do not know and keep what is before it (Go; Node.js with hex), or skip it (PHP, Ruby, Perl,
 * `base64 -di`).
 */
function decodedInPart(text: string): readonly Uint8Array[] {
  const hex = /^(?:[\da-f]{2})*/i.exec(text)![0];
  const base64 = [/^[A-Za-z\d+/]*/.exec(text)![0], text.replace(/[^A-Za-z\d+/]/g, '')];
  return [decodeBytes('hex', hex), ...base64.map((part) => decodeBytes('base64', whole(part)))].filter(
    (key) => key.length > 0,
  );
}

/** Without a last character that is no byte. */
const whole = (base64: string): string => (base64.length % 4 === 1 ? base64.slice(0, -1) : base64);
