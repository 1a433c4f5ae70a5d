import { signingHeaders } from '../../../generated/names.js';
import { headerIn } from '../../recording/header-pairs.js';
import { declaredOperations, type Operation, operations } from '../model/operations.js';
import type { Reading } from '../call/answer.js';
import { flipLastBit } from '../../core/signature-encoding.js';
import { encodingOf } from '../call/build-call.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  decidedBy,
  holds,
  notApplicable,
  ofOperation,
  seen,
  seenEnd,
} from '../findings/check.js';
import { rightly } from '../findings/right-call.js';
import { clauses, unknown } from '../model/clauses.js';
import { tryCall, valid } from '../orders/valid-inputs.js';
import { createSecretFinder, SHORTEST_SECRET, textOfResponse } from '../call/secret-finder.js';
import { contractsIn } from './observed/public.js';
import { judgeTaken } from './unlike.js';
import { windowChecks } from './window.js';
import { BIT_FLIPPED, refused, WITHOUT_SIGNATURE, wrongs } from './wrong-calls.js';

const signed = declaredOperations.filter(({ security }) => security === 'signed');
const of = (security: Operation['security']) => declaredOperations.filter((row) => row.security === security);

const refusals: readonly CheckRow[] = signed.flatMap((operation) =>
  wrongs.map(({ name, what, clause }) => ({
    ...ofOperation(operation),
    id: `sign/${operation.operationId}/${name}`,
    title: `${operation.operationId} refuses ${what}`,
    clause,
    control: `shape/${operation.operationId}/success`,
    run: async (context: Context) =>
      judgeTaken(context, operation.operationId, await refused(context, name, operation.operationId), {
        what,
        right: () => tryCall(context, operation.operationId, {}),
      }),
  })),
);

const TOO_SHORT = `a secret of fewer than ${SHORTEST_SECRET} characters may be a word of a response`;

export const secretChecks: readonly CheckRow[] = [
  {
    ...ofOperation(operations.getOpenOrders),
    id: 'sign/no-response-shows-secret',
    title: 'no response shows the secret',
    clause: clauses.secretShownOnce,
    late: true,
    control: 'shape/getOpenOrders/success',
    async run(context) {
      if ((context.credentials?.apiSecret ?? '').length < SHORTEST_SECRET) return notApplicable(TOO_SHORT);
      // A whole run of mode read has made its calls by now.
      if (context.callsLeft === Infinity) await context.call('getOpenOrders', { contractName: context.contract });
      const { secretShownBy } = context;
      return secretShownBy === undefined ? holds() : broken(`a response of ${secretShownBy} shows the secret`);
    },
  },
];

const secrecy: CheckRow = {
  ...ofOperation(operations.getOpenOrders),
  id: 'sign/refusal-shows-no-secret',
  title: 'a refusal does not show the secret',
  clause: clauses.secretShownOnce,
  control: 'shape/getOpenOrders/success',
  async run(context) {
    const { credentials } = context;
    if (credentials === undefined) return notApplicable('no credentials');
    if (credentials.apiSecret.length < SHORTEST_SECRET) return notApplicable(TOO_SHORT);
    const readings = [await refused(context, BIT_FLIPPED), await refused(context, WITHOUT_SIGNATURE)];
    const signature = headerIn(readings[0]!.sent.call.headers, signingHeaders.signature);
    if (signature === undefined) return cannotTell('no signature was sent');
    const open = readings.find(({ kind }) => kind !== 'refused');
    if (open !== undefined) return cannotTell(`a wrong call was not refused: ${open.summary}`);
    const showsSecret = createSecretFinder(credentials.apiSecret);
    const telling = readings.find(({ sent }) => showsSecret(textOfResponse(sent.response)));
    if (telling !== undefined) return decidedBy(broken('a refusal shows the secret'), telling);
    const texts = readings.map(({ sent }) => textOfResponse(sent.response).toLowerCase());
    // The sentence is about the secret: a signature in a refusal is worth knowing, and breaks no sentence.
    const right = flipLastBit(signature, encodingOf(signature)).toLowerCase();
    if (texts.some((text) => text.includes(right)))
      return seen('a refusal shows the signature that would have been right');
    if (texts.some((text) => text.includes(signature.toLowerCase())))
      return seen('a refusal shows the signature that was sent');
    return holds();
  },
};

const publicOnes: readonly CheckRow[] = of('public').flatMap((operation) => [
  {
    ...ofOperation(operation),
    id: `sign/public/${operation.operationId}/without-headers`,
    title: `${operation.operationId} succeeds without authentication headers`,
    clause: clauses.publicWithout,
    async run(context: Context) {
      const { operationId } = operation;
      const plain = await valid(context, operationId);
      let reading: Reading | undefined = plain;
      // The first one may have been made by another check.
      const ask = (): Promise<Reading> => {
        const first = reading;
        reading = undefined;
        return first === undefined ? tryCall(context, operationId) : Promise.resolve(first);
      };
      const other = PUBLIC_READS.find((id) => id !== operationId)!;
      const what = `${operationId} without authentication headers`;
      const withHeaders = (): Promise<Reading> => tryCall(context, operationId, { signed: true });
      await rightly(context, { what, ask, control: () => context.call(other, {}), signed: withHeaders });
      if (operationId !== 'getContracts' || contractsIn(plain).length > 0) return holds();
      // Now and then it may be empty with headers, too.
      for (const headers of [withHeaders, ask, ask, withHeaders, withHeaders, ask])
        if (contractsIn(await headers()).length > 0 !== (headers === withHeaders)) return holds();
      return broken(`${what} lists no contract, and with them it does`);
    },
  },
  {
    ...ofOperation(operation),
    signed: true,
    id: `sign/public/${operation.operationId}/with-headers`,
    title: `what ${operation.operationId} returns when the headers come along`,
    clause: unknown('signing.security-types'),
    async run(context: Context) {
      return seenEnd(await tryCall(context, operation.operationId, { signed: true }));
    },
  },
]);

const PUBLIC_READS = ['getServerTime', 'ping'] as const;

const undeclared: readonly CheckRow[] = of('undeclared').flatMap((operation) =>
  (['signed', 'unsigned'] as const).map((how) => ({
    ...ofOperation(operation),
    id: `sign/undeclared/${operation.operationId}/${how}`,
    title: `what ${operation.operationId} returns for a call that is ${how}`,
    clause: unknown('signing.undeclared-operations'),
    async run(context: Context) {
      const { operationId } = operation;
      const ask = how === 'signed' ? valid(context, operationId) : tryCall(context, operationId, { unsigned: true });
      return seenEnd(await ask);
    },
  })),
);

export const signChecks: readonly CheckRow[] = [...refusals, ...windowChecks, ...publicOnes, ...undeclared, secrecy];
