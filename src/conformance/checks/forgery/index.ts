import { signingHeaders } from '../../../../generated/names.js';
import { declaredOperations, leavesTraces, type Operation, type OperationId } from '../../model/operations.js';
import {
  broken,
  cannotTell,
  type CheckRow,
  type Context,
  decidedBy,
  holds,
  needCalls,
  notApplicable,
  shown,
} from '../../findings/check.js';
import type { Alteration } from '../../call/build-call.js';
import { clauses, rowOf } from '../../model/clauses.js';
import { sideBySide } from '../../model/side-by-side.js';
import { countRecords, type Reading } from '../../call/answer.js';
import type { AnyInput } from '../../call/input.js';
import { otherContracts } from '../../orders/orders.js';
import { tryCall, validInput } from '../../orders/valid-inputs.js';
import type { Clause, Finding } from '../../model/report-model.js';
import { isSetting } from '../side-effects.js';
import { areAlike, sampleOf } from '../../call/refusal-shape.js';
import { lookAtTaken } from '../unlike.js';
import { measureWindow } from '../window.js';
import { UNSIGNED } from '../wrong-calls.js';
import { digestCheck } from './digest.js';
import type { Forgery } from './forgery.js';
import { changesOf, inWords, withOtherInput } from './inputs.js';
import { isInputSigned, overOtherCalls, taken } from './other-calls.js';
import { forgedSignatures, keysUnlike, spellings } from './signatures.js';

/** Every one of them has to be refused; those that were not are all told. */
async function allRefused(
  context: Context,
  { operationId }: Operation,
  forgeries: readonly Forgery[],
  atOnce: number,
): Promise<Finding> {
  const send = async (alteration: Alteration, change?: AnyInput): Promise<Reading> => {
    if (change === undefined) return tryCall(context, operationId, alteration);
    const entries = Object.entries({ ...(await validInput(context, operationId)), ...change });
    const input: AnyInput = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const reading = await context.callWith(operationId, input, alteration);
    if (operationId === 'cancelOrder' && reading.kind !== 'refused') context.bait.spend();
    return reading;
  };
  if (forgeries.length === 0) return notApplicable('there is nothing to alter');
  const accepted: Forgery[] = [];
  let shows: Reading | undefined;
  const unclear: string[] = [];
  const readings: Reading[] = [];
  let forged = 0;
  const refused: { readonly forgery: Forgery; readonly reading: Reading }[] = [];
  const judge = async (forgery: Forgery): Promise<void> => {
    const { what, alteration, change } = forgery;
    const reading = await send(alteration, change);
    // Not all of a call may be signed: what was to be another signature is its own then.
    if (reading.sent.call.isRightlySigned) return;
    forged++;
    if (reading.kind === 'refused') refused.push({ forgery, reading });
    const right = (): Promise<Reading> => send({}, change);
    const finding = await lookAtTaken(context, operationId, reading, { what, right, unclear: readings });
    if (finding.outcome === 'broken') {
      accepted.push(forgery);
      shows ??= reading;
    }
    if (!('reason' in finding)) return;
    unclear.push(`${what}: ${finding.reason}`);
    // A list may be empty by the time that a right call asks for it: other forgeries get one that is not.
    if (!countRecords(reading)) readings.push(reading);
  };
  await sideBySide(forgeries, atOnce, judge);
  // A form that is refused in words of its own may be refused as it is: then the forgery is tried in the usual form.
  const usual = refused.filter(({ forgery }) => forgery.change === undefined).map(({ reading }) => sampleOf(reading));
  for (const { forgery, reading } of [...refused]) {
    const { plain, change } = forgery;
    if (plain === undefined || usual.some((sample) => areAlike(sample, sampleOf(reading)))) continue;
    if ((await send({}, change)).kind !== 'accepted') await judge(plain);
  }
  if (shows !== undefined) {
    const whats = [...new Set(accepted.map(({ what }) => what))].join('; ');
    const [clause, ...others] = new Set(accepted.map((one) => one.clause));
    const problem = `${operationId} accepted ${whats}`;
    return decidedBy(shown(broken(problem, undefined, others.length === 0 ? clause : undefined)), shows);
  }
  if (unclear.length > 0) return cannotTell(`neither a success nor a refusal (${unclear[0]})`);
  return forged > 0 ? holds(forged) : notApplicable('what was to be another signature is the right one here');
}

/** Every second one is tried on another form of the call. */
const inTurn = (forgeries: readonly Forgery[], forms: readonly AnyInput[]): readonly Forgery[] =>
  forgeries.map((forgery, at) => {
    const change = at % 2 === 1 ? forms[(at >> 1) % forms.length] : undefined;
    if (change === undefined || forgery.change !== undefined) return forgery;
    return { ...forgery, change, plain: forgery, what: `${forgery.what}, where ${inWords(change)}` };
  });

interface ForgeryKind {
  readonly name: string;
  readonly title: string;
  readonly clause: Clause | ((operation: Operation) => Clause);
  /** Number of the first ones that mode read tries, where calls are few. */
  readonly inRead?: Readonly<Partial<Record<OperationId, number>>>;
  forgeries(
    context: Context,
    operation: Operation,
    credentials: NonNullable<Context['credentials']>,
  ): readonly Forgery[] | Promise<readonly Forgery[]>;
}

/** Number of calls in a row without each header: a fault may come and go. */
const TIMES = 6;

const HEADERS = ['apiKey', 'timestamp', 'signature'] as const;
const NAMES = { apiKey: 'key', timestamp: 'timestamp', signature: 'signature' } as const;

