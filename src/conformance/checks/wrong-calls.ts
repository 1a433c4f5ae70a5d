import type { OperationId } from '../model/operations.js';
import { flipLastBit } from '../../core/signature-encoding.js';
import type { Alteration } from '../call/build-call.js';
import type { Context } from '../findings/check.js';
import { clauses } from '../model/clauses.js';
import { tryCall } from '../orders/valid-inputs.js';
import type { Clause } from '../model/report-model.js';

interface Wrong {
  readonly name: string;
  readonly what: string;
  readonly clause: Clause;
  readonly alteration: Alteration;
}

const WRONG_SECRET = 'a-secret-that-does-not-exist';

export const BIT_FLIPPED = 'signature-bit-flipped';
export const WITHOUT_SIGNATURE = 'without-signature';

const without = (name: string, drop: NonNullable<Alteration['drop']>, header: string): Wrong => ({
  ...{ name, what: `a call without ${header}`, clause: clauses.headers, alteration: { drop } },
});

export const wrongs: readonly Wrong[] = [
  without('without-key', 'apiKey', 'X-CH-APIKEY'),
  without('without-timestamp', 'timestamp', 'X-CH-TS'),
  without(WITHOUT_SIGNATURE, 'signature', 'X-CH-SIGN'),
  {
    name: BIT_FLIPPED,
    what: 'a signature with one bit flipped',
    clause: clauses.signature,
    alteration: { signature: flipLastBit },
  },
  {
    name: 'wrong-secret',
    what: 'a signature by another secret',
    clause: clauses.signature,
    alteration: { credentials: { apiSecret: WRONG_SECRET } },
  },
];

export const UNSIGNED: Wrong = {
  name: 'without-headers',
  what: 'a call without the three headers',
  clause: clauses.signedHeaders,
  alteration: { unsigned: true },
};

export const UNKNOWN_KEY: Wrong = {
  name: 'unknown-key',
  what: 'a key that does not exist',
  clause: clauses.apiKey,
  alteration: { credentials: { apiKey: 'a-key-that-does-not-exist' } },
};

export const wrongCall = (name: string): Wrong => wrongs.find((wrong) => wrong.name === name)!;

/** Those that are tried on many forms of a call, the most telling ones first. */
export const inForms: readonly Wrong[] = [
  ...[BIT_FLIPPED, WITHOUT_SIGNATURE, 'without-key', 'without-timestamp'].map(wrongCall),
  UNSIGNED,
  UNKNOWN_KEY,
];

export const refused = (context: Context, name: string, operationId: OperationId = 'getOpenOrders') =>
  context.shared(`${operationId} ${name}`, (inner) => tryCall(inner, operationId, wrongCall(name).alteration));
