import {
  declaredOperations,
  declaredResultFields,
  type Operation,
  type OperationId,
  operations,
} from '../model/operations.js';
import type { Alteration } from '../call/build-call.js';
import { areAlike, sampleOf } from '../call/refusal-shape.js';
import { canonicalDecimal } from '../../core/decimal.js';
import { type Reading, saysSuccess, orderIdOf } from '../call/answer.js';
import {
  asNone,
  type Broken,
  broken,
  cannotTell,
  decidedBy,
  type Check,
  type CheckRow,
  type Context,
  findingIn,
  holds,
  needAccepted,
  ofOperation,
  premiseOpen,
  seen,
  shown,
} from '../findings/check.js';
import { isJsonObject } from '../model/json-object.js';
import { clauses, contractRow } from '../model/clauses.js';
import { cancelOf, cancelRested } from '../orders/cancelling.js';
import { bait, clear, notYetOpen, place } from '../orders/orders.js';
import { adviceToWait, judgeRefusal, lacksOperation } from '../findings/right-call.js';
import { plainInput, tryCall, valid } from '../orders/valid-inputs.js';
import { judgeDemanded } from './demanded-fields.js';
import { complaintElsewhere } from './elsewhere.js';
import { complaintAboutForms } from './odd-forms.js';
import { judgeShut } from './shut.js';
import { BIT_FLIPPED, UNKNOWN_KEY, wrongCall } from './wrong-calls.js';
import { complaintAbout, isTargetFault } from '../findings/valid-call.js';
import type { Finding } from '../model/report-model.js';
import { digitChecks } from './digits.js';

const isPublic = ({ security }: Operation): boolean => security === 'public';

const success = (operation: Operation): CheckRow => ({
  ...ofOperation(operation),
  id: `shape/${operation.operationId}/success`,
  title: `${operation.operationId} as described gets status 200 and a JSON body`,
  clause: isPublic(operation) ? clauses.success : clauses.tradingSuccess,
  run: (context) => judgeSuccess(context, operation),
});

/** The call as described once more, with everything there that it may need: orders to cancel, or none in the way. */
async function prepared(context: Context, operationId: OperationId): Promise<Reading | undefined> {
  const isFree = context.mode === 'sandbox';
  if (operationId === 'cancelOrder') {
    context.bait.spend();
    const order = await bait(context);
    if ((await notYetOpen(context, [order])).length > 0)
      premiseOpen('states.order', `the order ${order.orderId} that was to be cancelled is not among the open ones`);
    const named = { contractName: order.contract, orderId: order.orderId };
    const reading = await cancelRested(context, cancelOf(context, [order], '', operationId, named).ask);
    if (reading?.kind === 'accepted') context.goesBy('states.order', 'an order can be cancelled once it is listed');
    return reading;
  }
  if (operationId === 'cancelAllOrders' && isFree) await notYetOpen(context, [await place(context)]);
  if ((operationId === 'createOrder' || operationId === 'changeLeverage') && isFree)
    await clear(context, context.contract);
  return tryCall(context, operationId, operationId === 'createOrder' ? undefined : {});
}

/** Calls whose refusal shows how this target rejects a key or signature: such a refusal says nothing about the operation. */
const WRONG = { 'a forged signature': wrongCall(BIT_FLIPPED), 'an unknown key': UNKNOWN_KEY };

/** RFC 9110 15.5.2 and 15.5.4, and what hosts of this kind write in words. */
const FORBIDDEN = /permission|not authori[sz]ed|unauthori[sz]ed|forbidden|not allowed|access denied/i;

const isForbidden = ({ status, sent }: Reading): boolean =>
  status === 401 || status === 403 || FORBIDDEN.test(sent.response?.body ?? '');

/** Why it may be the key that is refused, and not the call. */
async function keyIsRefused(context: Context, operationId: OperationId, reading: Reading): Promise<string | undefined> {
  if (isForbidden(reading)) return 'it says itself';
  for (const [what, { alteration }] of Object.entries(WRONG)) {
    const wrong = await tryCall(context, operationId, alteration);
    if (wrong.kind === 'refused' && areAlike(sampleOf(wrong), sampleOf(reading))) return `${what} is refused`;
  }
  return undefined;
}

