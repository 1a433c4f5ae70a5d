import { signingHeaders } from '../../../generated/names.js';
import { declaredFields, declaredOperations, type Operation, type OperationId } from '../operations.js';
import { encodeBytes, flipLastBit, isHex, type SignatureEncoding } from '../../core/signature-encoding.js';
import { type Alteration, swapCase } from '../call/build-call.js';
import {
  broken,
  type Check,
  type Context,
  Found,
  holds,
  notApplicable,
  notRun,
  cannotTell,
  shown,
} from '../engine/check.js';
import { clauses } from '../clauses.js';
import type { Reading } from '../call/answer.js';
import type { AnyInput } from '../call/input.js';
import { tryCall, validInput } from '../call/inputs.js';
import type { Clause, Finding } from '../model.js';
import { leavesTraces } from './traces.js';
import { judgeTaken } from './unlike.js';

/** One call that only a service which does not look closely takes. */
interface Forgery {
  readonly what: string;
  readonly alteration: Alteration;
  /** Changes of the input; a field that is undefined is left out. */
  readonly change?: AnyInput;
}

type Digest = (text: string) => Uint8Array;

const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto');

const hmac =
  (algorithm: string, key: string): Digest =>
  (text) =>
    crypto().createHmac(algorithm, key).update(text).digest();
const hash: Digest = (text) => crypto().createHash('sha256').update(text).digest();

const otherCharacter = (char: string): string => (char === 'a' || char === 'A' ? 'b' : char === '0' ? '1' : 'a');

const changedAt = (signature: string, place: number): string =>
  signature.slice(0, place) + otherCharacter(signature.charAt(place)) + signature.slice(place + 1);

const signed = (what: string, signature: Alteration['signature']): Forgery => ({
  what,
  alteration: signature === undefined ? {} : { signature },
});

const by = (what: string, digest: Digest): Forgery =>
  signed(what, (_correct: string, encoding: SignatureEncoding, text: string) => encodeBytes(encoding, digest(text)));

/** Signatures that are not the HMAC-SHA256 of the call by the secret. */
export const forgedSignatures = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): readonly Forgery[] => [
  signed('an empty signature', () => ''),
  signed('half a signature', (correct) => correct.slice(0, correct.length / 2)),
  signed('a signature of one character', (correct) => correct.slice(0, 1)),
  // What reads base64 may stop at the end of it.
  signed('a signature that ends with more', (correct, encoding) =>
    isHex(encoding) ? `${correct}00` : otherCharacter(correct.charAt(0)) + correct,
  ),
  signed('a signature whose first character is another', (correct) => changedAt(correct, 0)),
  signed('a signature whose middle is another', (correct) => changedAt(correct, correct.length >> 1)),
  signed('a signature of zeros', (correct) => correct.replaceAll(/[^=]/g, '0')),
  signed('the word null as a signature', () => 'null'),
  signed('a signature whose characters come the other way round', (correct) => [...correct].toReversed().join('')),
  by('a signature by HMAC-SHA512', hmac('sha512', apiSecret)),
  by('a signature by HMAC-SHA384', hmac('sha384', apiSecret)),
  by('a signature by HMAC-SHA224', hmac('sha224', apiSecret)),
  by('a signature by HMAC-SHA3-256', hmac('sha3-256', apiSecret)),
  by('a signature by HMAC-SHA1', hmac('sha1', apiSecret)),
  by('a signature by HMAC-MD5', hmac('md5', apiSecret)),
  by('a SHA-256 without a secret', hash),
  by('a SHA-256 of the secret and the text', (text) => hash(apiSecret + text)),
  by('a SHA-256 of the text and the secret', (text) => hash(text + apiSecret)),
  by('a signature by an empty secret', hmac('sha256', '')),
  by('a signature by the secret without its last character', hmac('sha256', apiSecret.slice(0, -1))),
  by('a signature by the first half of the secret', hmac('sha256', apiSecret.slice(0, apiSecret.length >> 1))),
  by('a signature by the secret with one character more', hmac('sha256', `${apiSecret}0`)),
  by('a signature of nothing by the secret', () => hmac('sha256', apiSecret)('')),
  by('a signature by the key in place of the secret', hmac('sha256', apiKey)),
];

