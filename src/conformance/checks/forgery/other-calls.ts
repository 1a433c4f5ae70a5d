import { signingHeaders } from '../../../../generated/names.js';
import { headerIn } from '../../../recording/header-pairs.js';
import type { SigningPart, SigningRule } from '../../../core/signing-rule.js';
import type { Alteration } from '../../call/build-call.js';
import type { Context } from '../../findings/check.js';
import { declaredFields, type DeclaredField, type Operation, operations } from '../../model/operations.js';
import { by, type Forgery, hash, hmac, signed } from './forgery.js';

interface Signed {
  readonly rule: SigningRule;
  readonly contract: string;
  readonly contracts: readonly string[];
  readonly apiSecret: string;
  readonly nowMs: number;
}

/** A contract, and another one. */
const OTHER = ['E-ORCA-USDT', 'E-BTC-USDT'] as const;
const PATHS = [operations.getTradeHistory.path, operations.getOpenOrders.path] as const;

/** Everything that may be signed in place of a call, but for calls that were made. */
export const overOtherCalls = (operation: Operation, known: Signed): readonly Forgery[] => [
  ...elsewhere(operation, known),
  ...overOnePart(operation, known),
  ...withoutQuery(operation, known),
  ...(operation.input === 'body' && isInputSigned(operation, known.rule) ? overOtherFields(operation, known) : []),
];

/** True when what an operation is asked for is part of the text that is signed. */
export function isInputSigned({ input }: Operation, { composition, signQuery }: SigningRule): boolean {
  if (input === 'body') return composition.includes('body');
  return input === 'query' && signQuery && composition.some((part) => part === 'target' || part === 'query');
}

function elsewhere({ input, method, path }: Operation, { rule, contract, nowMs }: Signed): readonly Forgery[] {
  const over = (what: string, signs: NonNullable<Alteration['signs']>): Forgery => ({
    what: `a signature over another ${what}`,
    alteration: { signs },
  });
  const parts = new Set(rule.composition);
  const has = (...names: readonly ('target' | 'path' | 'query' | 'method' | 'timestamp' | 'body')[]): boolean =>
    names.some((name) => parts.has(name));
  const isQuery = input === 'query' && rule.signQuery;
  const [query, named] = isQuery ? [`?contractName=${contract}`, { change: { contractName: contract } }] : ['', {}];
  return [
    ...(has('body') && input === 'body'
      ? [over('body', { body: '{}' }), { ...over('body', { body: '' }), what: 'a signature over no body' }]
      : []),
    ...(has('target', 'path')
      ? [{ ...over('path', { target: PATHS.find((other) => other !== path)! + query }), ...named }]
      : []),
    ...(has('target', 'query') && isQuery
      ? [
          {
            ...over('query', { target: `${path}?contractName=${OTHER.find((other) => other !== contract)}` }),
            ...named,
          },
        ]
      : []),
    ...(has('method') ? [over('method', { method: method === 'GET' ? 'POST' : 'GET' })] : []),
    ...(has('timestamp') ? [over('timestamp', { timestampMs: String(Math.round(nowMs) - 7) })] : []),
  ];
}

/** Signatures over one part of the text alone: the rest of the call could be anything. */
function overOnePart({ input }: Operation, { rule }: Signed): readonly Forgery[] {
  const parts = rule.composition.filter((part): part is SigningPart & string => typeof part === 'string');
  if (parts.length < 2) return [];
  const alone = parts
    .filter((part) => (part === 'body' ? input === 'body' : part !== 'query'))
    .map((part) => ({
      what: `a signature over the ${part === 'target' ? 'path' : part} alone`,
      alteration: { rule: { composition: [part] } },
    }));
  if (input !== 'body' || !parts.includes('body')) return alone;
  return [...alone, by('a SHA-256 of the body', hash('sha256'), { rule: { composition: ['body'] } })];
}

/** A query is part of what is signed: the signature of the call without it, and without its limit. */
function withoutQuery(operation: Operation, { rule, contract }: Signed): readonly Forgery[] {
  const { input, path } = operation;
  if (input !== 'query' || !isInputSigned(operation, rule)) return [];
  const change = { contractName: contract };
  return [
    { what: 'a signature over no query', alteration: { signs: { target: path } }, change },
    {
      what: 'a signature over the query without its limit',
      alteration: { signs: { target: `${path}?contractName=${contract}` } },
      change: { ...change, limit: '5' },
    },
  ];
}

export async function taken(context: Context): Promise<readonly Forgery[]> {
  const { sent } = await context.shared('a call that is taken', (inner) => inner.usual());
  const signature = headerIn(sent.call.headers, signingHeaders.signature);
  return signature === undefined ? [] : [signed('the signature of a call that was taken before', () => signature)];
}

/** Numbers that a field is fixed to, or starts as. */
const NUMBERS = ['0', '1', '2', '10', '100'];

/** Values of a field besides the one that was sent, as they are written in a body. */
function othersOf(
  { name, wire, enum: values = [] }: DeclaredField,
  given: string,
  contracts: readonly string[],
): readonly string[] {
  const text = given.replace(/^"(.*)"$/, '$1');
  const words = name === 'contractName' ? contracts : values;
  const all = wire === 'number' ? [`9${text}`, ...NUMBERS] : [`"9${text}"`, '""', ...words.map((word) => `"${word}"`)];
  return all.filter((value) => value !== given);
}

/** Signatures over a body that differs in one field, or lacks it. */
function overOtherFields(operation: Operation, { contracts, apiSecret }: Signed): readonly Forgery[] {
  const right = hmac('sha256', apiSecret);
  return declaredFields(operation).flatMap((field): readonly Forgery[] => {
    const { name } = field;
    const member = new RegExp(`("${name}":)("(?:[^"\\\\]|\\\\.)*"|[-+.\\deE]+)(,?)`);
    const changed = (place: number) => (text: string) => {
      const given = member.exec(text)?.[2];
      const other = given === undefined ? undefined : othersOf(field, given, contracts)[place];
      // A field that is not there has no other value: the text of another call.
      return right(other === undefined ? `${text} ` : text.replace(member, `$1${other}$3`));
    };
    const left = (text: string): Uint8Array =>
      right(member.test(text) ? text.replace(member, '').replace(/,(?=\})/, '') : `${text} `);
    const count = othersOf(field, '', contracts).length;
    return [
      ...Array.from({ length: count }, (_, place) => by(`a signature over another ${name}`, changed(place))),
      by(`a signature over the body without ${name}`, left),
    ];
  });
}