/** A call that has to succeed, and succeeds on other contracts as well as on the one under test. */
async function judgeSuccess(context: Context, operation: Operation): Promise<Finding> {
  const finding = await judgeHere(context, operation);
  return finding.outcome === 'holds' ? ((await complaintElsewhere(context, operation)) ?? finding) : finding;
}

async function judgeHere(context: Context, operation: Operation): Promise<Finding> {
  const { mode, existing, optionName } = context;
  const { operationId } = operation;
  const reading = await valid(context, operationId).catch(findingIn);
  const isFound = 'outcome' in reading;
  const isFree = mode !== 'mutate' || operation.effect === 'read';
  if (isFree && !isPublic(operation) && (isFound || reading.kind !== 'accepted')) {
    // Where no values for it were found, with those of the description.
    const input = await plainInput(context, operationId);
    const send = (alteration?: Alteration): Promise<Reading> => context.callWith(operationId, input, alteration);
    const shut = await judgeShut(context, operationId, isFound ? await send() : reading, send);
    if (shut !== undefined) return shut;
  }
  if (isFound) return (await judgeDemanded(context, operation)) ?? reading;
  const { kind, status, summary } = reading;
  if (kind === 'accepted' && status !== 200)
    return decidedBy(shown(broken(`the status of a success is ${status}, not 200`)), reading);
  if (kind === 'accepted')
    return operation.input === 'body' && reading.sent.call.target.includes('?')
      ? seen('taken with its fields in the query, and not in the body as declared')
      : holds();
  if (kind !== 'refused') {
    // An order whose answer was lost may be there: on an account that matters it is not sent twice.
    if (mode === 'mutate' && operation.effect !== 'read' && isTargetFault(reading)) return cannotTell(summary);
    const again = (): Promise<Reading> => tryCall(context, operationId);
    return (
      (await complaintAbout(context, operationId, reading, again)) ?? cannotTell(`${summary}; once more it succeeds`)
    );
  }
  const why = `the call as described was refused: ${summary}`;
  if (isPublic(operation)) {
    const control = operationId === 'getServerTime' ? 'ping' : 'getServerTime';
    const ask = (): Promise<Reading> => tryCall(context, operationId);
    const call = {
      what: 'the call as described',
      ask,
      control: () => context.call(control, {}),
      signed: () => tryCall(context, operationId, { signed: true }),
    };
    return (await judgeRefusal(context, reading, call)) ?? holds();
  }
  if (saysSuccess(reading)) return cannotTell(`${why}, and its code or message may be that of a success`);
  if (mode === 'mutate' && operation.effect !== 'read') return cannotTell(`${why}; the account may be in the way`);
  const demanded = await judgeDemanded(context, operation);
  if (demanded !== undefined) return demanded;
  const { url, body = '' } = reading.sent.exchange.request;
  const guessed = existing.contractName === undefined && `${url} ${body}`.includes(context.contract);
  const isMissing = await lacksOperation(context, reading);
  if (operation.operationId === 'getOrder') {
    if (existing.orderId !== undefined)
      return cannotTell(`${why}; the order of ${optionName('existing.orderId')} may be none of this contract`);
    const may = isMissing ? 'the server may not have it' : 'it may ask for another field than contractName and orderId';
    return premiseOpen('request.order-selector', `${why}; ${may}`);
  }
  if (mode === 'read' && guessed && !isForbidden(reading)) {
    // A call that needs no contract is refused alike where it is about the path.
    const plain = await valid(context, 'getTradeHistory').catch(asNone);
    if (isMissing || (plain !== undefined && areAlike(sampleOf(plain), sampleOf(reading))))
      return cannotTell(`${why}; the server may not have it`);
    const advice = `name one that it trades with ${optionName('existing.contractName')}`;
    return cannotTell(`${why}; the server may not know the contract ${context.contract}: ${advice}`);
  }
  const alike = await keyIsRefused(context, operationId, reading);
  if (alike !== undefined) {
    const what = isMissing
      ? 'the server may not have it'
      : (adviceToWait(context, reading) ?? 'the key may not be allowed to, or it is signed in another way');
    return cannotTell(`${why}, as ${alike}: ${what}`);
  }
  const call = {
    what: 'the call as described',
    ask: () => prepared(context, operationId),
    control: () => context.usual(operationId),
  };
  const finding = (await judgeRefusal(context, reading, call)) ?? holds();
  if (finding.outcome !== 'broken' || !isMissing) return finding;
  return { ...finding, problem: `${finding.problem}: the server may not have it` };
}