const keysUnlike = (apiKey: string): readonly Forgery[] =>
  [
    ['a key that does not exist', 'a-key-that-does-not-exist'],
    ['an empty key', ''],
    ['the key without its last character', apiKey.slice(0, -1)],
    ['the key with one character more', `${apiKey}0`],
  ].map(([what = '', other = '']) => ({ what, alteration: { credentials: { apiKey: other } } }));

/** Other valid inputs, with which a signature has to be looked at as well. */
const OTHER_INPUTS: { readonly [Id in OperationId]?: readonly AnyInput[] } = {
  createOrder: [{ type: 'MARKET' }, { timeInForce: 'IOC' }, { side: 'SELL', open: 'CLOSE' }],
  cancelOrder: [{ orderId: undefined }],
  getOrderHistory: [{ limit: '5' }],
  getProfitHistory: [{ limit: '5' }],
  getTradeHistory: [{ limit: '5' }],
};

const withOtherInput = (operationId: OperationId): readonly Forgery[] =>
  (OTHER_INPUTS[operationId] ?? []).map((change) => ({
    what: `a signature with one bit flipped, where ${inWords(change)}`,
    alteration: { signature: flipLastBit },
    change,
  }));

const inWords = (change: AnyInput): string =>
  Object.entries(change)
    .map(([name, value]) => (value === undefined ? `${name} is left out` : `${name} is ${String(value)}`))
    .join(' and ');

/** Key and secret in other letter cases than their own. */
export const spellings = (credentials: { apiKey: string; apiSecret: string }): readonly Forgery[] =>
  (['apiKey', 'apiSecret'] as const).flatMap((part) => {
    const value = credentials[part];
    const others = new Set([swapCase(value), value.toLowerCase(), value.toUpperCase()]);
    others.delete(value);
    return [...others].map((other) => ({
      what: `${part} in another letter case`,
      alteration: { credentials: { [part]: other } },
    }));
  });

/** Signatures that are right for another call. */
function elsewhere({ input, method, path }: Operation, { rule, contract }: Context): readonly Forgery[] {
  const over = (what: string, signs: NonNullable<Alteration['signs']>): Forgery => ({
    what: `a signature over another ${what}`,
    alteration: { signs },
  });
  const parts = new Set(rule.composition);
  const has = (...names: readonly ('target' | 'path' | 'query' | 'method' | 'timestamp' | 'body')[]): boolean =>
    names.some((name) => parts.has(name));
  return [
    ...(has('body') && input === 'body' ? [over('body', { body: '{}' }), over('body', { body: '' })] : []),
    ...(has('target', 'path') ? [over('path', { target: `${path}s` })] : []),
    ...(has('target', 'query') && rule.signQuery && input === 'query'
      ? [over('query', { target: `${path}?contractName=${contract}&a=1` })]
      : []),
    ...(has('method') ? [over('method', { method: method === 'GET' ? 'POST' : 'GET' })] : []),
    ...(has('timestamp') ? [over('timestamp', { timestampMs: '1700000000000' })] : []),
  ];
}

/** The signature of a call that was taken. */
async function taken(context: Context): Promise<readonly Forgery[]> {
  const { sent } = await context.shared('a call that is taken', (inner) => inner.call('getOpenOrders', {}));
  const [, signature] = sent.headers.find(([name]) => name === signingHeaders.signature) ?? [];
  return signature === undefined ? [] : [signed('the signature of a call that was taken before', () => signature)];
}

/** Signatures over a body that differs in one field. */
const overOtherFields = (operation: Operation, apiSecret: string): readonly Forgery[] =>
  declaredFields(operation)
    .filter(({ required }) => required)
    .map(({ name }) =>
      by(`a signature over another ${name}`, (text) =>
        hmac('sha256', apiSecret)(text.replace(new RegExp(`("${name}":"?)`), '$19')),
      ),
    );

/** Every one of them has to be refused; those that were not are all told. */
async function allRefused(
  context: Context,
  { operationId }: Operation,
  forgeries: readonly Forgery[],
): Promise<Finding> {
  const send = async (alteration: Alteration, change?: AnyInput): Promise<Reading> => {
    if (change === undefined) return tryCall(context, operationId, alteration);
    const entries = Object.entries({ ...(await validInput(context, operationId)), ...change });
    const input: AnyInput = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const reading = await context.callWith(operationId, input, alteration);
    if (operationId === 'cancelOrder') context.bait.spend();
    return reading;
  };
  if (forgeries.length === 0) return notApplicable('there is nothing to alter');
  const accepted: string[] = [];
  const unclear: string[] = [];
  const refusals: Reading[] = [];
  for (const { what, alteration, change } of forgeries) {
    const reading = await send(alteration, change);
    const right = (): Promise<Reading> => send({}, change);
    const finding = await judgeTaken(context, operationId, reading, { what, right, refusals }).catch(asFinding);
    if (finding.outcome === 'broken') accepted.push(what);
    if (!('reason' in finding)) continue;
    unclear.push(`${what}: ${finding.reason}`);
    refusals.push(reading);
  }
  if (accepted.length > 0) return shown(broken(`${operationId} accepted ${[...new Set(accepted)].join(', ')}`));
  if (unclear.length > 0) return cannotTell(`neither a success nor a refusal (${unclear[0]})`);
  return holds(forgeries.length);
}