const WITHOUT_TWO: readonly Forgery[] = HEADERS.map((kept) => ({
  what: `a call with its ${NAMES[kept]} and no other header`,
  alteration: { drop: HEADERS.filter((name) => name !== kept) },
}));

/** A read, a call that costs money and one that wipes: what tries the same again and again is asked of these. */
const SAMPLE: readonly OperationId[] = ['getOpenOrders', 'createOrder', 'cancelOrder'];

const OF_ANOTHER_CALL = 'signature-of-another-call';

const KINDS: readonly ForgeryKind[] = [
  {
    name: 'each-header-each-time',
    title: 'a call without one of the three headers, each time',
    clause: clauses.headers,
    forgeries: () =>
      HEADERS.flatMap((drop) =>
        Array.from({ length: TIMES }, () => ({ what: `a call without ${signingHeaders[drop]}`, alteration: { drop } })),
      ),
  },
  {
    name: 'without-headers',
    title: 'a call without any of the three headers',
    clause: clauses.signedHeaders,
    inRead: { getOpenOrders: 1 },
    forgeries: () => [UNSIGNED, ...WITHOUT_TWO],
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
    forgeries: async (context, operation, credentials) => [
      ...forgedSignatures(credentials, SAMPLE.includes(operation.operationId)),
      ...(await withOtherInput(context, operation)),
    ],
  },
  {
    name: 'text-as-timestamp',
    title: 'an X-CH-TS that is not a number of milliseconds',
    // The document says that it is a number of milliseconds, but not how far it may be from the service's clock.
    clause: (operation) => (operation.timestampHeader === 'integer' ? rowOf(operation.operationId) : clauses.timestamp),
    async forgeries(context) {
      // A service that takes any time may sign the header and never read it.
      if ((await measureWindow(context, 'stale')).refusedMs === null)
        notApplicable('calls with a timestamp of long ago are taken');
      const [seconds, followed] = [String(Math.floor(context.now() / 1000)), `${Math.floor(context.now())}x`];
      const microseconds = `${Math.floor(context.now())}000`;
      return ['now', '', 'null', 'NaN', '2026-11-22T00:00:00Z', seconds, microseconds, followed].map((timestamp) => ({
        what: `X-CH-TS: ${JSON.stringify(timestamp)}`,
        alteration: { timestamp },
      }));
    },
  },
  {
    name: 'letter-case',
    title: 'key and secret in another letter case',
    clause: clauses.case,
    inRead: { getOpenOrders: 2 },
    forgeries: (_context, _operation, credentials) => spellings(credentials),
  },
  {
    name: OF_ANOTHER_CALL,
    title: 'the signature of another call',
    clause: clauses.signature,
    inRead: { getOpenOrders: 4, getOrderHistory: 1 },
    async forgeries(context, operation, { apiSecret }) {
      const isWhole = context.callsLeft === Infinity;
      const isBody = isWhole && operation.input === 'body';
      const contracts =
        isBody && isInputSigned(operation, context.rule) ? (await otherContracts(context)).slice(0, 2) : [];
      const known = { rule: context.rule, contract: context.contract, contracts, apiSecret, nowMs: context.now() };
      return [...overOtherCalls(operation, known), ...(isWhole ? await taken(context) : [])];
    },
  },
];

const forged: readonly CheckRow[] = declaredOperations
  .filter(({ security }) => security === 'signed')
  .flatMap((operation) =>
    KINDS.filter(({ name }) => name !== 'each-header-each-time' || SAMPLE.includes(operation.operationId)).map(
      ({ name, title, clause, inRead = {}, forgeries }): CheckRow => {
        const { operationId, effect } = operation;
        const few = inRead[operationId] ?? 0;
        return {
          id: `sign/${operationId}/${name}`,
          title: `${operationId} refuses ${title}`,
          clause: typeof clause === 'function' ? clause(operation) : clause,
          operations: [operationId],
          late: few === 0 ? 'last' : true,
          again: !SAMPLE.includes(operationId),
          throwAway: effect !== 'read' || leavesTraces(operation),
          control: `shape/${operationId}/success`,
          assumes: ['signing.composition', 'signing.encoding'],
          async run(context) {
            const { credentials } = context;
            if (credentials === undefined) return notApplicable('no credentials');
            const isWhole = context.callsLeft === Infinity;
            if (!isWhole) needCalls(context, few + 1);
            const make = async () => forgeries(context, operation, credentials);
            if (!isWhole) {
              const all = await make();
              const some = few === 0 ? all : all.slice(0, few);
              needCalls(context, some.length + 1);
              return allRefused(context, operation, some, 1);
            }
            // Over what another call is signed depends on its form, a setting may be refused for its value, and orders of all
            // forms are filled, which pages of trades would show.
            const isSame = name === OF_ANOTHER_CALL || isSetting(operation) || operationId === 'createOrder';
            const forms = context.mode !== 'sandbox' || isSame ? [] : await changesOf(context, operation);
            const tell = async (atOnce: number) => allRefused(context, operation, inTurn(await make(), forms), atOnce);
            const finding = await tell(context.atOnce);
            // A cancel that is taken ends the order that others name: where one was, each gets an order of its own.
            if (operationId !== 'cancelOrder' || finding.outcome !== 'broken' || context.atOnce < 2) return finding;
            context.bait.spend();
            return tell(1);
          },
        };
      },
    ),
  );

export const forgeryChecks: readonly CheckRow[] = [digestCheck, ...forged];