interface PublicClaim extends Pick<Check, 'id' | 'title' | 'clause' | 'assumes'> {
  readonly operationId: 'ping' | 'getServerTime' | 'getContracts';
  readonly judge: (reading: Reading) => Finding;
}

const publicCheck = (operationId: PublicClaim['operationId'], rest: Omit<PublicClaim, 'operationId'>): PublicClaim => ({
  operationId,
  ...rest,
});

/** The first claim that the response of a public call breaks, with its sentence; undefined where it breaks none. */
export function wrongClaimIn(operationId: OperationId, reading: Reading): Broken | undefined {
  for (const { clause, judge } of publicClaims.filter((one) => one.operationId === operationId)) {
    const finding = judge(reading);
    if (finding.outcome === 'broken') return { clause, ...finding };
  }
  return undefined;
}

const toCheck = ({ operationId, judge, ...rest }: PublicClaim): CheckRow => ({
  ...rest,
  operations: [operationId],
  run: async (context) => shown(judge(needAccepted(await valid(context, operationId), operationId))),
});

const member = (reading: Reading, name: string): unknown =>
  isJsonObject(reading.json) ? reading.json[name] : undefined;

/** From 2001 on; seconds are below it until the year 33658, microseconds are above. */
const isMilliseconds = (value: unknown): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 1e12 && (value as number) < 1e15;

const show = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 80);

export const publicClaims: readonly PublicClaim[] = [
  publicCheck('ping', {
    id: 'shape/ping/exactly-empty-object',
    title: 'ping returns an object without members',
    clause: clauses.ping,
    judge: ({ json }) =>
      isJsonObject(json) && Object.keys(json).length === 0 ? holds() : broken(`ping returned ${show(json)}, not {}`),
  }),
  publicCheck('getServerTime', {
    id: 'shape/time/milliseconds',
    title: 'serverTime is an integer of milliseconds',
    clause: clauses.serverTime,
    judge(reading) {
      const time = member(reading, 'serverTime');
      const exact = isJsonObject(reading.exact) ? reading.exact['serverTime'] : undefined;
      const isWhole = typeof exact === 'string' && !canonicalDecimal(exact)?.includes('e-');
      return isMilliseconds(time) && isWhole
        ? holds(time)
        : broken(
            `serverTime is ${show(time)}, not an integer of milliseconds${/^\d{10}$/.test(String(time)) ? ', but of seconds' : ''}`,
          );
    },
  }),
  publicCheck('getServerTime', {
    id: 'shape/time/timezone-text',
    title: 'timezone is text',
    clause: clauses.timezone,
    judge(reading) {
      const zone = member(reading, 'timezone');
      return typeof zone === 'string' ? holds(zone) : broken(`timezone is ${show(zone)}, not text`);
    },
  }),
  publicCheck('getContracts', {
    id: 'shape/contracts/envelope',
    title: 'the list of contracts comes as code "0", msg "success" and data.contracts',
    clause: clauses.contractsSuccess,
    judge(reading) {
      const [code, msg, data] = ['code', 'msg', 'data'].map((name) => member(reading, name));
      if (code !== '0') return broken(`code is ${show(code)}, expected the string "0"`);
      if (msg !== 'success') return broken(`msg is ${show(msg)}, expected the string "success"`);
      if (!isJsonObject(data) || !Array.isArray(data['contracts'])) return broken('data.contracts is not an array');
      return holds(msg);
    },
  }),
  publicCheck('getContracts', {
    id: 'shape/contracts/fields',
    title: 'each contract has the declared fields with their types',
    clause: clauses.contractFields,
    assumes: ['contracts.required-fields'],
    judge: (reading) => judgeContracts(reading, fieldProblem),
  }),
  publicCheck('getContracts', {
    id: 'shape/contracts/decimals-are-text',
    title: 'decimals of a contract are strings',
    clause: clauses.contractDecimals,
    judge: (reading) => judgeContracts(reading, decimalProblem),
  }),
];

const contractFields = declaredResultFields(operations.getContracts).flatMap(({ path, ...field }) =>
  path.startsWith('contracts.') ? [{ ...field, name: path.slice('contracts.'.length) }] : [],
);

type Field = (typeof contractFields)[number];

