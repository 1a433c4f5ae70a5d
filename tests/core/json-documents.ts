import fc from 'fast-check';

/*
 * JSON documents as text, for properties: a generator of values could not write `0E-8` or blank space.
 *
 *   number, string, literal ─► cell ─► row ─► table of rows alike ─► session: documents for one decoder, in order
 *                                └► value (nested) ──────────────────┘
 */

export const numberKeys = ['time', 'ctimeMs', 'constructor'] as const;

const SPELLINGS = `
  0 -0 0E-8 0e-16 9.8E+4 1E5 1e16 67000.0000000000000000 0.30000000000000000000000000000000 1e400 -1e400
  1e-400 0E30000000000 1e-30000000000 5e-324 0.1 1.50 -3350051449.6928050669137353 9007199254740991
  9007199254740992 9007199254740993 256609229205684228 1234567890123456789012345 1607702400000
  1607702400000.0 1607702400000.0000000000000000 1.6077024e12 26 -1
`
  .trim()
  .split(/\s+/);

const digits = (maxLength: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength });

const builtNumber = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits(25).map((text) => text.replace(/^0+(?=\d)/, '')),
    fc.option(digits(20), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(3)), { nil: undefined }),
  )
  .map(([sign, whole, fraction, exponent]) => {
    return sign + whole + (fraction === undefined ? '' : `.${fraction}`) + (exponent?.join('') ?? '');
  });

/** One JSON number, in every spelling the grammar knows. */
export const number = fc.oneof(fc.constantFrom(...SPELLINGS), builtNumber);

const UNITS = [
  ...['a', 'Z', '7', ' ', ',', ':', '{', '}', '[', ']', '/', 'é', '订', '😀', '\ud800', '\udc00', '\u2028', '\u007f'],
  ...['\\"', '\\\\', '\\/', '\\n', '\\t', '\\b', '\\u0000', '\\u00e9', '\\uD83D\\uDE00', '\\ud800', 'null'],
];
const DIGIT_STRINGS = ['1607702400000', '26', '-5', '0', '-0', '007', '1.5', '9007199254740993', '1607702400000 '];

const string = fc
  .oneof(fc.constantFrom(...DIGIT_STRINGS), fc.string({ unit: fc.constantFrom(...UNITS), maxLength: 8 }))
  .map((inside) => `"${inside}"`);

const scalar = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 3, arbitrary: string },
  { weight: 2, arbitrary: fc.constantFrom('null', 'true', 'false', '[]') },
);

/** Names as written: plain ones, ones that an object has already, ones that need care, `time` in disguise. */
const PLAIN_KEYS = ['time', 'ctimeMs', 'orderId', 'price', 'constructor', 'toString'];
const ODD_KEYS = ['', '0', '1', 'a,b', 'x y', 'é', '__proto__', '\\u005f_proto__', 't\\u0069me', 'price', 'time'];
const key = fc.constantFrom(...PLAIN_KEYS, ...ODD_KEYS).map((inside) => `"${inside}"`);

const blanks = fc.oneof(
  { weight: 2, arbitrary: fc.constant(['']) },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom('', ' ', '\n', '\t', '\r\n', '  '), { minLength: 1, maxLength: 5 }),
  },
);

/** Writes tokens one after another with blank space around them. */
function write(tokens: readonly string[], space: readonly string[]): string {
  return tokens.map((token, i) => space[i % space.length]! + token).join('') + space[0]!;
}

function commaSeparated(items: readonly (readonly string[])[]): string[] {
  return items.flatMap((item, i) => (i === 0 ? item : [',', ...item]));
}

/** Any JSON text, nested up to three deep. */
export const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => {
  const array = fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), blanks)
    .map(([items, space]) => write(['[', ...commaSeparated(items.map((item) => [item])), ']'], space));
  const object = fc
    .tuple(fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }), blanks)
    .map(([members, space]) =>
      write(['{', ...commaSeparated(members.map(([name, item]) => [name, ':', item])), '}'], space),
    );
  return { value: fc.oneof({ maxDepth: 3 }, scalar, array, object) };
}).value;

/** The difference of a row from its neighbours; most rows are alike. */
const TWISTS = ['spaced', 'reversed', 'shorter', 'repeated key', 'null', '[]'] as const;
const twist = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...TWISTS) },
);
const WIDTH = 5;
const cells = fc.array(fc.oneof({ weight: 19, arbitrary: scalar }, { weight: 1, arbitrary: value }), {
  minLength: WIDTH,
  maxLength: WIDTH,
});

function writeRow(keys: readonly string[], row: readonly string[], how: (typeof TWISTS)[number] | undefined): string {
  if (how === 'null' || how === '[]') return how;
  const members = keys.map((name, i) => [`"${name}"`, ':', row[i]!]);
  if (how === 'reversed') members.reverse();
  if (how === 'shorter') members.pop();
  if (how === 'repeated key') members.push([`"${keys[0]!}"`, ':', row[WIDTH - 1]!]);
  return write(['{', ...commaSeparated(members), '}'], how === 'spaced' ? [' ', '', '\n'] : ['']);
}

/** Records of one layout, as services write lists, with a few that differ. */
const table = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...PLAIN_KEYS), { minLength: 1, maxLength: WIDTH }),
    fc.array(fc.tuple(cells, twist), { minLength: 1, maxLength: 7 }),
  )
  .map(([keys, rows]) => rows.map(([row, how]) => writeRow(keys, row, how)));

/** Documents that one decoder reads one after another: what it learned from the first serves the next. */
export const session: fc.Arbitrary<string[]> = fc.oneof(
  fc.array(value, { minLength: 1, maxLength: 4 }),
  table,
  table.map((rows) => [`[${rows.join()}]`, `{"code":"0","msg":"ok","data":[${rows.join()}]}`, rows[0]!]),
);
