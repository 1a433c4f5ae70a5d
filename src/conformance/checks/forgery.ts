import { declaredOperations, type Operation, type OperationId } from '../operations.js';
import { encodeBytes, isHex, type SignatureEncoding } from '../../core/signature-encoding.js';
import { type Alteration, swapCase } from '../call/build-call.js';
import { broken, type Check, type Context, holds, notApplicable, notRun, cannotTell } from '../engine/check.js';
import { clauses } from '../clauses.js';
import { tryCall } from '../call/inputs.js';
import type { Clause, Finding } from '../model.js';
import { leavesTraces } from './traces.js';

/** One call that only a service which does not look closely takes. */
interface Forgery {
  readonly what: string;
  readonly alteration: Alteration;
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
  signed('a signature whose characters come the other way round', (correct) => [...correct].toReversed().join('')),
  by('a signature by HMAC-SHA512', hmac('sha512', apiSecret)),
  by('a signature by HMAC-SHA1', hmac('sha1', apiSecret)),
  by('a signature by HMAC-MD5', hmac('md5', apiSecret)),
  by('a SHA-256 without a secret', hash),
  by('a SHA-256 of the secret and the text', (text) => hash(apiSecret + text)),
  by('a signature by an empty secret', hmac('sha256', '')),
  by('a signature by the key in place of the secret', hmac('sha256', apiKey)),
];

const keys: readonly Forgery[] = [
  { what: 'a key that does not exist', alteration: { credentials: { apiKey: 'a-key-that-does-not-exist' } } },
  { what: 'an empty key', alteration: { credentials: { apiKey: '' } } },
];

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

/** Every one of them has to be refused; those that were not are all told. */
async function allRefused(
  context: Context,
  { operationId }: Operation,
  forgeries: readonly Forgery[],
): Promise<Finding> {
  if (forgeries.length === 0) return notApplicable('there is nothing to alter');
  const accepted: string[] = [];
  const unclear: string[] = [];
  for (const { what, alteration } of forgeries) {
    const { kind, summary } = await tryCall(context, operationId, alteration);
    if (kind === 'accepted') accepted.push(what);
    else if (kind !== 'refused') unclear.push(`${what}: ${summary}`);
  }
  if (accepted.length > 0) return broken(`${operationId} accepted ${[...new Set(accepted)].join(', ')}`);
  if (unclear.length > 0) return cannotTell(`neither a success nor a refusal (${unclear[0]})`);
  return holds(forgeries.length);
}

interface Kind {
  readonly name: string;
  readonly title: string;
  readonly clause: Clause;
  forgeries(
    context: Context,
    operation: Operation,
    credentials: NonNullable<Context['credentials']>,
  ): readonly Forgery[];
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
    forgeries: () => keys,
  },
  {
    name: 'forged-signatures',
    title: 'signatures that are not the HMAC-SHA256 by the secret, however near they come',
    clause: clauses.signature,
    forgeries: (_context, _operation, credentials) => forgedSignatures(credentials),
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
    forgeries: (context, operation) => elsewhere(operation, context),
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
            return allRefused(context, operation, forgeries(context, operation, credentials));
          },
        };
      },
    ),
  );