function asFinding(error: unknown): Finding {
  if (error instanceof Found) return error.finding;
  throw error;
}

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly clause: Clause;
  forgeries(
    context: Context,
    operation: Operation,
    credentials: NonNullable<Context['credentials']>,
  ): readonly Forgery[] | Promise<readonly Forgery[]>;
}

/** Each header is missing so many times in a row: a fault may come and go. */
const TIMES = 6;

/** A read, a call that costs money and one that wipes: what tries the same again and again is asked of these. */
const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder', 'cancelOrder'];

const KINDS: readonly Kind[] = [
  {
    name: 'each-header-each-time',
    title: 'a call without one of the three headers, each time',
    clause: clauses.headers,
    forgeries: () =>
      (['apiKey', 'timestamp', 'signature'] as const).flatMap((drop) =>
        Array.from({ length: TIMES }, () => ({ what: `a call without its ${drop}`, alteration: { drop } })),
      ),
  },
  {
    name: 'without-headers',
    title: 'a call without any of the three headers',
    clause: clauses.signedHeaders,
    forgeries: () => [{ what: 'a call without the three headers', alteration: { unsigned: true } }],
  },
  {
    name: 'unknown-key',
    title: 'a key that does not exist',
    clause: clauses.apiKey,
    forgeries: (_context, _operation, { apiKey }) => keysUnlike(apiKey),
  },
  {
    name: 'forged-signatures',
    title: 'signatures that are not the HMAC-SHA256 by the secret, however near they come',
    clause: clauses.signature,
    forgeries: (_context, { operationId }, credentials) => [
      ...forgedSignatures(credentials),
      ...withOtherInput(operationId),
    ],
  },
  {
    name: 'letter-case',
    title: 'key and secret in another letter case',
    clause: clauses.case,
    forgeries: (_context, _operation, credentials) => spellings(credentials),
  },
  {
    name: 'signature-of-another-call',
    title: 'the signature of another call',
    clause: clauses.signature,
    forgeries: async (context, operation, credentials) => [
      ...elsewhere(operation, context),
      ...(await taken(context)),
      ...(operation.input === 'body' && context.rule.composition.includes('body')
        ? overOtherFields(operation, credentials.apiSecret)
        : []),
    ],
  },
];

/** The one operation on which mode read, where calls are few, tries what costs one call. */
const TRIED_IN_READ = 'sign/getOpenOrders/without-headers';

export const forgeryChecks: readonly Check[] = declaredOperations
  .filter(({ security }) => security === 'signed')
  .flatMap((operation) =>
    KINDS.filter(({ name }) => name !== 'each-header-each-time' || SAMPLE.includes(operation.operationId)).map(
      ({ name, title, clause, forgeries }): Check => {
        const { operationId, effect } = operation;
        const id = `sign/${operationId}/${name}`;
        return {
          id,
          family: 'SIGN',
          title: `${operationId} refuses ${title}`,
          clause,
          effect,
          operations: [operationId],
          signed: true,
          late: true,
          again: !SAMPLE.includes(operationId),
          throwAway: effect !== 'read' || leavesTraces(operation),
          control: `shape/${operationId}/success`,
          assumes: ['signing.composition', 'signing.encoding'],
          async run(context) {
            const { credentials } = context;
            if (credentials === undefined) return notApplicable('no credentials');
            if (
              context.mode === 'read' &&
              context.callsLeft !== Infinity &&
              (id !== TRIED_IN_READ || context.callsLeft < 2)
            ) {
              return notRun(`the calls of a run in mode read do not suffice: --check ${id} tries it`);
            }
            return allRefused(context, operation, await forgeries(context, operation, credentials));
          },
        };
      },
    ),
  );