/** Describes the fault of a declared decimal; undefined if the field is missing. */
export function decimalProblem({ kind }: Pick<Field, 'kind'>, value: unknown): string | undefined {
  if (kind !== 'decimal' || value === undefined) return undefined;
  const isDecimal = typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(value);
  return isDecimal ? undefined : `is ${show(value)}, not a decimal in a string`;
}

/** Describes the fault of a declared field that is not a decimal. */
export function fieldProblem(
  { jsonTypes, kind }: Pick<Field, 'jsonTypes' | 'kind'>,
  value: unknown,
): string | undefined {
  if (value === undefined) return 'is missing';
  if (kind === 'decimal') return undefined;
  if (jsonTypes.includes('string')) return typeof value === 'string' ? undefined : `is ${show(value)}, not a string`;
  if (!Number.isInteger(value)) return `is ${show(value)}, not an integer`;
  // Where there is no such time, such as that of a funding that a contract has not, 0 or -1 says so.
  return kind === 'unix-time-ms' && (value as number) > 0 && !isMilliseconds(value)
    ? `is ${show(value)}, not a time in milliseconds`
    : undefined;
}

/** Fields without a value: FUNDING in contracts that expire, EXPIRY in those that do not. */
const [FUNDING, EXPIRY] = [/funding/, /^expiry/];

function judgeContracts(reading: Reading, problemOf: (field: Field, value: unknown) => string | undefined): Finding {
  const data = member(reading, 'data');
  const contracts: unknown = isJsonObject(data) ? data['contracts'] : undefined;
  if (!Array.isArray(contracts)) return broken('data.contracts is not an array');
  if (contracts.length === 0) return { outcome: 'not-applicable', reason: 'the list of contracts is empty' };
  for (const [i, record] of contracts.entries()) {
    if (!isJsonObject(record)) return broken(`contract ${i} is not an object`);
    const isDated = Number(record['expiry_timestamp']) > 0;
    const wrong = contractFields.flatMap((field) => {
      const value = Object.hasOwn(record, field.name) ? record[field.name] : undefined;
      const hasNone = (value ?? undefined) === undefined && (isDated ? FUNDING : EXPIRY).test(field.name);
      const problem = hasNone ? undefined : problemOf(field, value);
      return problem === undefined ? [] : [{ field, text: `${field.name} ${problem}` }];
    });
    if (wrong.length === 0) continue;
    // All that is wrong with a record at once, so that it is put right at once.
    const text = wrong.map((one) => one.text).join('; ');
    return broken(`contract ${i}: ${text}`, undefined, contractRow(wrong[0]!.field));
  }
  return holds(`${contracts.length} contracts`);
}

export const statusChecks: readonly CheckRow[] = [
  {
    id: 'shape/every-success-has-status-200',
    title: 'no right call gets another status than 200, or a body that is not JSON',
    clause: clauses.success,
    operations: ['getOpenOrders', 'getTradeHistory'],
    late: true,
    control: 'shape/getOpenOrders/success',
    async run(context) {
      // A whole run of mode read has made its calls by now.
      if (context.callsLeft === Infinity) {
        await context.call('getOpenOrders', { contractName: context.contract });
        await context.call('getTradeHistory', { contractName: context.contract, limit: '5' });
      }
      const complaint = await complaintAboutForms(context);
      if (complaint !== undefined) return complaint;
      for (const [operationId, odd] of context.odd.successes) {
        // A status that no right call gets may mark a refusal in a form that is not known here, unless it shows the order asked for.
        const right = needAccepted(await valid(context, operationId), operationId);
        const { url, body = '' } = odd.sent.exchange.request;
        const [, inBody, inQuery] = /"orderId":"(\d+)"|orderId=(\d+)/.exec(url + body) ?? [];
        const isAsked = orderIdOf(odd) !== undefined && orderIdOf(odd) === (inBody ?? inQuery);
        if (isAsked || right.status === odd.status || areAlike({ ...sampleOf(odd), status: 200 }, sampleOf(right)))
          return decidedBy(shown(broken(`the status of a success of ${operationId} is ${odd.status}, not 200`)), odd);
      }
      return holds();
    },
  },
];

export const shapeChecks: readonly CheckRow[] = [
  ...publicClaims.map(toCheck),
  ...declaredOperations.map(success),
  ...digitChecks,
];
